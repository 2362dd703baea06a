// The course: every beat opens, tasks are seen to be done, exercises are checked, progress is kept.
import { CHAPTER_IDS, CHAPTERS } from '../../dist/course/chapters.js';
import { cellPoint, expect, stateOf, test } from './page.js';

const task = (page) => page.locator('attention-course .task');
const done = /✓/;

for (const lang of ['en', 'zh']) {
  test(`every beat opens with a text and a picture (${lang})`, async ({ page, open }) => {
    test.setTimeout(90_000);
    await open(`lang=${lang}&chapter=why.1`);
    const places = CHAPTER_IDS.flatMap((id) => CHAPTERS[id].map((_, beat) => `${id}.${beat + 1}`));
    for (const place of places) {
      expect((await stateOf(page)).chapter).toBe(place);
      await expect(page.locator('attention-course p').first()).not.toBeEmpty();
      expect(
        await page.evaluate(() => document.querySelector('attention-spotlight').run.tokens.length),
      ).toBeGreaterThan(2);
      await page.locator('attention-course button.next').click();
    }
    expect((await stateOf(page)).chapter).toBe('');
  });
}

test('an address with a chapter alone opens it as it begins, with more as it was left', async ({ page, open }) => {
  await open('chapter=scale.2');
  expect(await stateOf(page)).toMatchObject({ scale: false, view: 'matrix', stage: 'softmax' });
  await page.getByRole('checkbox', { name: 'Divide by √d' }).check();
  await expect(page).toHaveURL(/^(?!.*scale=off).*stage=softmax/);
  await page.reload();
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  expect(await stateOf(page)).toMatchObject({ scale: true, view: 'matrix', chapter: 'scale.2' });
});

test('a task is ticked when it is done, and that is kept on the device', async ({ page, open }) => {
  await open('chapter=scale.1');
  await expect(task(page)).not.toHaveText(done);
  await page.getByRole('checkbox', { name: 'Divide by √d' }).uncheck();
  await expect(task(page)).toHaveText(done);
  await open('chapter=scale.1');
  await expect(task(page)).toHaveText(done);
  expect(await page.evaluate(() => localStorage.length)).toBe(1);
});

test('it works where nothing can be kept', async ({ page, open }) => {
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

test('painting the mask in the chapter about masks', async ({ page, open }) => {
  await open('chapter=masks.3');
  await page.getByRole('button', { name: 'Paint the mask' }).click();
  const { x, y } = await cellPoint(page, 'attention', 7, 1);
  await page.mouse.click(x, y);
  await expect(task(page)).toHaveText(done);
});

test.describe('attention by hand', () => {
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

  test('the first wrong cell is pointed out, and what is right is said to be', async ({ page, open }) => {
    await open('chapter=exercises.1');
    const check = page.getByRole('button', { name: 'Check' });
    await check.click();
    await expect(page.getByText('Fill in the first step.')).toBeVisible();
    await fill(page, 'Q·Kᵀ', right['Q·Kᵀ'].with(5, '7').with(7, '9'));
    await check.click();
    await expect(page.getByText('The first wrong cell: Q·Kᵀ, row 2, column 3; it is not 7.')).toBeVisible();
    await expect(page.getByLabel('Q·Kᵀ, row 2, column 3')).toHaveAttribute('aria-invalid', 'true');
    await fill(page, 'Q·Kᵀ', right['Q·Kᵀ']);
    await check.click();
    await expect(page.getByText('Right so far.')).toBeVisible();
    await expect(task(page)).not.toHaveText(done);
  });

  test('all steps right is the exercise done', async ({ page, open }) => {
    await open('chapter=exercises.1');
    for (const [step, values] of Object.entries(right)) await fill(page, step, values);
    await page.getByRole('button', { name: 'Check' }).click();
    await expect(page.getByText('All of it is right.')).toBeVisible();
    await expect(task(page)).toHaveText(done);
  });

  test('other numbers can be given, and the solution shown', async ({ page, open }) => {
    await open('chapter=exercises.1');
    await page.getByLabel('Q, row 1, column 1').fill('3');
    await page.getByLabel('Q, row 1, column 2').focus();
    await page.getByRole('button', { name: 'Show the solution' }).click();
    await expect(page.getByLabel('Q·Kᵀ, row 1, column 1')).toHaveValue('3');
    await expect(task(page)).not.toHaveText(done);
  });
});

test('a guess is answered with the numbers', async ({ page, open }) => {
  await open('chapter=exercises.3');
  await page.getByLabel('grows').check();
  await page.getByRole('button', { name: 'Look' }).click();
  await expect(page.getByText(/^\s*Right\.\s+On average it was 0\.\d+, now it is [01]\.\d+\./)).toBeVisible();
});

test('the curves of √d are measured: without it the largest weight grows with d', async ({ page, open }) => {
  await open('chapter=scale.2');
  await page.getByLabel('d', { exact: true }).fill('10');
  const largest = page.locator('course-saturation tr', { hasText: 'largest weight' }).locator('td');
  await expect.poll(async () => Number(await largest.nth(1).textContent())).toBeGreaterThan(0.8);
  expect(Number(await largest.nth(0).textContent())).toBeLessThan(0.2);
  await expect(task(page)).toHaveText(done);
});

test('the cost is counted and measured', async ({ page, open }) => {
  await open('chapter=cost.1');
  await page.getByLabel('Number of words', { exact: true }).and(page.locator('input')).fill('40');
  await expect(page.getByText('40.0 GB')).toBeVisible();
  await expect(page.getByText('too much memory for a page')).toBeVisible();
  await page.getByLabel('Number of words', { exact: true }).and(page.locator('input')).fill('20');
  await page.locator('course-cost tr', { hasText: 'window' }).getByRole('button', { name: 'Measure' }).click();
  await expect(page.locator('course-cost tr', { hasText: 'window' })).toHaveText(/ms \(n = /);
  await expect(task(page)).toHaveText(done);
});
