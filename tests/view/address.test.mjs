// A URL reproduces the element's state that was written to it; an invalid URL is ignored.
import fc from 'fast-check';
import { readAddress, writeAddress } from '../../web/element/state/address.js';
import { initialState } from '../../web/element/state/properties.js';
import { states } from './states.mjs';

/** Random letters, so that the text hardly compresses. */
const WORDS = fc
  .sample(fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 3, maxLength: 9 }), {
    numRuns: 5000,
    seed: 5,
  })
  .join(' ');

/**
 * Query string and fragment of a URL, as in `location`.
 * @param address the part after the path
 */
const locationOf = (address) => {
  const { search, hash } = new URL(address, 'https://example.org/');
  return { search, hash };
};

test('a long state survives a round trip through the URL fragment', async () => {
  const each = fc.asyncProperty(states, async (state) => {
    const long = { ...state, text: `${state.text} ${WORDS}` };
    const address = await writeAddress(long);
    expect(address).toMatch(/^#state=[\w-]+$/);
    expect({ ...initialState(), ...(await readAddress(locationOf(address))) }).toEqual(long);
  });
  await fc.assert(each, { numRuns: 20 });
});

test.each(['#', '#top', '#state=', '#state=!!!', '#state=AAAA', `#state=${'A'.repeat(5000)}`])(
  'a URL fragment that is no state is ignored: %s',
  async (hash) => {
    expect(await readAddress({ search: '?text=two+words', hash })).toEqual({ text: 'two words' });
    expect((await readAddress({ search: '', hash })) ?? {}).toEqual({});
  },
);
