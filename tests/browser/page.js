// Fixtures and helpers of the page tests. The page is open and ready, and the console has no errors or warnings.
import { AxeBuilder } from '@axe-core/playwright';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { test as base, expect } from '@playwright/test';

export { expect };

/** True if the tests run by `npm run test:full`, which includes long tests. */
export const isFull = Boolean(process.env.FULL);

/** Options of a test that only `npm run test:full` runs, because `npm test` already has a similar one. */
export const FULL = { tag: '@full' };

const { heads } = JSON.parse(readFileSync(new URL('../../models/default/config.json', import.meta.url), 'utf8'));

/**
 * Percentage of pronouns in natural English sentences that the default model's pronoun head resolves correctly, from
 * the model card.
 */
export const PRONOUNS_RIGHT = Math.round(
  100 *
    heads
      .find(({ role }) => role === 'antecedent')
      .measures.find(({ measure, language }) => measure === 'natural' && language === 'en').score,
);

/** Factor by which Chromium slows down the CPU: `SLOW=4` emulates a machine with a quarter of the speed. */
const SLOWNESS = Number(process.env.SLOW ?? 1);
/** Delay of each script, module and model in milliseconds: `LATE=700` emulates a slow network. */
const LATENESS = Number(process.env.LATE ?? 0);

/**
 * Fixtures. `complaints` collects errors and warnings of the page; `open` opens the element with all controls (the
 * lab), or in a given state, and waits for its first scene; `allLoaded` waits for the parts that other views need,
 * which the page loads when it is idle.
 */
export const test = base.extend({
  page: async ({ page, context }, use) => {
    if (SLOWNESS > 1) {
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWNESS });
    }
    if (LATENESS > 0) {
      await context.route(/\.(js|wasm|safetensors)$/, async (route) => {
        await setTimeout(LATENESS);
        await route.fallback();
      });
    }
    await use(page);
  },
  complaints: async ({ page }, use) => {
    const complaints = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await use(complaints);
    expect(complaints).toEqual([]);
  },
  allLoaded: async ({ page }, use) => {
    const requested = [];
    const pending = new Set();
    page.on('request', (request) => requested.push(request.url()) && pending.add(request));
    for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => pending.delete(request));
    await use(async () => {
      // Idle callbacks run in order: when this one runs, the element has requested all parts that it loads when idle.
      // (A scene that shows the card of a cell requests the card's code immediately.)
      await page.evaluate(() => new Promise((done) => requestIdleCallback(() => done())));
      await expect.poll(() => requested.some((url) => /cell-card/.test(url)) && pending.size === 0).toBe(true);
    });
  },
  open: async ({ page, complaints }, use) => {
    void complaints;
    await use(async (query = '') => {
      await page.goto(query.includes('controls=') ? `?${query}` : `?controls=all&${query}`);
      await page.evaluate(() => document.querySelector('attention-spotlight').ready);
      await expect(
        page.locator('attention-spotlight').locator('canvas, table').filter({ visible: true }).first(),
      ).toBeVisible();
    });
  },
});

/**
 * Accessibility problems that axe finds, as texts. axe's legacy mode takes half the time, but leaves out frames of
 * other origins.
 */
export async function accessibilityFindings(page, { impacts = ['minor', 'moderate', 'serious', 'critical'] } = {}) {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const found = violations.filter(({ impact }) => impacts.includes(impact));
  return found.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html)].join(' '));
}

export const setState = (page, state) =>
  page.evaluate(async (each) => {
    const element = document.querySelector('attention-spotlight');
    element.state = each;
    await element.updateComplete;
  }, state);

/** The element's current scene (the drawing on its canvas, as data), once all of its parts are loaded. */
export const sceneOf = (page) =>
  page.evaluate(async () => {
    const element = document.querySelector('attention-spotlight');
    await element.updateComplete;
    const { scene } = element;
    return (
      scene && {
        ...scene,
        layers: [],
        marks: scene.layers.flatMap(({ marks }) => marks.filter(({ kind }) => kind !== 'cells')),
      }
    );
  });

