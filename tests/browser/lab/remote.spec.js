// A model from the user's files runs in a worker: the element shows the results that have arrived so far, and in the
// end the same ones as for a model in the page's own thread.
import { readFileSync } from 'node:fs';
import { cellCard, expect, experiment, sceneOf, setState, test } from '../page.js';

const STORIES = ['model.safetensors', 'config.json', 'tokenizer.json'].map((name) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: readFileSync(new URL(`../../../models/stories/${name}`, import.meta.url)),
}));

const shownText = (page) => page.evaluate(() => document.querySelector('attention-spotlight').run?.text);
const openStories = async (page) => {
  await page.locator('#own-model input').setInputFiles(STORIES);
  await expect(page.locator('#own-model')).toContainText('model.safetensors: 5 layers of 8 heads.');
};
const SHOWN = {
  text: 'The little dog ran',
  attention: 'decoder',
  layer: 0,
  head: 1,
  cell: 'attention:2:1',
  temperature: 2,
};

test('the picture before stays until the answers have come; then it is the one of the same model in this thread', async ({
  page,
  open,
}) => {
  await open('lang=en&controls=all&view=ledger&model=stories');
  await setState(page, SHOWN);
  await expect.poll(() => shownText(page)).toBe(SHOWN.text);
  const scene = await sceneOf(page);
  const card = await cellCard(page).innerText();
  await openStories(page);
  await setState(page, { text: 'Once upon a time' });
  await expect.poll(() => shownText(page)).toBe('Once upon a time');
  const first = await page.locator('attention-spotlight').evaluate(async (each, state) => {
    each.state = state;
    await new Promise((resolve) => each.addEventListener('statechange', resolve, { once: true }));
    const shown = each.run.text;
    await each.updateComplete;
    return shown;
  }, SHOWN);
  expect(first).toBe('Once upon a time');
  expect(await shownText(page)).toBe(SHOWN.text);
  expect(await sceneOf(page)).toEqual(scene);
  await expect(cellCard(page)).toHaveText(card, { useInnerText: true });
  await expect(experiment(page).locator('.effect')).toBeVisible(); // the effect is computed by further runs
});

test('it writes the tokens that the same model in this thread writes', async ({ page, open }) => {
  const written = () =>
    page.locator('attention-spotlight').evaluate(async (each) => {
      each.text = 'Once upon a time';
      await each.updateComplete;
      return [await each.continuation.draw(each.sampling), await each.continuation.drawSentence(each.sampling)];
    });
  await open('lang=en&controls=all&model=stories');
  await expect.poll(() => shownText(page)).not.toBeUndefined();
  const here = await written();
  expect(here[0]).toMatch(/\S/);
  await openStories(page);
  expect(await written()).toEqual(here);
});

test('its worker ends with it, and with another one in its place', async ({ page, open }) => {
  await open('lang=en&controls=all');
  await expect.poll(() => page.workers().length).toBe(0);
  await openStories(page);
  const [worker] = page.workers();
  await openStories(page);
  await expect.poll(() => page.workers()).toHaveLength(1);
  expect(page.workers()[0]).not.toBe(worker);
  await page.getByRole('button', { name: 'Back to the model of this page' }).click();
  await expect.poll(() => page.workers()).toHaveLength(0);
});
