// Interventions in “Look inside” are active in all its views, can be removed, and are part of the URL.
import { accessibilityFindings, expect, FULL, isFull } from '../page.js';
import { finished, inspection, open, shownNumber, test as base, VIEWS } from './inside.js';

const test = base.extend({
  inside: async ({ inside, complaints }, use) => {
    void complaints;
    await use(inside);
  },
});

const HEAD = 'head=decoder.4.4';
const interventions = (page) => page.locator('look-inside .interventions');
const detail = (page) => page.locator('look-inside .detail');
const state = (page) => inspection(page, ({ state }) => state);
/**
 * Probabilities of the two next tokens that the question compares: `now` with the interventions, `baseline` without.
 */
const answer = (page) =>
  inspection(page, ({ answer: { value } }) => {
    const { token, against, baseline } = value.prediction;
    const of = (two) => [two.token, two.against].map(({ id, probability }) => ({ id, probability }));
    return { now: of({ token, against }), baseline: baseline && of(baseline) };
  });
const answered = (page, count) =>
  expect
    .poll(() => inspection(page, ({ answer, state }) => [answer.status, state.interventions.length]))
    .toEqual(['done', count]);

test('a head that is switched off is off in every view, beside the original, until it is taken back', async ({
  page,
  inside,
}) => {
  await inside(`inside=attribution&model=stories&${HEAD}`);
  await finished(page, 'attribution');
  await expect(interventions(page)).toHaveText('No interventions');
  const original = (await answer(page)).now;
  const number = detail(page).locator('.numbers dd').first();
  await expect(number).not.toHaveText('0.00');
  const before = await number.textContent();

  await detail(page).getByRole('button', { name: 'Switch off', exact: true }).click();
  await answered(page, 1);
  await expect(page).toHaveURL(/interventions=off\.decoder\.4\.4/);
  const { now, baseline: known } = await answer(page);
  expect(known).toEqual(original); // the question has not changed
  expect(now[0].probability).not.toBeCloseTo(original[0].probability, 2);
  const percent = (share) => `${(100 * share).toFixed(1)}%`;
  await expect(interventions(page)).toContainText(
    `${percent(original[0].probability)} → ${percent(now[0].probability)}`.replaceAll('.0%', '%'),
  );
  // In the view `attribution`, the ablated head contributes nothing.
  await expect(number).toHaveText('0.00');
  // In the view `heads`, the ablated head attends to nothing and is crossed out.
  await open(page, 'Heads');
  await finished(page, 'patterns');
  await expect(page.locator('look-inside .map .intervened')).toHaveCount(1);
  expect(await inspection(page, ({ row }) => Math.max(...row.value))).toBe(0);
  // In the view `lens`, the last column is the answer with the intervention.
  await open(page, 'Lens');
  await finished(page, 'lens');
  const last = await inspection(page, ({ lens }) => lens.value.followed.at(-1).token);
  expect(last).toBeCloseTo(now[0].probability, 5);
  // In the view `knockOut`, knocking out the ablated head changes nothing.
  await open(page, 'Knock-out');
  await page.locator('look-inside .choice select').selectOption('zero');
  await finished(page, 'knockOut');
  const effects = () => inspection(page, ({ knockOut: { value } }) => Array.from(value.effects.heads.decoder.data));
  expect((await effects())[4 * 8 + 4]).toBeCloseTo(0, 5);
  // In the view `contribution`, all weights of the ablated head are 0.
  await open(page, 'Contribution');
  await finished(page, 'contribution');
  expect(await inspection(page, ({ contribution }) => Math.max(...contribution.value.weights))).toBe(0);

  await page.reload();
  await expect(interventions(page).getByRole('button', { name: 'Remove: layer 5, head 5: off' })).toBeVisible();
  await answered(page, 1);
  await interventions(page)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await answered(page, 0);
  expect((await answer(page)).now).toEqual(original);
  expect((await answer(page)).baseline).toBeNull();
  await expect(page).not.toHaveURL(/interventions=/);
  await open(page, 'What made it');
  await finished(page, 'attribution');
  await expect(number).toHaveText(before);
});

