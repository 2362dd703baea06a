// The course: each step has a prediction, a task and an outcome; buttons stay in place; Back works; chapters can be
// linked and embedded. tests/view/course/tasks.test.mjs tests which states complete a task.
import { CHAPTER_IDS } from '../../dist/course/chapters/index.js';
import { PLACES, readPlace, SHORT_WAY, stepAt, writePlace } from '../../dist/course/place.js';
import { cellPoint, expect, FULL, setState as set, stateOf, test as base } from './page.js';

const test = base.extend({
  visit: async ({ page, complaints }, use) => {
    void complaints;
    await use(async (chapter, rest = 'lang=en') => {
      await page.goto(`?${rest}&chapter=${chapter}`);
      await page.evaluate(() => document.querySelector('attention-spotlight').ready);
      await expect(page.locator('attention-course h2')).toBeVisible();
    });
  },
});

const report = (page) => page.locator('attention-course .task');
const seen = (page) => report(page).filter({ hasText: /What you saw:|看到了：/ });
const next = (page) => page.locator('attention-course button.next');
const back = (page) => page.locator('attention-course nav button').first();

/** Height in pixels of a step's text and question that is visible only after the course panel is scrolled. */
const hiddenText = (page) =>
  page.locator('attention-course .body').evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);

const END = { chapter: '', controls: 'all' };
const STILL_THERE = { chapter: `short.${SHORT_WAY.length}` };

for (const [lang, width, height, way, after, options] of [
  ['en', 1280, 720, PLACES, END, FULL],
  ['zh', 390, 844, SHORT_WAY, STILL_THERE, {}],
  ['en', 1280, 720, SHORT_WAY, STILL_THERE, FULL],
  ['zh', 390, 844, PLACES, END, FULL],
  ['zh', 1280, 720, PLACES, END, FULL],
  ['en', 390, 844, PLACES, END, FULL],
]) {
  const name = way === PLACES ? 'every step' : 'the short way';
  const title = `Next leads through ${name}, and stands in the same place (${lang}, ${width} px)`;
  test(title, options, async ({ page, visit }) => {
    await page.setViewportSize({ width, height });
    await visit(writePlace(way[0]), `lang=${lang}`);
    const first = await next(page).boundingBox();
    for (const place of way) {
      expect((await stateOf(page)).chapter).toBe(writePlace(place));
      await expect(page.locator('attention-course section p').first()).not.toBeEmpty();
      if (stepAt(place).alone) await expect(page.locator('attention-spotlight')).toBeHidden();
      else await expect(page.locator('attention-spotlight')).toBeVisible();
      expect(await next(page).boundingBox()).toEqual(first);
      if (width > 1000) expect.soft(await hiddenText(page), writePlace(place)).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await next(page).click();
    }
    expect(await stateOf(page)).toMatchObject(after);
  });
}

test('a step asks, checks exactly its task, and reports the outcome in current numbers', async ({ page, visit }) => {
  await visit('it.2');
  const answer = page.getByRole('radio');
  expect(await answer.count()).toBe(3);
  for (const each of await answer.all()) await expect(each).not.toBeChecked();
  await page.getByRole('radio', { name: 'not at all' }).check();
  const sentence = page.getByLabel('Sentence', { exact: true });
  await sentence.fill('The cat sat on the mat because it was asleep');
  await expect(seen(page)).toHaveCount(0);
  const before = await next(page).boundingBox();
  await sentence.fill('The cat sat on the mat because it was soft');
  await expect(seen(page)).toHaveText(/Before, “it” attended to “cat” with \d+%\. Now it attends to “mat” with \d+%/);
  await expect(seen(page)).toContainText('You predicted “not at all”; it was “a little”.');
  expect(await next(page).boundingBox()).toEqual(before);
  const weight = await page.evaluate(() => {
    const { trace, run } = document.querySelector('attention-spotlight');
    return Math.round(100 * trace.weights.data[7 * run.tokens.length + 5]);
  });
  await expect(seen(page)).toContainText(`“mat” with ${weight}%`);
  await sentence.fill('The cat sat on the mat');
  await expect(seen(page)).toHaveCount(0); // an outcome that no longer applies disappears
});

test('the question can be skipped and never blocks', async ({ page, visit }) => {
  await visit('softmax.3');
  await page.getByRole('button', { name: 'Skip the question' }).click();
  await page.getByRole('checkbox', { name: 'Divide by √d' }).uncheck();
  await expect(seen(page)).toHaveText(/was \d+% on average, now it is \d+%/);
  await expect(report(page)).not.toContainText('predict');
  await visit('softmax.2');
  await next(page).click();
  expect((await stateOf(page)).chapter).toBe('softmax.3');
});

