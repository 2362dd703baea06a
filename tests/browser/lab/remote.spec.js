// A model that answers asynchronously, like a worker: the element shows what has arrived, and in the end the same picture.
import { readFileSync } from 'node:fs';
import { cellCard, expect, experiment, sceneOf, test } from '../page.js';

const file = (path) => readFileSync(new URL(`../../../${path}`, import.meta.url));
const STORIES = ['model.safetensors', 'config.json', 'tokenizer.json'].map((name) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: file(`models/stories/${name}`),
}));
const REMOTE = `${file('tests/view/models/remote.mjs').toString().replaceAll('export ', '')}; remoteModel`;

/** Text of the scene, from the tokens of its run. */
const shownText = (page) => page.evaluate(() => document.querySelector('attention-spotlight').run.text);

test('the picture before stays until the answers have come; then it is the one of the model in this thread', async ({
  page,
  open,
}) => {
  await open('lang=en&controls=all&view=ledger');
  const element = page.locator('attention-spotlight');
  await page.locator('own-model input').setInputFiles(STORIES);
  await expect(page.locator('own-model')).toContainText('model.safetensors: 5 layers of 8 heads.');
  await element.evaluate((each) => {
    each.state = { text: 'The little dog ran', cell: 'attention:2:1', temperature: 2 };
    return each.updateComplete;
  });
  const scene = await sceneOf(page);
  const card = await cellCard(page).innerText();
  const first = await element.evaluate(async (each, source) => {
    const local = each.pretrained;
    each.text = 'Once upon a time';
    await each.updateComplete;
    each.pretrained = (0, eval)(source)(local);
    each.state = { text: 'The little dog ran', cell: 'attention:2:1', temperature: 2 };
    await new Promise((resolve) => each.addEventListener('statechange', resolve, { once: true })); // the first update
    const shown = each.run.text;
    await each.updateComplete;
    return shown;
  }, REMOTE);
  expect(first).toBe('Once upon a time');
  expect(await shownText(page)).toBe('The little dog ran');
  expect(await sceneOf(page)).toEqual(scene);
  await expect(cellCard(page)).toHaveText(card, { useInnerText: true });
  await expect(experiment(page).locator('.effect')).toBeVisible(); // computed by further runs
});

test('a storyteller whose tokens come later writes as one in this thread', async ({ page, open }) => {
  await open('lang=en&controls=all&text=Once upon a time');
  const element = page.locator('attention-spotlight');
  await page.locator('own-model input').setInputFiles(STORIES);
  await expect(page.locator('own-model')).toContainText('model.safetensors: 5 layers of 8 heads.');
  const [drawn, added] = await element.evaluate(async (each, source) => {
    each.text = 'Once upon a time';
    await each.updateComplete;
    const next = each.continuation.draw(each.sampling);
    each.pretrained = (0, eval)(source)(each.pretrained);
    await each.updateComplete;
    each.renderRoot.querySelectorAll('.writing button')[1].click();
    await new Promise((resolve) => each.addEventListener('statechange', resolve, { once: true }));
    await each.updateComplete;
    return [next, each.text];
  }, REMOTE);
  expect(added).toBe(`Once upon a time${drawn}`);
});
