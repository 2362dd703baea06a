// All views of the element share the same selection: query token, pinned cell and head.
import { element as en } from '../../dist/locales/en/element.js';
import {
  cellPoint,
  expect,
  FULL,
  numberRows,
  sceneOf,
  setState,
  shownNumbers,
  sidePanel,
  stateOf,
  test,
} from './page.js';

const view = (page, name) => page.getByRole('radio', { name, exact: true }).check({ force: true });
/**
 * Numbers of the view “Numbers”, once its table has `rows` rows. If a cell shows its number before and after an
 * intervention, the number after it.
 */
async function table(page, rows) {
  const all = numberRows(page);
  await expect(all).toHaveCount(rows);
  return all.evaluateAll((shown) =>
    shown.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent.split('→').at(-1).trim())),
  );
}

test('the query token and the pinned cell stay when the view changes', async ({ page, open }) => {
  await open('stage=softmax&progress=1&query=7&cell=attention:7:1');
  for (const name of ['Matrix', 'Heads', 'Numbers', 'Steps']) {
    await view(page, name);
    await expect.poll(async () => (await stateOf(page)).view).toBe(name.toLowerCase());
    expect(await stateOf(page)).toMatchObject({ query: 7, cell: { matrix: 'attention', row: 7, column: 1 } });
  }
});

test('matrix and table show the same numbers in every stage', async ({ page, open }) => {
  await open('causal=on&text=I like deep learning');
  for (const stage of ['score', 'scale', 'mask', 'softmax']) {
    await setState(page, { view: 'matrix', stage, progress: 1 });
    const painted = await shownNumbers(page);
    expect(painted.flat()).toHaveLength(16);
    await view(page, 'Numbers');
    const exact = await table(page, painted.length);
    const number = (text) => (text === '−∞' ? -Infinity : Number(text.replace('−', '-')));
    painted.flat().forEach((text, at) => {
      const [shown, given] = [number(text), number(exact.flat()[at])];
      expect(shown === given || Math.abs(shown - given) <= 0.051).toBe(true);
    });
  }
});

test('in the matrix a click on a row label selects the query token', async ({ page, open }) => {
  await open('view=matrix&stage=softmax&progress=1');
  const { x, y } = await cellPoint(page, 'attention', 4, 0);
  const { regions } = await sceneOf(page);
  await page.mouse.click(x - regions[0].width / regions[0].columns, y);
  expect(await stateOf(page)).toMatchObject({ query: 4, cell: null });
});

/** Titles above the matrices of the heads in a scene, without the token labels at the edges of the matrices. */
const titlesOf = ({ marks, panels }) =>
  marks.filter(
    ({ kind, x, y }) =>
      kind === 'text' &&
      panels.some((panel) => x >= panel.x && x <= panel.x + panel.width + 1 && y > panel.y && y < panel.y + 34),
  );

test('the heads view has every head, the means and the rollouts; a click selects a head', async ({ page, open }) => {
  await open('view=heads');
  const { panels } = await sceneOf(page);
  expect(panels).toHaveLength(4 * (4 + 2));
  const { x, y } = await page.locator('canvas').boundingBox();
  const panel = panels[7]; // panel of the second head in the second layer
  await page.mouse.click(x + panel.x + panel.width / 2, y + panel.y + panel.height / 2);
  expect(await stateOf(page)).toMatchObject({ attention: 'encoder', layer: 1, head: 1, view: 'heads' });
  await page.mouse.dblclick(x + panel.x + panel.width / 2, y + panel.y + panel.height / 2);
  expect(await stateOf(page)).toMatchObject({ view: 'steps' });
});

test('sorted by role, the supervised heads come first', async ({ page, open }) => {
  await open('view=heads&sort=role');
  const scene = await sceneOf(page);
  const titles = titlesOf(scene).flatMap(({ bold, text }) => (bold ? [text] : []));
  expect(titles).toHaveLength(scene.panels.length);
  expect(new Set(titles.slice(0, 3))).toEqual(new Set(['1.4', '4.1', '4.2']));
  expect(titles.slice(-2)).toEqual(['Layer 4, mean', 'Rollout 1–4']);
});

for (const lang of ['en', 'zh']) {
  const title = `on a phone no head’s label is truncated (${lang})`;
  test(title, lang === 'zh' ? {} : FULL, async ({ page, open }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await open(`view=heads&lang=${lang}`);
    for (const attention of ['encoder', 'decoder', 'cross']) {
      await setState(page, { attention });
      const scene = await sceneOf(page);
      const texts = titlesOf(scene).map(({ text }) => text);
      expect(texts.filter((text) => /\d%$/.test(text)).length).toBeGreaterThan(0);
      expect(texts.filter((text) => !/\d%$/.test(text))).toHaveLength(2 * scene.panels.length);
      expect(texts.filter((text) => text.includes('…'))).toEqual([]);
    }
  });
}

