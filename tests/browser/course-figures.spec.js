// Figures of the course (interactive drawings in its steps): each task rejects wrong answers and accepts the right one,
// and the numbers in the figures agree with the texts.
import { expect, FULL, holdBack, test as base } from './page.js';

const test = base.extend({
  visit: async ({ page, complaints }, use) => {
    void complaints;
    await use(async (chapter) => {
      await page.goto(`?lang=en&chapter=${chapter}`);
      await expect(page.locator('attention-course .figure')).toBeVisible();
    });
  },
});

const seen = (page) => page.locator('attention-course .task', { hasText: 'What you saw:' });
const right = (page) => page.locator('attention-course label.right');
const press = (page, name) =>
  page.locator('attention-course .figure').getByRole('button', { name, exact: true }).click();

test('the average is accepted, or its wrong number is marked', async ({ page, visit }) => {
  await visit('average');
  await page.getByLabel('first number').fill('4');
  await page.getByLabel('second number').fill('2');
  await press(page, 'Check');
  await expect(page.getByText('The second number is not right.')).toBeVisible();
  await page.getByLabel('second number').fill('9');
  await press(page, 'Check');
  await expect(page.getByText('The second number is the sum of the three.')).toBeVisible();
  await expect(seen(page)).toHaveCount(0);
  await page.getByLabel('second number').fill('3');
  await page.keyboard.press('Enter');
  await expect(seen(page)).toContainText('The average is (4, 3), inside the triangle.');
  await expect(right(page)).toHaveText(/inside the triangle/);
});

test('the weighted average is accepted only near “cat”', async ({ page, visit }) => {
  await visit('weighted-average.1');
  const slider = (token) => page.getByLabel(`weight of “${token}”`);
  const slide = (token, part) => slider(token).fill(String(part));
  await slide('sat', 0);
  await expect(slider('cat')).toHaveValue('50'); // the other tokens share the remaining weight
  await slide('cat', 0);
  await expect(slider('mat')).toHaveValue('100');
  await expect(page.getByText('Distance from the output to “cat”: 6.32')).toBeVisible();
  await expect(seen(page)).toHaveCount(0); // the output is still at “mat”
  await slide('cat', 100);
  await expect(slider('mat')).toHaveValue('0');
  await slide('mat', 50); // this reduces “cat”, the only other token
  await slide('cat', 95);
  await expect(seen(page)).toHaveText(/With weights of 95%, 0% and 5% the output is \(1\.30, 4\.90\): 0\.32 away/);
  await expect(right(page)).toHaveText(/about 90%/);
  await slide('mat', 50);
  await expect(seen(page)).toHaveCount(0);
  // After one share of attention was 1, which leaves the others at 0, moving sliders still keeps their sum at 1.
  for (const [token, part] of [
    ['cat', 100],
    ['sat', 30],
    ['cat', 0],
    ['sat', 50],
  ])
    await slide(token, part);
  for (const token of ['cat', 'mat']) await expect(slider(token)).toHaveValue('25');
});