for (const [width, height] of [
  [1280, 720],
  [390, 844],
]) {
  const title = `no formula is broken across two lines (${width} px)`;
  test(title, width < 1280 ? {} : FULL, async ({ page, visit }) => {
    await page.setViewportSize({ width, height });
    for (const lang of ['en', 'zh']) {
      await visit('scores.2', `lang=${lang}`);
      const formulas = await page
        .locator('attention-course .body .formula')
        .evaluateAll((all) =>
          all.map((each) => [each.textContent.replaceAll('\u00a0', ' '), each.getClientRects().length]),
        );
      expect(formulas).toEqual(['Q', 'K', 'V'].map((name) => [`${name} = X·W${name}`, 1]));
    }
  });
}

test('a step shows only the controls that it needs', async ({ page, visit }) => {
  await visit('softmax.3');
  await expect(page.getByRole('checkbox')).toHaveCount(1);
  await expect(page.getByLabel('Sentence', { exact: true })).toHaveCount(0);
  await expect(page.getByText('Export', { exact: true })).toHaveCount(0);
  await visit('it.1');
  await expect(page.locator('attention-spotlight').getByRole('checkbox')).toHaveCount(0);
});

test('a cell task is completed by that cell, with the mouse', async ({ page, visit }) => {
  await visit('masks.4');
  await page.getByRole('button', { name: 'Edit mask' }).click();
  const click = async (row, column) => {
    const { x, y } = await cellPoint(page, 'attention', row, column);
    await page.mouse.click(x, y);
  };
  await click(7, 2);
  await expect.poll(async () => (await stateOf(page)).mask).toEqual([[7, 2]]);
  await expect(seen(page)).toHaveCount(0);
  await click(7, 2);
  await click(7, 1);
  await expect(seen(page)).toHaveText(/“it” attended to “cat” .* attends to “mat” with \d+%/);
});

/** Steps of the course whose task names a control in the panel “Experiment”. */
const EXPERIMENTS = ['softmax.2', 'softmax.3', 'masks.1', 'masks.3', 'masks.4', 'heads.3'];

for (const [width, height] of [
  [1280, 720],
  [1920, 1080],
]) {
  test(`the control that a task names is on the screen (${width} × ${height})`, FULL, async ({ page, visit }) => {
    await page.setViewportSize({ width, height });
    for (const place of EXPERIMENTS) {
      await visit(place);
      const control = page.locator('attention-spotlight .interventions :is(button, input[type=range], .switch)').last();
      await expect(control, place).toBeInViewport({ ratio: 1 });
      await expect(page.locator('attention-spotlight .interventions'), place).toHaveCSS('box-shadow', /inset/);
    }
  });
}

for (const lang of ['en', 'zh']) {
  const tappedTitle = `on a phone the cell of a task can be tapped, that of the first scores without scrolling (${lang})`;
  test(tappedTitle, lang === 'zh' ? {} : FULL, async ({ page, visit }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const tap = async ({ x, y }) => {
      const hit = await page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.localName, [x, y]);
      expect(hit).toBe('attention-spotlight'); // the click hits the element and not the task or the sheet above it
      await page.mouse.click(x, y);
      await expect(seen(page)).toBeVisible();
    };
    await visit('weighted-average.2', `lang=${lang}`);
    await tap(await cellPoint(page, 'attention', ...(lang === 'en' ? [7, 1] : [6, 0])));
    await visit('scores.3', `lang=${lang}`);
    const { x, y } = await cellPoint(page, 'attention', 1, 2);
    const scrolled = await page.evaluate(() => scrollY);
    await page.evaluate(() => scrollTo(0, 0));
    await tap({ x, y: y + scrolled });
  });

  test(`on a phone a control is above the picture that it changes (${lang})`, FULL, async ({ page, visit }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const place of EXPERIMENTS) {
      await visit(place, `lang=${lang}`);
      const control = await page.locator('attention-spotlight .interventions').boundingBox();
      const canvas = await page.locator('attention-spotlight canvas').boundingBox();
      expect(control.y + control.height, place).toBeLessThanOrEqual(canvas.y + 1);
      const task = await page.locator('attention-course footer').boundingBox();
      expect(control.y + control.height, place).toBeLessThan(task.y);
    }
  });
}

test('the course’s Back button and the browser’s work', async ({ page, visit }) => {
  await visit('it.1');
  await next(page).click();
  await expect(page).toHaveURL(/chapter=it\.2/);
  await next(page).click();
  await expect(page).toHaveURL(/chapter=it\.3/);
  await page.goBack();
  await expect.poll(async () => (await stateOf(page)).chapter).toBe('it.2');
  expect((await stateOf(page)).controls).toBe('text,card');
  await page.goBack();
  await expect.poll(async () => (await stateOf(page)).chapter).toBe('it.1');
  await page.goForward();
  await expect.poll(async () => (await stateOf(page)).chapter).toBe('it.2');
  await back(page).click();
  await expect.poll(async () => (await stateOf(page)).chapter).toBe('it.1');
  await expect(back(page)).toBeDisabled();
});

