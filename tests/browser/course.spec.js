// The course: every step opens, tasks and exercises are checked, figures show what the text claims, progress is saved.
import { PLACES, writePlace } from '../../dist/course/chapters.js';
import { cellPoint, expect, stateOf, test } from './page.js';

const task = (page) => page.locator('attention-course .task');
const done = /✓/;

for (const lang of ['en', 'zh']) {
  test(`every step opens with a text and a scene (${lang})`, async ({ page, open }) => {
    test.setTimeout(90_000);
    await open(`lang=${lang}&chapter=why.1`);
    for (const place of PLACES) {
      expect((await stateOf(page)).chapter).toBe(writePlace(place));
      await expect(page.locator('attention-course p').first()).not.toBeEmpty();
      expect(
        await page.evaluate(() => document.querySelector('attention-spotlight').run.tokens.length),
      ).toBeGreaterThan(2);
      await page.locator('attention-course button.next').click();
    }
    expect((await stateOf(page)).chapter).toBe('');
  });
}

test('an address with only a chapter opens it as it begins, one with the whole state as it was left', async ({
  page,
  open,
}) => {
  await open('chapter=scale.2');
  expect(await stateOf(page)).toMatchObject({ scaling: false, view: 'matrix', stage: 'softmax' });
  await page.getByRole('checkbox', { name: 'Divide by √d' }).check();
  await expect(page).toHaveURL(/^(?!.*scaling=off).*stage=softmax/);
  await page.reload();
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  expect(await stateOf(page)).toMatchObject({ scaling: true, view: 'matrix', chapter: 'scale.2' });
});

test('a task is ticked when it is done, and the progress is saved on the device', async ({ page, open }) => {
  await open('chapter=scale.1');
  await expect(task(page)).not.toHaveText(done);
  await page.getByRole('checkbox', { name: 'Divide by √d' }).uncheck();
  await expect(task(page)).toHaveText(done);
  await open('chapter=scale.1');
  await expect(task(page)).toHaveText(done);
  expect(await page.evaluate(() => localStorage.length)).toBe(1);
});

test('it works where the browser stores nothing', async ({ page, open }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await open('chapter=masks.1');
  await page.getByRole('checkbox', { name: 'Causal mask' }).check();
  await expect(task(page)).toHaveText(done);
});

test('the mask task is done when “it” may not attend to “cat”, and not by another cell', async ({ page, open }) => {
  await open('chapter=masks.3');
  await page.getByRole('button', { name: 'Edit mask' }).click();
  const click = async (row, column) => {
    const { x, y } = await cellPoint(page, 'attention', row, column);
    await page.mouse.click(x, y);
  };
  await click(7, 2);
  await expect.poll(async () => (await stateOf(page)).mask).toEqual([[7, 2]]);
  await expect(task(page)).not.toHaveText(done);
  await click(7, 1);
  await expect(task(page)).toHaveText(done);
});

test('the task of the first chapter is done by the token “key” only', async ({ page, open }) => {
  await open('lang=en&chapter=why.2');
  const select = (query) =>
    page.evaluate(async (row) => {
      const element = document.querySelector('attention-spotlight');
      element.query = row;
      await element.updateComplete;
    }, query);
  await select(2);
  await expect(task(page)).not.toHaveText(done);
  await select(1);
  await expect(task(page)).toHaveText(done);
});

test.describe('the exercise', () => {
  const right = {
    'Q·Kᵀ': ['1', '1', '0', '0', '1', '2', '1', '2', '2'],
    '÷ √2': ['0.71', '0,71', '0', '0', '0.71', '1.41', '0.71', '1.41', '1.41'],
    softmax: ['0.40', '0.40', '0.20', '0.14', '0.28', '0.58', '0.20', '0.40', '0.40'],
    'weights·V': ['1.60', '1.59', '0.99', '2.60', '1.40', '2.00'],
  };
  const fill = async (page, step, values) => {
    const columns = values.length / 3;
    for (const [at, value] of values.entries()) {
      await page.getByLabel(`${step}, row ${Math.floor(at / columns) + 1}, column ${(at % columns) + 1}`).fill(value);
    }
  };

  test('points out the first mistake, and confirms what is right', async ({ page, open }) => {
    await open('chapter=exercises.1');
    const check = page.getByRole('button', { name: 'Check' });
    await check.click();
    await expect(page.getByText('Fill in the first step.')).toBeVisible();
    await fill(page, 'Q·Kᵀ', right['Q·Kᵀ'].with(5, '7').with(7, '9'));
    await check.click();
    await expect(page.getByText('The first mistake is in Q·Kᵀ, row 2, column 3: 7 is not right.')).toBeVisible();
    await expect(page.getByLabel('Q·Kᵀ, row 2, column 3')).toHaveAttribute('aria-invalid', 'true');
    await fill(page, 'Q·Kᵀ', right['Q·Kᵀ']);
    await check.click();
    await expect(page.getByText('Right so far.')).toBeVisible();
    await expect(task(page)).not.toHaveText(done);
  });

  test('is done when all steps are right', async ({ page, open }) => {
    await open('chapter=exercises.1');
    for (const [step, values] of Object.entries(right)) await fill(page, step, values);
    await page.getByRole('button', { name: 'Check' }).click();
    await expect(page.getByText('Everything is right.')).toBeVisible();
    await expect(task(page)).toHaveText(done);
  });

  test('takes other inputs, and shows the solution', async ({ page, open }) => {
    await open('chapter=exercises.1');
    await page.getByLabel('Q, row 1, column 1').fill('3');
    await page.getByLabel('Q, row 1, column 2').focus();
    await page.getByRole('button', { name: 'Show the solution' }).click();
    await expect(page.getByLabel('Q·Kᵀ, row 1, column 1')).toHaveValue('3');
    await expect(task(page)).not.toHaveText(done);
  });
});