test.describe('by hand', () => {
  const fill = async (page, step, values, rows) => {
    const columns = values.length / rows;
    for (const [at, value] of values.entries())
      await page
        .getByLabel(
          `${step}, query ${Math.floor(at / columns) + 1}, ${columns === 3 ? 'key' : 'number'} ${(at % columns) + 1}`,
        )
        .fill(value);
  };

  test('three scores', async ({ page, visit }) => {
    await visit('scores.1');
    await press(page, 'Check');
    await expect(page.getByText('Fill in the first step.')).toBeVisible();
    await fill(page, 'score', ['1', '3', '2'], 1);
    await press(page, 'Check');
    await expect(page.getByText('The first mistake is in Q·Kᵀ, row 1, column 3: 2 is not right.')).toBeVisible();
    await expect(page.getByText('Multiply row 1 of Q and row 3 of K number by number')).toBeVisible();
    await expect(page.getByLabel('score, query 1, key 3')).toHaveAttribute('aria-invalid', 'true');
    await expect(seen(page)).toHaveCount(0);
    await fill(page, 'score', ['1', '3', '4'], 1);
    await page.keyboard.press('Enter'); // enter submits the answer
    await expect(seen(page)).toContainText('The scores are 1, 3 and 4. The second number');
    await expect(right(page)).toHaveText(/key 3/);
  });

  test('three weights', async ({ page, visit }) => {
    await visit('softmax.1');
    await expect(page.getByLabel('score, query 1, key 3')).toHaveValue('4');
    await fill(page, 'score divided by √2', ['0.71', '2,12', '2.83'], 1);
    await press(page, 'Check');
    await expect(page.getByText('Right so far.')).toBeVisible();
    await fill(page, 'weight', ['0.04', '0.26', '0.71'], 1);
    await press(page, 'Check');
    await expect(page.getByText('That is the softmax of the scores as they are.')).toBeVisible();
    await fill(page, 'weight', ['0', '0.31', '0.62'], 1);
    await press(page, 'Check');
    await expect(page.getByText('Raise e to the power of each number')).toBeVisible();
    await expect(seen(page)).toHaveCount(0);
    await fill(page, 'weight', ['0.07', '0.31', '0.62'], 1);
    await press(page, 'Check');
    await expect(seen(page)).toContainText('The weights are 0.07, 0.31 and 0.62.');
    await expect(right(page)).toHaveText(/more than 0/);
  });

  test('everything, also with other inputs', async ({ page, visit }) => {
    await visit('softmax.5');
    await fill(page, 'score', ['1', '1', '0', '0', '1', '2', '1', '2', '2'], 3);
    await fill(page, 'score divided by √2', ['0.71', '0,71', '0', '0', '0.71', '1.41', '0.71', '1.41', '1.41'], 3);
    await fill(page, 'weight', ['0.40', '0.40', '0.20', '0.14', '0.28', '0.58', '0.20', '0.40', '0.40'], 3);
    await press(page, 'Check');
    await expect(page.getByText('Right so far.')).toBeVisible();
    await expect(seen(page)).toHaveCount(0);
    await fill(page, 'output', ['1.60', '1.59', '0.99', '2.60', '1.40', '2.00'], 3);
    await press(page, 'Check');
    await expect(seen(page)).toContainText('Query 2 has the largest weight, 0.58.');
    await expect(right(page)).toHaveText(/the second/);
    await page.getByLabel('query 1, number 1', { exact: true }).fill('3');
    await page.getByLabel('query 1, number 2', { exact: true }).focus();
    await expect(seen(page)).toHaveCount(0);
    await press(page, 'Show the solution');
    await expect(page.getByLabel('score, query 1, key 1')).toHaveValue('3');
  });
});

test('without √d, the largest weight grows with d and the norm of the gradient falls', async ({ page, visit }) => {
  await visit('softmax.4');
  const figure = page.locator('course-saturation');
  /** Table cells of the row `name`: the number with scores divided by √d, and the number with undivided scores. */
  const cells = (name) => figure.locator('tr', { hasText: name }).locator('td');
  const measured = () => expect(cells('norm of the softmax gradient')).toHaveText([/^\d/, /^\d/]);
  await measured();
  await page.getByLabel('d', { exact: true }).fill('9');
  await expect(seen(page)).toHaveCount(0);
  await page.getByLabel('d', { exact: true }).fill('10');
  await measured();
  const [divided, notDivided] = (await cells('norm of the softmax gradient').allTextContents()).map(Number);
  expect(notDivided).toBeLessThan(divided / 2);
  await expect(seen(page)).toHaveText(/At d = 1024 the largest of 64 weights is \d+% with the division, 9\d% without/);
  await expect(right(page)).toHaveText(/nearly 1/);
});