test('progress is saved on the device', async ({ page, visit }) => {
  await visit('masks.1');
  await page.getByRole('checkbox', { name: 'Causal mask' }).check();
  await expect(seen(page)).toBeVisible();
  await visit('masks.1');
  await expect(report(page)).toHaveText(/✓/);
  expect(await page.evaluate(() => localStorage.length)).toBe(1);
});

test('it works without storage', FULL, async ({ page, visit }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await visit('masks.1');
  await page.getByRole('checkbox', { name: 'Causal mask' }).check();
  await expect(seen(page)).toBeVisible();
});

test('a URL with only a chapter opens its initial state, a complete one the saved state', async ({ page, visit }) => {
  await visit('softmax.3');
  expect(await stateOf(page)).toMatchObject({
    scaling: true,
    view: 'matrix',
    stage: 'softmax',
    controls: 'scaling,scope',
  });
  await page.getByRole('checkbox', { name: 'Divide by √d' }).uncheck();
  await expect(page).toHaveURL(/scaling=off/);
  await page.reload();
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  expect(await stateOf(page)).toMatchObject({ scaling: false, chapter: 'softmax.3' });
  await expect(seen(page)).toBeVisible();
});

test('a step without the element is no longer than its content', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('?lang=en&chapter=scores.1');
  await expect(page.locator('attention-course .figure')).toBeVisible();
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  const [whole, end] = await page.evaluate(() => [
    document.documentElement.scrollHeight,
    document.querySelector('body > footer').getBoundingClientRect().bottom + scrollY,
  ]);
  expect(whole).toBeLessThanOrEqual(Math.max(720, Math.ceil(end)));
});

test('the URL of a removed chapter opens the beginning of the course', FULL, async ({ page, visit }) => {
  for (const address of ['why.2', 'it.9']) {
    await visit(address);
    expect((await stateOf(page)).chapter).toBe('short.1');
  }
  await page.goto('?lang=en&chapter=exercises.1&stage=softmax'); // a complete state is shown in the lab
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  await expect(page.locator('html')).toHaveAttribute('data-section', 'lab');
});

test('switching the language keeps the step and translates its sentence', async ({ page, visit }) => {
  await visit('it.3');
  await page.locator('#language').click();
  await expect(page.locator('attention-course h2')).toHaveText('“它”指的是什么？');
  await expect.poll(async () => (await stateOf(page)).text).toMatch(/^小猫/);
  expect((await stateOf(page)).chapter).toBe('it.3');
});

test('Next is inconspicuous until the task is done', async ({ page, visit }) => {
  await visit('it.1');
  const color = (button) => button.evaluate((each) => getComputedStyle(each).backgroundColor);
  expect(await color(next(page))).toBe(await color(back(page)));
  await set(page, { query: 1 });
  await expect(next(page)).toHaveClass(/done/);
  expect(await color(next(page))).not.toBe(await color(back(page)));
});

test('on a phone the sentence of the first step is above the task', async ({ page, visit }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const lang of ['en', 'zh']) {
    await visit('it.1', `lang=${lang}`);
    const canvas = await page.locator('attention-spotlight canvas').boundingBox();
    const footer = page.locator('attention-course footer');
    const task = await footer.boundingBox();
    expect(canvas.y + canvas.height).toBeLessThan(task.y + 40); // nothing is drawn below the last line of the sentence
    await set(page, { query: lang === 'en' ? 1 : 0 });
    await expect(seen(page)).toBeVisible();
    const grown = await footer.boundingBox();
    expect(grown.height).toBeGreaterThanOrEqual(task.height);
    const inset = () => page.evaluate(() => getComputedStyle(document.body).paddingBottom);
    await expect.poll(inset).toBe(`${Math.ceil(grown.height)}px`);
  }
});

test(
  'on a desktop a step fills the screen: figure and element are as high as the panel',
  FULL,
  async ({ page, visit }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    for (const step of ['it.1', 'average.1', 'weighted-average.2', 'weighted-average.3', 'softmax.2', 'cost.4']) {
      await visit(step);
      const panel = await page.locator('attention-course section').boundingBox();
      const beside = await page
        .locator(`${stepAt(readPlace(step)).alone ? 'attention-course .figure' : 'attention-spotlight'}`)
        .boundingBox();
      expect(beside.y).toBeCloseTo(panel.y, 0);
      expect(beside.height, step).toBeGreaterThan(panel.height - 30);
      if (stepAt(readPlace(step)).alone) continue;
      const canvas = await page.locator('attention-spotlight canvas').boundingBox();
      expect(canvas.width, step).toBeGreaterThan(0.6 * beside.width);
    }
  },
);

