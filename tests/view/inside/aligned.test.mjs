// Alignment of the tokens of two texts in “Look inside”, for patching activations from one to the other.
import fc from 'fast-check';
import { alignedTokens } from '../../../web/inside/views/patching/work/aligned-tokens.js';
import { checkAlignment } from '../../../web/analysis/alignment.js';
import {
  alignedColumns,
  isPatchable,
  patchedRows,
  reasonAgainst,
  shownColumns,
} from '../../../web/inside/views/patching/aligned.js';

/**
 * Token ids of a text, one per character.
 * @param {string} text
 */
const ids = (text) => [...text].map((each) => each.codePointAt(0));
/**
 * Tokens of two texts, and their alignment.
 * @param {string} clean
 * @param {string} corrupted
 */
const pairOf = (clean, corrupted) => {
  const [own, other] = [ids(clean), ids(corrupted)];
  const shown = (list) => list.map((id) => ({ id, text: String.fromCodePoint(id) }));
  return { tokens: { clean: shown(own), corrupted: shown(other) }, alignment: alignedTokens(own, other) };
};
/**
 * Both texts, one below the other, with gaps where one of them has no token.
 * @param {string} clean
 * @param {string} corrupted
 */
const written = (clean, corrupted) => {
  const columns = alignedColumns(pairOf(clean, corrupted));
  return ['clean', 'corrupted'].map((side) =>
    columns.map((column) => (column[side] === null ? '-' : { clean, corrupted }[side][column[side]])).join(''),
  );
};

test('tokens of a longest common subsequence stand below each other, and replaced ones from the last on', () => {
  expect(written('the cat sat', 'the dog sat')).toEqual(['the cat sat', 'the dog sat']);
  expect(written('a dog named', 'a big dog named')).toEqual(['a ----dog named', 'a big dog named']);
  expect(written('aXYZb', 'aUVb')).toEqual(['aXYZb', 'a-UVb']);
  expect(written('ab', 'xab')).toEqual(['-ab', 'xab']);
  expect(written('ab', 'abx')).toEqual(['ab-', 'abx']);
});

test('texts of the same length are aligned by place, unless a token that came in has shifted them', () => {
  expect(written('aMaxb', 'aSpab')).toEqual(['aMaxb', 'aSpab']);
  expect(written('abcdeXYf', 'aQbcdeZf')).toEqual(['a-bcdeXYf', 'aQbcde-Zf']);
});

test('every alignment is one that patching takes, and every token is in one column', () => {
  const text = fc.array(fc.nat(4), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(text, text, (clean, corrupted) => {
      const alignment = alignedTokens(clean, corrupted);
      expect(checkAlignment('alignment', alignment, clean.length, corrupted.length)).toEqual(alignment);
      const tokens = (list) => list.map((id) => ({ id, text: String(id) }));
      const pair = { tokens: { clean: tokens(clean), corrupted: tokens(corrupted) }, alignment };
      const columns = alignedColumns(pair);
      for (const [side, list] of Object.entries({ clean, corrupted })) {
        expect(columns.flatMap((column) => column[side] ?? [])).toEqual([...list.keys()]);
      }
      expect(patchedRows(pair, 'clean')).toEqual([...clean.keys()]); // a short text is shown completely
    }),
  );
});

test('a long text is shown near its differences and at its end', () => {
  const same = 'abcdefghijklmnopqrstuvwxyz';
  const columns = alignedColumns(pairOf(`${same}X${same}`, `${same}Y${same}`));
  const shown = shownColumns(columns, 3);
  expect(shown.map((column) => column?.clean ?? null)).toEqual([
    null,
    ...[23, 24, 25, 26, 27, 28, 29],
    null,
    ...[50, 51, 52],
  ]);
});

test('weights are patched only where all tokens are in place, and nothing where the runs hardly differ', () => {
  const replaced = { ...pairOf('abc', 'abd'), unpatchable: null };
  const shifted = { ...pairOf('abc', 'xabc'), unpatchable: null };
  expect(reasonAgainst(replaced, 'weights')).toBeNull();
  expect(reasonAgainst(shifted, 'weights')).toBe('place');
  expect(isPatchable(shifted, 'query')).toBe(true);
  expect(reasonAgainst({ ...replaced, unpatchable: 'alike' }, 'query')).toBe('alike');
});
