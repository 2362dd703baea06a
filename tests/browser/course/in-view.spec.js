// Every step of the course's short way (its quick tour) on screens of four sizes: the control that the task names is
// visible when the step opens, and the result is visible when the task is done. On a phone, both must be above the task
// at the lower edge.
import { nameOfStep, SHORT_WAY, writePlace } from '../../../dist/course/place.js';
import { cellAt, expect, FULL, sceneOf, setState as set, tokenAt, test } from '../page.js';

const spotlight = (page) => page.locator('attention-spotlight');
const figure = (page) => page.locator('attention-course .figure');
const field = (page) => page.getByLabel('Sentence', { exact: true });

/** Function from a page to the bounding box of an element in it; null if the element has none. */
const boxOf = (locator) => async (page) => locator(page).boundingBox();

/** Functions from a page to the screen position of a cell of the canvas, and of a token of the canvas. */
const ofCell = (row, column) => (page) => cellAt(page, 'attention', row, column);
const ofToken = (token) => (page) => tokenAt(page, token);

const clickAt = (box) => async (page) => {
  const { x, y, width, height } = await box(page);
  await page.mouse.click(x + width / 2, y + height / 2);
};

const fillIn = (step, values) => async (page) => {
  for (const [column, value] of values.entries())
    await page.getByLabel(`${step}, query 1, key ${column + 1}`).fill(value);
};
const check = boxOf((page) => figure(page).getByRole('button', { name: 'Check', exact: true }));
const caption = boxOf((page) => spotlight(page).locator('.strongest'));

/** Screen area of the sentence that states the weighted sum in words, below the rows of the view “ledger”. */
const sumInWords = async (page) => {
  const { marks } = await sceneOf(page);
  const { x, y } = await page.locator('canvas').boundingBox();
  const term = marks.find(({ kind, text }) => kind === 'text' && /^v\(cat\)$/.test(text));
  return term ? { x: x + term.x, y: y + term.y - 8, width: 4, height: 16 } : null;
};

const allPanels = boxOf((page) => page.locator('canvas'));

/**
 * Steps of the course by name: `named`, the boxes of the controls that the task names; `act`, which does the task; and
 * `result`, the boxes in which its result appears.
 */
const STEPS = {
  'it.1': { named: [ofToken(1)], act: clickAt(ofToken(1)), result: [ofToken(1), caption] },
  'it.2': {
    named: [boxOf(field)],
    act: (page) => field(page).fill('The cat sat on the mat because it was soft'),
    result: [ofToken(5), caption],
  },
  'weighted-average.1': {
    named: [0, 1, 2].map((index) => boxOf((page) => figure(page).getByRole('slider').nth(index))),
    act: async (page) => {
      for (const [index, value] of ['100', '0', '0'].entries())
        await figure(page).getByRole('slider').nth(index).fill(value);
    },
    result: [boxOf((page) => figure(page).locator('.output')), boxOf((page) => figure(page).locator('b.right'))],
  },
  'weighted-average.3': {
    named: [
      ...['Play', 'Next stage'].map((name) => boxOf((page) => spotlight(page).getByRole('button', { name }))),
      ofToken(7), // the query and its arcs, since the question is about the arcs' weights
    ],
    act: (page) => set(page, { stage: 'sum', progress: 1 }),
    result: [sumInWords],
  },
  'scores.1': {
    named: [boxOf((page) => page.getByLabel('score, query 1, key 1')), check],
    act: async (page) => {
      await fillIn('score', ['1', '3', '4'])(page);
      await page.keyboard.press('Enter');
    },
    result: [boxOf((page) => figure(page).locator('.message .right'))],
  },
  'scores.3': {
    named: [ofCell(1, 2)],
    act: clickAt(ofCell(1, 2)),
    tapped: ofCell(1, 2),
    result: [ofCell(1, 2), boxOf((page) => spotlight(page).locator('.arithmetic'))],
  },
  'softmax.1': {
    named: [boxOf((page) => page.getByLabel('score divided by √2, query 1, key 1')), check],
    act: async (page) => {
      await fillIn('score divided by √2', ['0.71', '2.12', '2.83'])(page);
      await fillIn('weight', ['0.07', '0.31', '0.62'])(page);
      await page.keyboard.press('Enter');
    },
    result: [boxOf((page) => figure(page).locator('.message .right'))],
  },
  'masks.1': {
    named: [boxOf((page) => page.getByText('Causal mask', { exact: true }))],
    act: (page) => page.getByRole('checkbox', { name: 'Causal mask' }).check(),
    result: [ofCell(0, 0), ofCell(0, 9)],
  },
  'masks.2': {
    named: [ofCell(10, 0)],
    act: clickAt(ofCell(10, 0)),
    tapped: ofCell(10, 0),
    result: [boxOf((page) => spotlight(page).locator('.next-tokens li').first())],
  },
  'heads.2': { named: [ofToken(5)], act: clickAt(ofToken(5)), result: [ofToken(2), caption] },
  'heads.3': {
    named: [boxOf((page) => page.getByRole('button', { name: 'Switch off this head' }))],
    act: (page) => page.getByRole('button', { name: 'Switch off this head' }).click(),
    result: [boxOf((page) => page.getByRole('button', { name: 'Switch on this head' })), allPanels],
  },
  'learning.2': {
    named: [boxOf((page) => figure(page).getByRole('button', { name: 'Train', exact: true }))],
    act: (page) => figure(page).getByRole('button', { name: 'Train', exact: true }).click(),
    result: [boxOf((page) => figure(page).locator('svg').first())],
  },
};

