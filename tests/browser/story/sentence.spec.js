// The view 'sentence': arcs grow, clicks and arrow keys select the query token, and the caption describes its
// attention.
import { caption, expect, PRONOUNS_RIGHT, sceneOf, setState, stateOf, strongest, test } from '../page.js';

const words = (scene) => scene.marks.filter(({ kind, text }) => kind === 'text' && !text.endsWith('%'));
const arcs = (scene) => scene.marks.filter(({ kind }) => kind === 'path');
const still = (page) => page.emulateMedia({ reducedMotion: 'reduce' });

const click = async (page, token) => {
  const { tokens } = await sceneOf(page);
  const { x, y } = await page.locator('canvas').boundingBox();
  const box = tokens.find((each) => each.token === token);
  await page.mouse.click(x + box.x + box.width / 2, y + box.y + box.height / 2);
};

test('a click on a token makes it the query, and the caption describes its attention', async ({ page, open }) => {
  await open('view=sentence');
  await expect(strongest(page)).toHaveText(/^“it” attends most to “cat” \(\d\d%\)\.$/);
  await expect(caption(page)).toContainText(
    `Of 100 everyday sentences like this one, this head gets ${PRONOUNS_RIGHT} right.`,
  );
  await expect(caption(page)).toContainText('always taking the nearest noun: 50');
  await expect(caption(page)).toContainText('of 100 harder sentences: 67');
  await click(page, 8);
  expect(await stateOf(page)).toMatchObject({ query: 8, cell: null });
  await expect(strongest(page)).toHaveText(/^“was” attends most to/);
});

test('arrow keys select the previous and next query token', async ({ page, open }) => {
  await open('view=sentence&query=0');
  const canvas = page.locator('canvas');
  await canvas.press('ArrowLeft');
  expect((await stateOf(page)).query).toBe(0);
  await canvas.press('ArrowRight');
  await canvas.press('ArrowRight');
  expect(await stateOf(page)).toMatchObject({ query: 2, cell: null });
});

test('arcs grow when the sentence appears, and swing when a word changes', async ({ page, open }) => {
  await page.clock.install({ time: 0 });
  await open('view=sentence');
  const lengthNow = () => sceneOf(page).then((scene) => Math.max(...arcs(scene).map(reach)));
  const reach = ({ from, curves }) => Math.abs(curves.at(-1).to.x - from.x);
  await expect.poll(lengthNow).toBeGreaterThan(500);
  await page.clock.pauseAt(600_000);
  const widest = async () =>
    arcs(await sceneOf(page))
      .reduce((most, mark) => (mark.lineWidth > most.lineWidth ? mark : most))
      .curves.at(-1).to.x;
  const seen = [await widest()];
  await setState(page, { text: 'The cat sat on the mat because it was soft' });
  for (let moment = 0; moment < 15; moment++) {
    await page.clock.runFor(100);
    seen.push(await widest());
  }
  expect(new Set(seen.map(Math.round)).size).toBeGreaterThan(2); // the arc to “mat” is drawn while it grows
  expect(seen.at(-1)).toBeGreaterThan(seen[0]); // “mat” is to the right of “cat”.
  await expect(strongest(page)).toHaveText(/“it” attends most to “mat”/);
});

test('with reduced motion the arcs are complete at once', async ({ page, open }) => {
  await still(page);
  await open('view=sentence');
  const first = await sceneOf(page);
  const later = await page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    return document.querySelector('attention-spotlight').scene;
  });
  expect(arcs(first)).toEqual(later.layers.flatMap(({ marks }) => marks).filter(({ kind }) => kind === 'path'));
});

test('it shows the end of the animation at every stage, and the effect of interventions', async ({ page, open }) => {
  await still(page);
  await open('view=sentence&stage=tokens&progress=0&mask=7.1');
  await expect(strongest(page)).toHaveText(/“it” attends most to “mat” .*Without your interventions: “cat”/);
  await open('view=sentence&stage=tokens&progress=0&attention=decoder');
  expect(words(await sceneOf(page)).length).toBeGreaterThan(8);
});

for (const [width, height] of [
  [1280, 720],
  [390, 844],
]) {
  test(`a sentence of 60 tokens is shown completely (${width} px)`, async ({ page, open }) => {
    await page.setViewportSize({ width, height });
    const tokens = Array.from({ length: 60 }, (_, index) => ['The', 'cat', 'sat', 'down'][index % 4]);
    await open(`view=sentence&text=${tokens.join(' ')}`);
    const scene = await sceneOf(page);
    expect(words(scene).map(({ text }) => text)).toEqual(tokens);
    expect(Math.min(...words(scene).map(({ size }) => size))).toBeGreaterThanOrEqual(14);
  });
}

test('external attention without a model has arcs, and no claim about the head', async ({ page, open }) => {
  await still(page);
  await open('view=sentence');
  await page.evaluate(async () => {
    const element = document.querySelector('attention-spotlight');
    element.data = {
      tokens: ['a', 'b'],
      keyTokens: ['x', 'y', 'z'],
      attention: [
        [
          [
            [0.2, 0.7, 0.1],
            [0, 0, 1],
          ],
        ],
      ],
    };
    await element.updateComplete;
  });
  expect(arcs(await sceneOf(page)).length).toBeGreaterThan(0);
  expect(words(await sceneOf(page)).map(({ text }) => text)).toEqual(['a', 'b', 'x', 'y', 'z']);
  await expect(caption(page).getByRole('paragraph')).toHaveCount(1);
});