test.describe('a long text', () => {
  const words = Array.from({ length: 300 }, (_, index) => `w${index}`).join(' ');

  test('is zoomed with keys, wheel and buttons, and dragged', async ({ page, open }) => {
    await open(`view=matrix&stage=softmax&progress=1&text=${words}`);
    const zoom = async () => (await stateOf(page)).zoom;
    await page.getByRole('button', { name: 'Zoom in' }).click();
    expect((await zoom()).factor).toBeCloseTo(1.5, 5);
    await page.locator('canvas').press('+');
    expect((await zoom()).factor).toBeCloseTo(2.25, 5);
    const { x, y, width, height } = await page.locator('canvas').boundingBox();
    const [middleX, middleY] = [x + width / 2, y + height / 2];
    await page.mouse.move(middleX, middleY);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -800);
    await page.keyboard.up('Control');
    await expect.poll(async () => (await zoom()).factor).toBeGreaterThan(8);
    const before = await zoom();
    await page.mouse.down();
    await page.mouse.move(middleX - 60, middleY - 30, { steps: 4 });
    await page.mouse.up();
    const after = await zoom();
    expect(after.x).toBeGreaterThan(before.x);
    expect(after.y).toBeGreaterThan(before.y);
    expect((await stateOf(page)).cell).toBeNull(); // a drag is not a click
    await page.getByRole('button', { name: 'Show the whole matrix' }).click();
    expect(await zoom()).toEqual({ factor: 1, x: 0.5, y: 0.5 });
  });

  test('the cell under the pointer stays under it while zooming', async ({ page, open }) => {
    await open(`view=matrix&stage=softmax&progress=1&text=${words}`);
    const point = await cellPoint(page, 'attention', 200, 150);
    const [x, y] = [Math.round(point.x), Math.round(point.y)]; // wheel events have integer coordinates
    await page.mouse.move(x, y);
    const before = await page.evaluate(() => document.querySelector('attention-spotlight').hovered);
    await page.keyboard.down('Control');
    for (let turn = 0; turn < 5; turn++) await page.mouse.wheel(0, -300);
    await page.keyboard.up('Control');
    await expect.poll(async () => (await stateOf(page)).zoom.factor).toBeGreaterThan(20);
    await page.mouse.click(x, y);
    expect((await stateOf(page)).cell).toEqual(before);
  });

  test('in the numbers view only the row of the query token is shown', async ({ page, open }) => {
    await open(`view=numbers&query=5&text=${words}`);
    await expect(page.getByText('With more than 64 tokens, only the row of the query token is shown')).toBeVisible();
    expect(await table(page, 1)).toHaveLength(1);
  });
});

test('a hovered cell is marked in every head, with its weight', async ({ page, open }) => {
  await open('view=heads&lang=en&text=I love Beijing');
  const { panels, regions } = await sceneOf(page);
  const box = await page.locator('canvas').boundingBox();
  const { x, y, width, height } = regions[5];
  await page.mouse.move(box.x + x + width * 0.5, box.y + y + height * 0.8);
  await expect(page.locator('[data-cell]')).toHaveText(
    '“Beijing” → “love”: the weight in each head is written at its cell.',
  );
  const rows = await page.evaluate(() => {
    const { run } = document.querySelector('attention-spotlight');
    return Array.from({ length: 16 }, (_, at) => [
      ...run.trace('encoder', at >> 2, at & 3).weights.data.subarray(6, 9),
    ]);
  });
  const shown = (await sceneOf(page)).marks.filter(({ kind, halo }) => kind === 'text' && halo);
  expect(shown).toHaveLength(panels.length);
  const heads = shown.filter((_, at) => at % 6 < 4).map(({ text }) => text);
  expect(heads).toEqual(rows.map((row) => en.percents(row)[1])); // the percentages of a row are rounded together
});

test('the selected word stays when another head is selected', async ({ page, open }) => {
  await open('view=matrix&text=The cat sat on the mat because it was tired');
  await expect(sidePanel(page)).toContainText('“it” attends');
  await page.getByRole('radio', { name: 'layer 1, head 4' }).check();
  await expect(sidePanel(page)).toContainText('“it” attends most to “because”');
  // Selecting cross-attention resets the selected query, since its queries are other tokens: those of the translation.
  await page.getByRole('radio', { name: 'Cross' }).check();
  expect((await stateOf(page)).query).toBe(-1);
});

for (const [view, last] of [
  ['matrix', '6. Softmax'],
  ['numbers', '6. Softmax'],
  ['steps', '8. Output'],
]) {
  test(`the panel beside the view ${view} explains the end of the drawing`, async ({ page, open }) => {
    await open(`view=${view}&attention=encoder&layer=3&head=0`);
    await expect(page.locator('aside h2')).toHaveText(last);
  });
}