/**
 * Lower edge (y in pixels) of the part of the page that the course's task does not cover. On a phone, the task is at
 * the bottom of the screen.
 */
async function lowerEdge(page) {
  const { width, height } = page.viewportSize();
  return width < 1000 ? (await page.locator('attention-course footer').boundingBox()).y : height;
}

/**
 * True if the center of a box on the canvas is not covered, for example by the sheet at the bottom of a phone's screen.
 */
async function isUncovered(page, box) {
  const { x, y, width, height } = await box(page);
  return spotlight(page).evaluate(
    ({ shadowRoot }, [left, top]) => shadowRoot.elementFromPoint(left, top)?.localName === 'canvas',
    [x + width / 2, y + height / 2],
  );
}

/** Number of pixels by which a box extends beyond the screen; null if the box does not exist. */
async function outside(page, box) {
  const found = await box(page);
  if (!found) return null;
  const { x, y, width, height } = found;
  const beyond = [-x, -y, x + width - page.viewportSize().width, y + height - (await lowerEdge(page))];
  return Math.max(0, Math.floor(Math.max(...beyond)));
}

/** Does the task of a step, and expects its control, its result and the task itself to be on the screen. */
async function expectInView(page, place) {
  const { named, act, result, tapped } = STEPS[nameOfStep(place)];
  await page.goto(`?lang=en&chapter=${writePlace(place)}`);
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  await expect(page.locator('attention-course h2')).toBeVisible();
  for (const box of named) await expect.poll(() => outside(page, box), 'the named control').toBe(0);
  await act(page);
  if (place.chapter !== 'learning') await expect(page.locator('attention-course .task')).toContainText('What you saw:');
  for (const box of result) await expect.poll(() => outside(page, box), 'the result').toBe(0);
  if (tapped) await expect.poll(() => isUncovered(page, tapped), 'what was tapped').toBe(true);
  await expect(page.locator('attention-course .task')).toBeInViewport();
}

for (const [width, height] of [
  [1280, 720],
  [1920, 1080],
  [820, 1180],
  [390, 844],
]) {
  const title = `in every step of the short way, control and result are in view (${width} × ${height})`;
  test(title, width === 1280 || width === 390 ? {} : FULL, async ({ page, complaints }) => {
    void complaints;
    test.slow();
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const place of SHORT_WAY) {
      await test.step(`${writePlace(place)}, ${nameOfStep(place)}`, () => expectInView(page, place));
    }
  });
}