test('a feed-forward layer, a mean and a blocked pair are interventions, and undo goes back one by one', async ({
  page,
  inside,
}) => {
  await inside(`inside=score&model=stories&${HEAD}`);
  await finished(page, 'score');
  const { query, key } = await inspection(page, ({ score: { value } }) => ({ query: value.query, key: value.key }));
  const weights = () => inspection(page, ({ row }) => Array.from(row.value));
  const usual = await weights();
  expect(usual[key]).toBeGreaterThan(0.1);
  await page
    .locator('look-inside .choices')
    .getByRole('button', { name: /^Block/ })
    .click();
  await answered(page, 1);
  await finished(page, 'row');
  await finished(page, 'score');
  // The weights of the other keys equal a softmax without the blocked key.
  const blocked = await weights();
  expect(blocked[key]).toBe(0);
  blocked.forEach((weight, at) => expect(weight).toBeCloseTo(at === key ? 0 : usual[at] / (1 - usual[key]), 5));
  await expect(page).toHaveURL(new RegExp(`interventions=blocked\\.decoder\\.4\\.4\\.${query}\\.${key}`));
  expect(await inspection(page, ({ score }) => score.value.keys)).not.toContain(key);
  await detail(page)
    .getByRole('button', { name: /^Block/ })
    .first()
    .click();
  await answered(page, 2);

  await detail(page).getByRole('button', { name: 'Switch off layer 5, feed-forward' }).click();
  await answered(page, 3);
  await detail(page).getByRole('button', { name: 'Replace with its mean' }).click();
  await answered(page, 4);
  const mean = await answer(page);
  // The button “Switch off” puts an ablation in place of the mean ablation of the same head.
  await detail(page).getByRole('button', { name: 'Switch off', exact: true }).click();
  await answered(page, 4);
  expect((await answer(page)).now).not.toEqual(mean.now);
  await interventions(page).getByRole('button', { name: 'Undo' }).click();
  await answered(page, 4);
  expect(await answer(page)).toEqual(mean);
  for (const left of [3, 2, 1, 0]) {
    await interventions(page).getByRole('button', { name: 'Undo' }).click();
    await answered(page, left);
  }
  await expect(interventions(page).getByRole('button')).toHaveCount(0);
  await finished(page, 'row');
  expect(await weights()).toEqual(usual);
});

test('a patch from the second sentence is kept: the answer is what the patch made of it', async ({ page, inside }) => {
  for (const [activation, head, name] of [
    ['residualPre', '', /residual stream of “M”, layer 5: from the second sentence/],
    ['value', HEAD, /values, layer 5, head 5: from the second sentence/],
    ['headOutput', HEAD, /head outputs, layer 5, head 5: from the second sentence/],
  ]) {
    await inside(`inside=patching&model=stories&direction=noise&activation=${activation}&${head}`);
    await finished(page, 'patching');
    const cells = detail(page).locator('.numbers dd');
    const [clean, , patched] = (await cells.allTextContents()).map(shownNumber);
    expect(patched).not.toBe(clean);
    await detail(page).getByRole('button', { name: 'Keep this patch' }).click();
    await answered(page, 1);
    await expect(interventions(page).getByRole('button', { name })).toBeVisible();
    const { now, before } = await inspection(page, ({ answer: { value } }) => {
      const differenceOf = ({ token, against }) => token.logit - against.logit;
      return { now: differenceOf(value.prediction), before: differenceOf(value.prediction.baseline) };
    });
    expect(before).toBeCloseTo(clean, 2);
    expect(now).toBeCloseTo(patched, 2);
  }
  await page.reload();
  await answered(page, 1);
  // A new second sentence removes the intervention that copied an activation from the previous one.
  await page.getByRole('textbox', { name: 'Second sentence' }).fill('Lily had a cat named Tom. One day, Lily and');
  await answered(page, 0);
});

test('pairs are of their text; heads stay off when another one is typed, and in the second sentence', async ({
  page,
  inside,
}) => {
  await inside('inside=patching&model=stories&interventions=off.decoder.4.4_blocked.decoder.3.2.15.7_mean.cross.x');
  await answered(page, 2);
  await finished(page, 'patching');
  const values = () => inspection(page, ({ sentences }) => sentences.value.values);
  const intervened = await values();
  await interventions(page)
    .getByRole('button', { name: /blocked$/ })
    .click();
  await answered(page, 1);
  await finished(page, 'patching');
  expect((await values()).corrupted).toBe(intervened.corrupted);
  expect((await values()).clean).not.toBe(intervened.clean);
  await interventions(page).getByRole('button', { name: 'Undo' }).click();
  await answered(page, 2);
  await page.locator('look-inside .ask .text').fill('Once upon a');
  await answered(page, 1);
  expect((await state(page)).interventions).toEqual([{ kind: 'off', at: { attention: 'decoder', layer: 4, head: 4 } }]);
  await expect(interventions(page).getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

test('an intervention that the model does not have is named, and can be taken back', async ({ page }) => {
  await page.goto('?inside=lens&model=stories&interventions=off.decoder.9.1');
  await expect(page.locator('look-inside .aside')).toContainText(/with these interventions\. .*layer: expected/);
  await interventions(page)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(page.locator('look-inside .ask .token')).toBeVisible();
});

for (const [language, theme] of [
  ['en', 'dark'],
  ['zh', 'light'],
]) {
  const title = `interventions are accessible, and no wider than a phone (${language}, ${theme})`;
  test(title, language === 'zh' ? {} : FULL, async ({ page, inside }) => {
    test.setTimeout(120_000);
    const query = `model=stories&lang=${language}&theme=${theme}&head=decoder.1.2`;
    for (const view of isFull ? VIEWS : ['lens', 'knockOut']) {
      await inside(`inside=${view}&${query}&interventions=off.decoder.1.2_blocked.decoder.3.2.15.7_off.decoder.2`);
      await finished(page, view);
      expect(await accessibilityFindings(page), view).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
}
