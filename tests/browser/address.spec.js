// A long state is compressed and stored in the fragment of the URL, which no server has to accept.
// tests/view/address.test.mjs tests arbitrary states.
import fc from 'fast-check';
import { states } from '../view/states.mjs';
import { expect, FULL, holdBack, stateOf, test } from './page.js';

/** Text of random words, which hardly compresses. */
const WORDS = fc
  .sample(fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 3, maxLength: 9 }), {
    numRuns: 5000,
    seed: 5,
  })
  .join(' ');
const CHINESE = Array.from({ length: 5000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000))).join('');

for (const [what, text] of [
  ['English', WORDS],
  ['Chinese', CHINESE],
]) {
  const title = `5,000 words make an address whose part for the server is short (${what})`;
  test(title, what === 'Chinese' ? {} : FULL, async ({ page, open }) => {
    await open('lang=en&view=matrix&head=2');
    await page.evaluate((long) => (document.querySelector('attention-spotlight').text = long), text);
    await expect(page).toHaveURL(/#/);
    const { pathname, search, hash } = new URL(page.url());
    expect(`${pathname}${search}`.length).toBeLessThan(2000);
    expect(hash.length).toBeLessThan(text === WORDS ? 0.85 * encodeURIComponent(WORDS).length : 0.43 * 9 * 5000);
    const before = await stateOf(page);
    await page.reload();
    await page.evaluate(() => document.querySelector('attention-spotlight').ready);
    expect(await stateOf(page)).toEqual(before);
    // When the state becomes short, the page writes it to the URL's query string again, and empties the fragment.
    await page.getByLabel('Sentence', { exact: true }).fill('short again');
    await expect(page).toHaveURL(/\?.*text=short/);
    expect(new URL(page.url()).hash).toBe('');
  });
}

test('a copied link of a long text opens the same state, in the frame too', async ({
  page,
  open,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open('lang=en&view=matrix&attention=encoder&layer=1&head=2');
  await page.evaluate((long) => (document.querySelector('attention-spotlight').text = long), WORDS);
  await page.getByText('Export', { exact: true }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const before = await stateOf(page);
  expect(new URL(link).search).toBe('');
  for (const address of [link, `${baseURL}embed.html${new URL(link).hash}`]) {
    const other = await context.newPage();
    await other.goto(address);
    await expect.poll(() => stateOf(other)).toEqual(before);
    await other.close();
  }
});

test('a change of the URL fragment changes the open page', async ({ page, open }) => {
  await open('lang=en');
  const hash = await page.evaluate(async (long) => {
    document.querySelector('attention-spotlight').text = long;
    await new Promise((resolve) => {
      const wait = () => (location.hash ? resolve() : requestAnimationFrame(wait));
      wait();
    });
    return location.hash;
  }, WORDS);
  await page.getByLabel('Sentence', { exact: true }).fill('another');
  await expect(page).toHaveURL(/text=another/);
  await page.evaluate((behind) => (location.hash = behind), hash);
  await expect.poll(async () => (await stateOf(page)).text).toBe(WORDS);
});

test('a URL fragment that is no state is ignored', async ({ page, complaints }) => {
  void complaints;
  await page.goto('?lang=en&text=two words#state=!!!');
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  expect((await stateOf(page)).text).toBe('two words');
});

test('any state survives a round trip through a long URL', FULL, async ({ page, open }) => {
  test.setTimeout(180_000);
  const patient = { timeout: 60_000 }; // in the meantime, all heads for 512 tokens are computed and painted
  await open();
  for (const state of fc.sample(states, { numRuns: 6, seed: 11 })) {
    const long = { ...state, text: `${state.text} ${WORDS}` };
    const before = page.url();
    await page.evaluate((each) => (document.querySelector('attention-spotlight').state = each), long);
    await expect.poll(() => stateOf(page), patient).toEqual(long);
    await expect.poll(() => page.url(), patient).toContain('#state=');
    await expect.poll(() => page.url(), patient).not.toBe(before);
    const address = page.url();
    await page.goto('about:blank');
    await page.goto(address);
    // The page sets data-section on <html> when it has read its URL and starts to react to changes.
    await expect(page.locator('html')).toHaveAttribute('data-section', /./);
    await expect.poll(() => stateOf(page), patient).toEqual(long);
  }
});

test('changes made while the course loads are in the URL and persist', async ({ page }) => {
  const letIn = await holdBack(page, /attention-course.*\.js/);
  await page.goto('?lang=en&chapter=it.1&stage=softmax&controls=cell');
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  await page.evaluate(() => (document.querySelector('attention-spotlight').query = 3));
  await expect(page).toHaveURL(/query=3/);
  letIn();
  await expect(page.locator('attention-course h2')).toBeVisible();
  expect(await stateOf(page)).toMatchObject({ query: 3, chapter: 'it.1' });
});

test('a user who leaves while the course loads is not brought back', async ({ page }) => {
  const letIn = await holdBack(page, /attention-course.*\.js/);
  await page.goto('?lang=en&chapter=it.1');
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  await page.getByRole('button', { name: 'Sentence', exact: true }).click();
  letIn();
  await expect(page.locator('attention-course')).toBeAttached();
  expect((await stateOf(page)).chapter).toBe('');
});
