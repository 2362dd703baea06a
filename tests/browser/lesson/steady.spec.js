// While a page loads, nothing that is already visible moves. This is the browser's own measure, over all parts that
// arrive later.
import { SHORT_WAY } from '../../../dist/course/place.js';
import { expect, FULL, isFull, test } from '../page.js';

/** Largest sum of a page's layout-shift values that is accepted; browser vendors call 0.1 good. */
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

/** Pages that `npm test` loads: those with parts that arrive together with the model. */
const REPRESENTATIVE = ['the first page', 'lab', 'short.1', 'short.4', 'short.8', 'short.11'];

/** The parts that have moved, largest movement first. */
async function shiftsOf(page, address) {
  await page.addInitScript(() => {
    globalThis.shifts = [];
    const nameOf = (node) => {
      const element = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node;
      return `${element?.localName}.${element?.className}`;
    };
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries())
        if (!hadRecentInput) globalThis.shifts.push({ value, moved: sources.map(({ node }) => nameOf(node)) });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(address);
  await page.evaluate(
    () =>
      document.querySelector('attention-spotlight')?.checkVisibility() &&
      document.querySelector('attention-spotlight').ready,
  );
  await page.waitForLoadState('networkidle'); // the parts that are loaded later have arrived, too
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  return page.evaluate(() => globalThis.shifts);
}

for (const [width, height] of SCREENS) {
  for (const lang of ['en', 'zh']) {
    const isShort = width === PHONE[0] || (width === 1280 && lang === 'en');
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
          const sum = shifts.reduce((total, { value }) => total + value, 0);
          expect(sum, `${name}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(MOST);
          await page.close();
        }
      },
    );
  }
}