test('a prediction is answered with the measured numbers', async ({ page, open }) => {
  await open('chapter=exercises.3');
  await page.getByLabel('grows').check();
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText(/^\s*Right\.\s+On average it was 0\.\d+; now it is [01]\.\d+\./)).toBeVisible();
});

test('without √d, the largest weight grows with d and the norm of the gradient falls', async ({ page, open }) => {
  await open('chapter=scale.2');
  const figure = page.locator('course-saturation');
  /** [divided, not divided] */
  const row = async (name) =>
    (await figure.locator('tr', { hasText: name }).locator('td').allTextContents()).map(Number);
  await expect.poll(() => row('norm of the softmax gradient')).not.toContain(Number.NaN);
  const [dividedAt64, notDividedAt64] = await row('norm of the softmax gradient');
  expect(Math.abs(notDividedAt64 / dividedAt64 - 1)).toBeLessThan(0.1); // “about the same”
  await expect(task(page)).not.toHaveText(done);
  await page.getByLabel('d', { exact: true }).fill('10');
  await expect.poll(() => row('norm of the softmax gradient')).not.toContain(Number.NaN);
  const [dividedAt1024, notDividedAt1024] = await row('norm of the softmax gradient');
  expect(notDividedAt1024).toBeLessThan(dividedAt1024 / 2); // “less than half”
  const [divided, notDivided] = await row('largest weight');
  expect(notDivided).toBeGreaterThan(0.9);
  expect(divided).toBeLessThan(0.2);
  await expect(task(page)).toHaveText(done);
});

/** The token that a token of the sentence attends to most, in the head that is shown. */
const mostAttended = (page, query) =>
  page.evaluate(async (word) => {
    const element = document.querySelector('attention-spotlight');
    await element.updateComplete;
    const tokens = element.run.tokens.map(({ text }) => text);
    const row = tokens.indexOf(word);
    const weights = element.trace.weights.data.subarray(row * tokens.length, (row + 1) * tokens.length);
    return tokens[weights.indexOf(Math.max(...weights))];
  }, query);

for (const { lang, noun, predicate, pronoun, tired, soft } of [
  { lang: 'en', noun: 'key', predicate: 'rusty', pronoun: 'it', tired: ['tired', 'cat'], soft: ['soft', 'mat'] },
  { lang: 'zh', noun: '小猫', predicate: '睡着了', pronoun: '它', tired: ['累了', '小猫'], soft: ['很软', '垫子'] },
]) {
  test(`the model attends as the course says (${lang})`, async ({ page, open }) => {
    await open(`lang=${lang}&chapter=why.2`);
    expect(await mostAttended(page, noun)).toBe(predicate);
    await open(`lang=${lang}&chapter=weights.2`);
    expect(await mostAttended(page, pronoun)).toBe(tired[1]);
    await page.evaluate(
      ([from, to]) => {
        const element = document.querySelector('attention-spotlight');
        element.text = element.text.replace(from, to);
      },
      [tired[0], soft[0]],
    );
    expect(await mostAttended(page, pronoun)).toBe(soft[1]);
    await expect(task(page)).toHaveText(done);
  });
}

/** A number as 0.021 or as 2·10−6, the exponent being raised. */
const readScientific = (text) => Number(text.trim().replace('·10', 'e').replace('−', '-'));

for (const [lang, last] of [
  ['en', 'rusty'],
  ['zh', '睡着了'],
]) {
  test(`every token in between weakens the effect on the last state (${lang})`, async ({ page, open }) => {
    await open(`lang=${lang}&chapter=why.1`);
    const rows = page.locator('course-recurrence tr');
    await expect(rows.last()).toContainText(last);
    const values = (await rows.locator('td:last-child').allTextContents()).map(readScientific);
    expect(values.at(-1)).toBe(1);
    expect(values.toSorted((a, b) => a - b)).toEqual(values);
    expect(values[0]).toBeLessThan(0.001);
  });
}

test('the cost is counted and measured', async ({ page, open }) => {
  await open('chapter=cost.1');
  await page.getByLabel('Number of tokens', { exact: true }).and(page.locator('input')).fill('40');
  await expect(page.getByText('40.0 GB')).toBeVisible();
  await expect(page.getByText('too large for a web page')).toBeVisible();
  await page.getByLabel('Number of tokens', { exact: true }).and(page.locator('input')).fill('20');
  await page.locator('course-cost tr', { hasText: 'window' }).getByRole('button', { name: 'Measure' }).click();
  await expect(page.locator('course-cost tr', { hasText: 'window' })).toHaveText(/ms \(n = /);
  await expect(task(page)).toHaveText(done);
});