test('formulas not yet introduced are hidden', async ({ page, visit }) => {
  await visit('weighted-average.2');
  await expect(page.locator('attention-spotlight aside')).toBeHidden();
  await visit('scores.3');
  await expect(page.locator('attention-spotlight aside')).toBeVisible();
});

test('nothing in the panel shifts when a task is done', async ({ page, visit }) => {
  await visit('it.1');
  await page.evaluate(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      const panelEnd = document.querySelector('attention-course').shadowRoot.querySelector('section').offsetWidth;
      for (const { sources } of list.getEntries())
        window.shifts.push(...sources.filter(({ currentRect }) => currentRect.left < panelEnd));
    }).observe({ type: 'layout-shift' });
  });
  await set(page, { query: 1 });
  await expect(seen(page)).toBeVisible();
  await set(page, { query: 2 });
  await expect(seen(page)).toHaveCount(0);
  expect(await page.evaluate(() => window.shifts)).toEqual([]);
});

test('a learner with a keyboard alone predicts, does the task and continues', async ({ page, visit }) => {
  await visit('softmax.3');
  const reach = async (locator) => {
    for (let tab = 0; tab < 40; tab++) {
      if (await locator.evaluate((element) => element.getRootNode().activeElement === element)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error('Tab does not reach it');
  };
  await reach(page.getByRole('radio').first());
  await page.keyboard.press('Space');
  await expect(page.getByRole('radio').first()).toBeChecked();
  await reach(page.getByRole('checkbox', { name: 'Divide by √d' }));
  await page.keyboard.press('Space');
  await expect(seen(page)).toContainText('Your prediction was right.');
  await page.keyboard.press('Shift+Tab');
  await next(page).focus();
  await page.keyboard.press('Enter');
  expect((await stateOf(page)).chapter).toBe('softmax.4');
});

test('the summary counts completed tasks, and the last sentence is the learner’s own, with a link', async ({
  page,
  visit,
}) => {
  await visit('it.1');
  await set(page, { query: 1 });
  await expect(seen(page)).toBeVisible();
  await visit('end.1');
  const tasks = PLACES.filter(({ chapter }) => chapter !== 'end').length;
  await expect(seen(page)).toContainText(`You have done 1 of ${tasks} tasks.`);
  await visit('end.3');
  await page.getByLabel('Sentence', { exact: true }).fill('The dog lost its ball again');
  await expect(seen(page)).toHaveText(/attends most to “.+”, with \d+%/);
  const link = page.getByLabel('Link to your sentence');
  await expect(link).toHaveValue(/text=The\+dog/);
  await page.goto(await link.inputValue());
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  expect(await stateOf(page)).toMatchObject({ text: 'The dog lost its ball again', chapter: '', view: 'sentence' });
});

test('a chapter can be embedded alone', async ({ page, complaints }) => {
  void complaints;
  for (const chapter of CHAPTER_IDS.slice(0, 2)) {
    await page.goto(`embed.html?lang=en&chapter=${chapter}`);
    await expect(page.locator('attention-course h2')).toBeVisible();
    await expect(page.locator('attention-course select')).toHaveCount(0);
  }
  await page.goto('embed.html?lang=en&chapter=it.3');
  await expect(next(page)).toHaveText('Start again');
  await set(page, { query: 1 });
  await expect(seen(page)).toBeVisible();
  await next(page).click();
  await expect.poll(async () => (await stateOf(page)).chapter).toBe('it.1');
  await page.goto('embed.html?lang=en');
  await expect(page.locator('attention-course')).toHaveCount(0);
});

for (const [lang, wrong, right, hint] of [
  ['en', 2, 1, 'Not yet: that is “sat”. “cat” is the second word.'],
  ['zh', 1, 0, '还不是：这是“坐在”。“猫”是句子的第一个词。'],
]) {
  const title = `a wrong attempt at the element gets a hint, the right one does not (${lang})`;
  test(title, lang === 'zh' ? {} : FULL, async ({ page, open }) => {
    await open(`chapter=it.1&lang=${lang}`);
    await expect(page.locator('attention-course .tried')).toHaveCount(0);
    await page.evaluate((query) => (document.querySelector('attention-spotlight').query = query), wrong);
    await expect(report(page)).toContainText(hint);
    await page.locator('attention-course .tried button').click();
    await expect(page.locator('attention-course .tried')).toHaveCount(0);
    expect((await stateOf(page)).query).toBe(-1);
    await page.evaluate((query) => (document.querySelector('attention-spotlight').query = query), right);
    await expect(report(page)).toHaveClass(/done/);
    await expect(page.locator('attention-course .tried')).toHaveCount(0);
  });
}