/** Token labels at the left and top edges of the attention matrix, as they are painted. */
export async function axisLabels(page) {
  const { marks, regions } = await sceneOf(page);
  const box = regions.find(({ matrix }) => matrix === 'attention');
  const textsOf = (labels) => labels.map(({ text }) => text);
  return {
    left: textsOf(marks.filter(({ role, x }) => role === 'row-label' && x < box.x && x > box.x - 12)),
    top: textsOf(marks.filter(({ role }) => role === 'column-label')),
  };
}

/** Numbers in the attention matrix as they are painted, row by row. */
export async function shownNumbers(page) {
  const { marks, regions } = await sceneOf(page);
  const box = regions.find(({ matrix }) => matrix === 'attention');
  const inside = ({ x, y }) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
  const numbers = marks.filter((mark) => mark.role === 'number' && inside(mark)).map(({ text }) => text);
  return Array.from({ length: box.rows }, (_, row) => numbers.slice(row * box.columns, (row + 1) * box.columns));
}

export async function cellPoint(page, matrix, row, column) {
  await page.locator('canvas').evaluate((canvas) => canvas.scrollIntoView({ block: 'center' }));
  const { regions } = await sceneOf(page);
  const box = regions.find((each) => each.matrix === matrix);
  const { x, y } = await page.locator('canvas').boundingBox();
  return {
    x: x + box.x + ((column + 0.5) * box.width) / box.columns,
    y: y + box.y + ((row + 0.5) * box.height) / box.rows,
  };
}

/**
 * Position and size on the page of a box whose coordinates are relative to the canvas; does not scroll. Null if there
 * is no box or no visible canvas.
 */
async function onScreen(page, box) {
  const canvas = await page.locator('canvas').boundingBox();
  return box && canvas && { ...box, x: canvas.x + box.x, y: canvas.y + box.y };
}

export const tokenAt = async (page, token) =>
  onScreen(
    page,
    (await sceneOf(page)).tokens.find((each) => each.token === token),
  );

export async function cellAt(page, matrix, row, column) {
  const box = (await sceneOf(page)).regions.find((each) => each.matrix === matrix);
  if (!box) return null;
  const [width, height] = [box.width / box.columns, box.height / box.rows];
  return onScreen(page, { x: box.x + column * width, y: box.y + row * height, width, height });
}

export const stateOf = (page) => page.evaluate(() => document.querySelector('attention-spotlight').state);

/**
 * Delays requests for files whose URLs match a pattern.
 * @returns a function that lets the requests continue
 */
export async function holdBack(page, pattern) {
  let letIn;
  const open = new Promise((resolve) => (letIn = resolve));
  await page.route(pattern, async (route) => {
    await open;
    await route.continue();
  });
  return letIn;
}

// Locators of the element's panels, by their roles and names in English or Chinese, or by the CSS parts that page
// authors can style.

export const sidePanel = (page) => page.getByRole('complementary');

/**
 * Locator of the card that explains the cell under the pointer, or the pinned cell. On a phone, it may be hidden in the
 * closed bottom sheet.
 */
export const cellCard = (page) => page.getByRole('group', { name: /^(Cell: |单元格：)/, includeHidden: true });

/** Locator of the panel about the effect of the interventions on the query token. */
export const consequence = (page) => page.getByRole('region', { name: /^(What became of|“.*”变成了什么)/ });

/** Locator of the caption below the canvas, which also tells how reliable the head is. */
export const caption = (page) => page.locator('[part=caption]');

/** Locator of the caption's sentence about the token to which the query token attends most. */
export const strongest = (page) => caption(page).getByRole('paragraph').first();

export const timeline = (page) => page.locator('[part=timeline]');

/** Locator of the strip “You are here”, which shows where in a layer the current stage is computed. */
export const where = (page) => page.getByRole('list', { name: /^(You are here|当前位置)$/ });

export const experiment = (page) => page.getByRole('group', { name: /^(Experiment|实验)$/ });

export const candidates = (page) =>
  page.getByRole('list', { name: 'Most likely next tokens', exact: true }).getByRole('listitem');

export const nextTokens = (page) => page.getByRole('list', { name: 'Most likely next tokens:' }).getByRole('listitem');

/** Locator of the table of the view “Numbers”. */
export const numbers = (page) => page.getByRole('region', { name: 'Numbers' }).getByRole('table');

export const numberRows = (page) =>
  numbers(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });

/** Locator of the notice about the selected head's role, which appears in views without a panel that names the role. */
export const headNotice = (page) => page.locator('[part=notice][data-role]');
