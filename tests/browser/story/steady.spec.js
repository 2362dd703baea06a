// During playback, the layout does not shift, and the playback controls stay on the screen.
import { initialState } from '../../../dist/element/state/properties.js';
import { expect, FULL, setState, test, timeline } from '../page.js';

const SIZES = [
  [1280, 720],
  [390, 844],
];
/** Step of the course with an animation of all stages. */
const CHAPTER = 'weighted-average.3';
const STATES = {
  'how it is computed': { controls: 'text,card,play,scrub,cell' },
  'the lab': {},
  'one query': { view: 'ledger' },
  'the matrix': { view: 'matrix' },
  'the numbers': { view: 'numbers' },
  'cross-attention': { attention: 'cross' },
  'a pinned cell': { cell: { matrix: 'attention', row: 7, column: 1 } },
};

/** Plays all stages. Returns the sum of the browser's layout-shift entries during playback. */
const shiftWhilePlaying = (page) =>
  page.evaluate(async () => {
    const element = document.querySelector('attention-spotlight');
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const stages = ['tokens', 'embed', 'project', 'score', 'scale', 'mask', 'softmax', 'sum', 'output'];
    const show = async (stage, progress) => {
      element.moment = { stage, progress };
      await element.updateComplete;
      await frame();
      await frame();
    };
    await show('tokens', 0);
    const shifts = [];
    const record = (list) => shifts.push(...list.map(({ value }) => value));
    const observer = new PerformanceObserver((list) => record(list.getEntries()));
    observer.observe({ type: 'layout-shift' });
    for (const stage of stages) for (const progress of [0.1, 0.5, 1]) await show(stage, progress);
    await frame();
    record(observer.takeRecords());
    observer.disconnect();
    return shifts;
  });

/** Checks that the playback controls are on the screen, wherever the page is scrolled to. */
async function expectPlayer(page, what) {
  await page.evaluate(() => scrollTo(0, 0));
  await expect(timeline(page).getByRole('button', { name: /^(Play|播放)$/ }), what).toBeInViewport({ ratio: 1 });
  await expect(timeline(page).getByRole('slider'), what).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => scrollTo(0, 300));
  await expect(timeline(page).getByRole('button', { name: /^(Play|播放)$/ }), what).toBeInViewport({ ratio: 1 });
}

for (const [lang, [width, height], options] of [
  ['en', SIZES[0], FULL],
  ['zh', SIZES[1], {}],
  ['zh', SIZES[0], FULL],
  ['en', SIZES[1], FULL],
]) {
  const title = `nothing shifts while it plays, and the player stays (${width} × ${height}, ${lang})`;
  test(title, options, async ({ page, open, allLoaded }) => {
    test.slow();
    await page.setViewportSize({ width, height });
    await open(`lang=${lang}`);
    await allLoaded();
    for (const [what, change] of Object.entries(STATES)) {
      await setState(page, { ...initialState(), lang, ...change });
      expect(await shiftWhilePlaying(page), what).toEqual([]);
      await expectPlayer(page, what);
    }
    await open(`chapter=${CHAPTER}&lang=${lang}`);
    expect(await shiftWhilePlaying(page), 'the course').toEqual([]);
    await expectPlayer(page, 'the course');
  });
}

test('the text of a stage covers nothing below it', async ({ page, open }) => {
  await open('stage=project&causal=on');
  const boxes = await page
    .locator('aside')
    .evaluate((aside) => [...aside.querySelectorAll('h2, p')].map((each) => each.getBoundingClientRect().toJSON()));
  for (const [index, { top }] of boxes.slice(1).entries()) expect(top).toBeGreaterThanOrEqual(boxes[index].bottom);
});

test('nothing shifts during four seconds of playback', FULL, async ({ page, open }) => {
  await open('controls=text,card,play,scrub,cell&stage=project&progress=0&speed=4');
  const shift = await page.evaluate(async () => {
    const shifts = [];
    new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value))).observe({
      type: 'layout-shift',
    });
    const element = document.querySelector('attention-spotlight');
    element.play();
    const began = performance.now();
    while (performance.now() - began < 4000) await new Promise((resolve) => requestAnimationFrame(resolve));
    return shifts.reduce((sum, each) => sum + each, 0);
  });
  expect(shift).toBe(0);
});
