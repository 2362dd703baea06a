// Fixtures and helpers: the page, opened and ready, without errors or warnings in the console.
import { AxeBuilder } from '@axe-core/playwright';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { test as base, expect } from '@playwright/test';

export { expect };

/** Whether this is `npm run test:full`. */
export const isFull = Boolean(process.env.FULL);

/** The options of a test that `npm test` leaves out, for it has another of its kind, and `npm run test:full` runs. */
export const FULL = { tag: '@full' };

const { heads } = JSON.parse(readFileSync(new URL('../../models/default/config.json', import.meta.url), 'utf8'));

/** In how many of 100 natural English sentences the default model's pronoun head is right, as its card says. */
export const PRONOUNS_RIGHT = Math.round(
  100 *
    heads
      .find(({ role }) => role === 'antecedent')
      .measures.find(({ measure, language }) => measure === 'natural' && language === 'en').score,
);

/** `SLOW=4`: as on a machine of a quarter of the speed. */
const SLOWNESS = Number(process.env.SLOW ?? 1);
/** `LATE=700`: each script, module and model arrives so many milliseconds late, as on a slow network. */
const LATENESS = Number(process.env.LATE ?? 0);

/**
 * `complaints` collects the page's errors and warnings; `open` opens the lab, or what a state opens, and waits for the first
 * scene; `allLoaded` waits for what other views need, which the page asks for when the browser is idle.
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
    const asked = [];
    const pending = new Set();
    page.on('request', (request) => asked.push(request.url()) && pending.add(request));
    for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => pending.delete(request));
    await use(async () => {
      // What the element asks for when idle it has asked for before this: such tasks run in turn. (A picture may show the cell's
      // card, and ask for it, at once.)
      await page.evaluate(() => new Promise((done) => requestIdleCallback(() => done())));
      await expect.poll(() => asked.some((url) => /cell-card/.test(url)) && pending.size === 0).toBe(true);
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
 * What axe finds, as texts. The legacy mode opens no page of its own for the summary: half the time. What it leaves out are
 * frames of other origins.
 */
export async function accessibilityFindings(page, { impacts = ['minor', 'moderate', 'serious', 'critical'] } = {}) {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const found = violations.filter(({ impact }) => impacts.includes(impact));
  return found.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html)].join(' '));
}

/** Sets a state of the element, as a program would, and waits until it is shown. */
export const setState = (page, state) =>
  page.evaluate(async (each) => {
    const element = document.querySelector('attention-spotlight');
    element.state = each;
    await element.updateComplete;
  }, state);

/** The scene on the canvas, as data, once what it needs is loaded. */
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

/** The token labels at the left and the top edge of the attention matrix, as painted. */
export async function axisLabels(page) {
  const { marks, regions } = await sceneOf(page);
  const box = regions.find(({ matrix }) => matrix === 'attention');
  const texts = marks.filter(({ kind }) => kind === 'text');
  return {
    left: texts.filter(({ align, x }) => align === 'right' && x < box.x && x > box.x - 12).map(({ text }) => text),
    top: texts
      .filter(({ x, y, mono }) => !mono && x > box.x && x < box.x + box.width && y < box.y && y > box.y - 14)
      .map(({ text }) => text),
  };
}

/** The numbers painted in the attention matrix, row by row. */
export async function shownNumbers(page) {
  const { marks, regions } = await sceneOf(page);
  const box = regions.find(({ matrix }) => matrix === 'attention');
  const inside = ({ x, y }) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
  const isOfBaseline = ({ text }) => text.endsWith('→');
  const numbers = marks
    .filter((mark) => mark.kind === 'text' && mark.mono && inside(mark) && !isOfBaseline(mark))
    .map(({ text }) => text);
  return Array.from({ length: box.rows }, (_, row) => numbers.slice(row * box.columns, (row + 1) * box.columns));
}

/** The center of a cell, in coordinates of the page. */
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

export const stateOf = (page) => page.evaluate(() => document.querySelector('attention-spotlight').state);

/** Holds back the requests for files of a pattern until the function that it returns is called. */
export async function holdBack(page, pattern) {
  let letIn;
  const open = new Promise((resolve) => (letIn = resolve));
  await page.route(pattern, async (route) => {
    await open;
    await route.continue();
  });
  return letIn;
}
