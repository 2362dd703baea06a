// While a page loads, nothing that is already visible moves. The test uses the browser's own measure, layout shift, for
// all parts that arrive later.
import { SHORT_WAY } from '../../../dist/course/place.js';
import { expect, FULL, isFull, test } from '../page.js';

/** Largest accepted sum of a page's layout shifts; browser vendors call 0.1 good. */
const MOST = 0.005;

const SECTIONS = {
  'the first page': '?',
  computed: '?view=ledger&stage=tokens&progress=0&controls=text,card,play,scrub,cell',
  story: '?model=stories&view=sentence&controls=text,generate,head,card',
  lab: '?controls=all',
  'look inside': '?inside=',
  training: 'training.html?',
  ...Object.fromEntries(SHORT_WAY.map((_, step) => [`short.${step + 1}`, `?chapter=short.${step + 1}`])),
};

const PHONE = [390, 844];
const SCREENS = [PHONE, [820, 1180], [1280, 720], [1920, 1080], [2560, 1440]];

/** Pages that the short run, `npm test`, loads: those with parts that arrive together with the model. */
const REPRESENTATIVE = ['the first page', 'lab', 'short.1', 'short.4', 'short.8', 'short.11'];

/**
 * Opens a page and returns its layout shifts, each with the elements that have moved and their positions.
 * @param then function that is called when the page has loaded
 */
async function shiftsOf(page, address, then = () => {}) {
  await page.addInitScript(() => {
    globalThis.shifts = [];
    const nameOf = (node) => {
      const element = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node;
      return `${element?.localName}.${element?.className}`;
    };
    const placeOf = ({ x, y, width, height }) => `${x}, ${y}, ${width} × ${height}`;
    // A DOM node that has been removed since the shift is null and has no name.
    const described = ({ node, previousRect, currentRect }) =>
      `${nameOf(node)} from ${placeOf(previousRect)} to ${placeOf(currentRect)}`;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries())
        if (!hadRecentInput) globalThis.shifts.push({ value, moved: sources.map(described) });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(address);
  await page.evaluate(
    () =>
      document.querySelector('attention-spotlight')?.checkVisibility() &&
      document.querySelector('attention-spotlight').ready,
  );
  await then();
  await page.waitForLoadState('networkidle'); // what is loaded later has come, too
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  return page.evaluate(() => globalThis.shifts);
}

const expectSteady = (shifts, name) => {
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, `${name}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(MOST);
};

for (const [width, height] of SCREENS) {
  for (const lang of ['en', 'zh']) {
    const isShort = width === PHONE[0] && lang === 'zh';
    test(
      `nothing moves while a page loads (${lang}, ${width} px)`,
      isShort ? {} : FULL,
      async ({ context, complaints }) => {
        void complaints;
        test.slow(isFull);
        for (const [name, address] of Object.entries(SECTIONS)) {
          if (!isFull && !REPRESENTATIVE.includes(name)) continue;
          const page = await context.newPage();
          await page.setViewportSize({ width, height });
          const shifts = await shiftsOf(page, `${address}&lang=${lang}`);
          expectSteady(shifts, name);
          await page.close();
        }
      },
    );
  }
}

test('nothing moves when the course comes after the model', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const held = [];
  let isHeld = true;
  await page.route(/attention-course/, (route) => (isHeld ? void held.push(route) : route.continue()));
  const shifts = await shiftsOf(page, '?chapter=short.10&lang=en', async () => {
    await page.waitForFunction(() => document.querySelector('attention-spotlight').run);
    isHeld = false;
    for (const route of held) await route.continue();
    await page.locator('attention-course[open]').waitFor({ state: 'attached' });
  });
  expectSteady(shifts, 'short.10');
});