test('the cost is counted and measured', async ({ page, visit }) => {
  await visit('cost.1');
  const tokens = page.getByLabel('Number of tokens', { exact: true }).and(page.locator('input'));
  await tokens.fill('39');
  await expect(seen(page)).toHaveCount(0);
  await tokens.fill('40');
  await expect(page.getByText('too large for a web page')).toBeVisible();
  await expect(seen(page)).toContainText(
    '4 times the weights. For 100,000 tokens the whole matrix of one head takes 40.0 GB',
  );
  await expect(right(page)).toHaveText(/4/);
  await tokens.fill('20');
  await page.locator('course-cost tr', { hasText: 'window' }).getByRole('button', { name: 'Measure' }).click();
  await expect(page.locator('course-cost tr', { hasText: 'window' })).toHaveText(/ms \(n = /);
});

test('of the cheaper methods, only the fused pass is exact, and sparse patterns come closest', async ({
  page,
  visit,
}) => {
  await visit('cost.2');
  await expect(seen(page)).toHaveCount(0);
  await press(page, 'Run all');
  await expect(seen(page)).toHaveText(/the fused pass differs by 0% .* The window is off by [1-9]\d*%/);
  await expect(right(page)).toHaveText(/those that leave out pairs/);
  await expect(page.locator('course-variants tbody td:last-child')).toHaveText(Array(7).fill(/^\d+%$/));
  await press(page, 'n = 256');
  await expect(seen(page)).toHaveCount(0);
});

test('dropout changes the sum of a row, but not its mean', async ({ page, visit }) => {
  await visit('learning.4');
  await press(page, 'p = 0.1');
  for (let draw = 0; draw < 3; draw++) await press(page, 'Draw');
  await expect(seen(page)).toHaveCount(0);
  await press(page, 'p = 0.5');
  for (let draw = 0; draw < 3; draw++) {
    await expect(seen(page)).toHaveCount(0);
    await press(page, 'Draw');
  }
  await expect(seen(page)).toHaveText(/Over 2000 draws the mean sum is (1\.0[0-3]|0\.9[7-9])/);
  await expect(right(page)).toHaveText(/only on average/);
});

test('ReLU gives weights of exactly 0, and another sum', async ({ page, visit }) => {
  await visit('cost.3');
  await press(page, 'softmax');
  await expect(seen(page)).toHaveCount(0);
  await press(page, 'relu');
  await expect(seen(page)).toContainText('2 of 5 weights are exactly 0. But they sum to 2.40');
  await expect(right(page)).toHaveText(/yes/);
});

test('the softmax in its textbook form overflows', async ({ page, visit }) => {
  await visit('cost.5');
  await press(page, '20');
  await expect(seen(page)).toHaveCount(0);
  await press(page, '200');
  await expect(seen(page)).toContainText('∞/∞ is NaN. With the largest score subtracted, the first weight is 0.67');
  await expect(right(page)).toHaveText(/no number at all/);
});

test('with fewer bits the error of the output is small', async ({ page, visit }) => {
  await visit('cost.4');
  await press(page, 'float16');
  await expect(seen(page)).toHaveCount(0);
  await press(page, 'int8');
  await expect(seen(page)).toHaveText(/take 13\.1 kB instead of 49\.2 kB, and the output is off by [0-2]\.\d\d%/);
  await expect(right(page)).toHaveText(/a few percent/);
});

test('a choice made while the engine loads counts too', async ({ page, visit }) => {
  const letIn = await holdBack(page, '**/*.wasm');
  await visit('cost.4');
  await press(page, 'int8');
  await expect(page.locator('course-precision td').last()).toHaveText('…');
  letIn();
  await expect(seen(page)).toHaveText(/the output is off by [0-2]\.\d\d%/);
});

test('a choice made in an earlier step does not count in the next one', async ({ page, visit }) => {
  const letIn = await holdBack(page, '**/*.wasm');
  await visit('positions.1');
  await press(page, 'sinusoidal');
  await page.locator('attention-course button.next').click();
  await expect(page.locator('course-waves p b')).toHaveText('…');
  letIn();
  await expect(page.locator('course-waves p b')).not.toHaveText('…');
  await expect(seen(page)).toHaveCount(0);
});

test('the dot product of two sinusoidal positions depends on their distance alone', async ({ page, visit }) => {
  await visit('positions.2');
  const first = page.getByLabel('First position');
  await first.fill('19');
  await expect(seen(page)).toHaveCount(0);
  await first.fill('20');
  await expect(seen(page)).toHaveText(/3 and 5 have the dot product (\d+\.\d\d), 20 and 22 have \1:/);
  await expect(seen(page)).toContainText('A position with itself has 48.00'); // the sum of sin² + cos² over 48 pairs
  await expect(right(page)).toHaveText(/the same/);
});

test('the score of rotated query and key depends on their distance alone', async ({ page, visit }) => {
  await visit('positions.3');
  await page.getByLabel('Position of q').fill('7');
  await expect(seen(page)).toHaveCount(0);
  await page.getByLabel('Position of k').fill('5');
  await expect(seen(page)).toHaveText(/At 2 and 0 the score was (−?\d\.\d\d), at 7 and 5 it is \1:/);
  await expect(right(page)).toHaveText(/stays the same/);
});

test('without the residual connection a token would be forgotten', async ({ page, visit }) => {
  await visit('block.1');
  const parts = page.locator('course-residual').getByRole('checkbox');
  await expect(parts).toHaveCount(6); // the parts are x, four heads and the bias
  await parts.nth(1).uncheck();
  await parts.nth(0).uncheck();
  await expect(seen(page)).toHaveCount(0);
  await parts.nth(1).check();
  await expect(seen(page)).toHaveText(/a vector of length 5\d\.\d; heads and bias add one of 2\d\.\d/);
  await expect(seen(page)).toHaveText(/\(cosine 0\.[89]\d\); without x it does not \(0\.[01]\d\)/);
  await expect(right(page)).toHaveText(/the vector x/);
});

test('selecting another length while the methods run ends the run', async ({ page, visit }) => {
  const letIn = await holdBack(page, '**/*.wasm');
  await visit('cost.2');
  await press(page, 'Run all');
  await press(page, 'n = 256');
  letIn();
  await expect(page.locator('course-variants').getByRole('button', { name: 'Run all' })).toBeEnabled();
  await expect(seen(page)).toHaveCount(0);
  await expect(page.locator('course-variants tbody td:last-child')).toHaveText(Array(7).fill(''));
});

test('blocks with post-norm keep a standard deviation of 1, with pre-norm it grows', async ({ page, visit }) => {
  await visit('block.2');
  const depth = page.locator('course-block input');
  await expect(page.locator('course-block td').first()).not.toHaveText('…');
  await depth.fill('6');
  await expect(seen(page)).toHaveCount(0);
  await depth.fill('12');
  await expect(seen(page)).toHaveText(
    /From 3\.00, the standard deviation is 1\.00 after 12 .* grown to (3\.[5-9]|[4-9])/,
  );
  await expect(right(page)).toHaveText(/about 1/);
});

test('without positions the order does not matter, with them it does', async ({ page, visit }) => {
  await visit('positions.1');
  const difference = page.locator('course-positions p b');
  await expect(difference).toHaveText('…'); // the number is hidden, since the question asks for it
  await page.getByText('yes', { exact: true }).click();
  await expect(difference).toHaveText('0.000');
  await press(page, 'rotary');
  await expect(seen(page)).toHaveCount(0);
  await press(page, 'sinusoidal');
  await expect(seen(page)).toHaveText(/differed by 0\.000, not at all\. With them they differ by 0\.(?!000)\d+/);
  await expect(right(page)).toHaveText(/yes/);
});

test('too large matrices make attention peaked before it has learned', FULL, async ({ page, visit }) => {
  await visit('learning.3');
  await press(page, 'a tenth');
  await expect(seen(page)).toHaveCount(0);
  await press(page, 'ten times');
  await expect(seen(page)).toHaveText(
    /is 1\d% with Xavier’s numbers, 9\d% with ten times as large ones, 6% with a tenth/,
  );
  await expect(right(page)).toHaveText(/nearly 1/);
});

test('without positions it does not learn to reverse, with them it does', FULL, async ({ page, visit }) => {
  test.setTimeout(120_000);
  await visit('learning.1');
  const figure = page.locator('course-learning-positions');
  const button = figure.getByRole('button', { name: 'Train with positions' });
  const { y } = await button.boundingBox();
  await press(page, 'Train with positions');
  await expect(figure.getByRole('button', { name: 'Train without positions' })).toBeEnabled({ timeout: 60_000 });
  await expect(seen(page)).toHaveCount(0);
  await press(page, 'Train without positions');
  await expect(seen(page)).toContainText(/After 200 steps (9[5-9]|100)% .* and [1-4]?\d% without/, { timeout: 60_000 });
  await expect(right(page)).toHaveText(/less than half/);
  await expect(figure.locator('canvas')).toHaveCount(2);
  expect((await button.boundingBox()).y).toBe(y); // nothing has moved below the pointer
  await expect(figure.locator('figcaption', { hasText: 'with positions' })).toHaveText(/: layer 1, head [12]\s*$/);
  const [before, after] = await figure.locator('.said').all();
  await expect(before.locator('.wrong')).toHaveCount(0);
  expect(await after.locator('.wrong').count()).toBeGreaterThan(3);
});

test('two heads that depend on each other are learned late, and then quickly', FULL, async ({ page, visit }) => {
  test.setTimeout(120_000);
  await visit('learning.2');
  await press(page, 'Train');
  await expect(seen(page)).toContainText(
    /Halfway, after \d+ steps, [1-3]?\d% were right; after \d+ steps (9[5-9]|100)%/,
    {
      timeout: 100_000,
    },
  );
  await expect(right(page)).toHaveText(/then quickly/);
  const figure = page.locator('course-learning-moment');
  await expect(figure.locator('figcaption', { hasText: 'previous token' })).toHaveText(/: layer 1, head \d\s*$/);
  await expect(figure.locator('figcaption', { hasText: 'token after the same one' })).toHaveText(
    /: layer 2, head \d\s*$/,
  );
  const laboratory = page.getByRole('link', { name: 'See every head of it' });
  await expect(laboratory).toHaveAttribute('href', /training\.html\?.*task=induction$/);
});

test('the quiz is done when every answer is right, and explains the answers', async ({ page, visit }) => {
  await visit('end.2');
  const questions = page.locator('course-quiz fieldset');
  for (const [index, answer] of [0, 0, 2, 1, 1, 2].entries())
    await questions.nth(index).getByRole('radio').nth(answer).check();
  await expect(questions.nth(1)).toContainText('Not quite. 7 is the sum of all four numbers.');
  await expect(seen(page)).toHaveCount(0);
  await questions.nth(1).getByRole('radio').nth(1).check();
  await expect(questions.nth(1)).toContainText('2·1 + 1·3 = 5');
  await expect(seen(page)).toContainText('All 6 answers are right. Wrong choices on the way: 1.');
});

test('the table of attention types has the numbers of the sentence, and opens each', async ({ page, visit }) => {
  await visit('cross.1');
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  const crossRow = page.locator('course-attention-types tr', { hasText: 'cross' });
  await press(page, 'decoder');
  await expect(seen(page)).toHaveCount(0);
  // Before the learner has acted, the figure hides the row of its table that would give away the answer.
  await expect(crossRow).not.toContainText('translation / sentence');
  await press(page, 'cross');
  await expect(seen(page)).toHaveText(
    /The matrix now has \d+ rows, one for each token of the translation, and 10 columns/,
  );
  await expect(crossRow).toContainText('translation / sentence');
  await expect(right(page)).toHaveText(/from the translation/);
});
