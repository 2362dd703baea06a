// Views of “Look inside” about one head and about two sentences: their numbers, and their URL parameters.
import { accessibilityFindings, expect } from '../page.js';
import { finished, inspection, open, shownNumber, statusOf as status, stop, test } from './inside.js';

const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);
/** Waits until three results are there: the answer, the second sentence, and the map of the effects of patching. */
const patched = (page) =>
  expect
    .poll(
      () =>
        inspection(page, ({ answer, sentences, patching }) => [answer, sentences, patching].map((each) => each.status)),
      {
        timeout: 60_000,
      },
    )
    .toEqual(['done', 'done', 'done']);
const cursor = (page) => page.locator('look-inside .map [role=status]').first();

test('a score is the sum of its pairs, of the key that is attended to most and is no sink', async ({
  page,
  inside,
}) => {
  await inside('inside=score&model=stories');
  await finished(page, 'score');
  const score = await inspection(page, ({ score: { value } }) => ({
    query: value.query,
    key: value.key,
    shares: value.shares,
    parts: [value.queryParts.length, value.keyParts.length],
  }));
  expect([score.query, score.key]).toEqual([15, 7]);
  const { values, total, residual } = score.shares.score;
  expect(Object.keys(values)).toHaveLength(score.parts[0] * score.parts[1]);
  expect(sum(Object.values(values)) + residual).toBeCloseTo(total, 3);
  // In the row of weights of the selected query, the weight of the selected key is the largest, apart from that of the
  // first token.
  const row = Object.values(await inspection(page, ({ row }) => row.value));
  expect(Math.max(...row.slice(1))).toBe(row[score.key]);
  const printed = (await page.locator('look-inside .sum tbody td').allTextContents()).map(shownNumber);
  const all = shownNumber(await page.locator('look-inside .sum tfoot td').textContent());
  expect(all).toBeCloseTo(total, 1);
  expect(Math.abs(sum(printed) - all)).toBeLessThan(0.005 * (printed.length + 1));
  await page.locator('look-inside .choices select').last().selectOption({ label: 'what is beyond the other keys' });
  await expect(page.locator('look-inside .sum tfoot th')).toHaveText('score less the mean of the keys');
  await expect(page).toHaveURL(/measure=relative/);
});

test('a rival that is chosen at once after the token counts with it; choosing the other one swaps them', async ({
  page,
  inside,
}) => {
  await inside();
  const chosen = await page.evaluate(() => {
    const { inspection, shadowRoot } = document.querySelector('look-inside');
    const { candidates } = inspection.answer.value.prediction;
    const ids = candidates.slice(2, 4).map(({ id }) => id);
    ['token', 'against'].forEach((kind, at) => {
      const select = shadowRoot.querySelector(`.ask .${kind}`);
      select.value = String(ids[at]);
      select.dispatchEvent(new Event('change'));
    });
    return ids;
  });
  await expect(page).toHaveURL(new RegExp(`token=${chosen[0]}&against=${chosen[1]}(&|$)`));
  await expect.poll(() => inspection(page, ({ question }) => [question.token, question.against])).toEqual(chosen);
  await page.locator('look-inside .ask .token').selectOption(String(chosen[1]));
  await expect(page).toHaveURL(new RegExp(`token=${chosen[1]}&against=${chosen[0]}(&|$)`));
});

test('a cell of a head is chosen by its tokens, by the bars or by the head, stays in the URL, and opens in the ledger', async ({
  page,
  inside,
}) => {
  await inside('inside=score&model=stories&head=decoder.3.2');
  await finished(page, 'score');
  // The key chosen second is combined with the query chosen first, although the score for that query has not arrived
  // yet.
  await page.evaluate(() => {
    const { shadowRoot } = document.querySelector('look-inside');
    for (const [kind, position] of [
      ['query', 7],
      ['key', 4],
    ]) {
      const select = shadowRoot.querySelector(`.choice .${kind}`);
      select.value = String(position);
      select.dispatchEvent(new Event('change'));
    }
  });
  await expect(page).toHaveURL(/pair=7\.4/);
  await expect(page.locator('look-inside .view .statement')).toContainText('“M” to “do”');
  // Keys that the causal mask excludes cannot be selected.
  await expect(page.locator('look-inside .choice .key option')).toHaveCount(8);
  await expect(page.locator('look-inside .detail h3')).toHaveText('“M” attends to');
  const bar = page.locator('look-inside .detail .bars .word').last();
  const key = (await bar.textContent()).trim();
  await bar.click();
  await expect(page.locator('look-inside .choice .key option:checked')).toHaveText(new RegExp(`: ${key}\\s*$`));
  await page.getByRole('combobox', { name: 'Head' }).selectOption('head 5');
  await expect(page).toHaveURL(/head=decoder\.3\.4/);
  await page.reload();
  await expect(page.locator('look-inside .choice .key option:checked')).toHaveText(new RegExp(`: ${key}\\s*$`));
  const before = await cursor(page).textContent();
  expect(before).toMatch(new RegExp(` at “M” × .+ at “${key}”: [+−]\\d`));
  await page.locator('look-inside .map').focus();
  await page.keyboard.press('ArrowDown');
  await expect(cursor(page)).not.toHaveText(before);
  await page.locator('look-inside .sum tfoot a').click();
  await expect(page).toHaveURL(/view=ledger/);
  const state = () => page.evaluate(() => document.querySelector('attention-spotlight')?.state ?? {});
  await expect.poll(state).toMatchObject({ view: 'ledger', layer: 3, head: 4, cell: { matrix: 'attention', row: 7 } });
});

test('the stream of the one token that differs carries all of the difference, in both directions', async ({
  page,
  inside,
}) => {
  const texts = 'text=He+was+happy.+Then&other=She+was+happy.+Then';
  await inside(`inside=patching&model=stories&${texts}`);
  await patched(page);
  await page.getByRole('button', { name: 'Make “she” the rival' }).click();
  await patched(page);
  await expect(page.locator('look-inside .aligned b')).toHaveText(['He', 'She']);
  const known = () =>
    inspection(page, ({ sentences, patching, answer }) => ({
      values: sentences.value.values,
      shape: patching.value.recovery.shape,
      recovery: Object.values(patching.value.recovery.data),
      difference: answer.value.prediction.token.logit - answer.value.prediction.against.logit,
    }));
  const { values, shape, recovery, difference } = await known();
  expect(values.clean).toBeCloseTo(difference, 5);
  expect(shape).toEqual([5, 7]);
  expect(recovery[1]).toBeCloseTo(1, 4);
  expect(recovery[0]).toBeCloseTo(0, 6); // both sentences start with <s>
  const panel = page.locator('look-inside .detail .numbers dd');
  await page.locator('look-inside .map').first().focus();
  await page.keyboard.press('ArrowLeft');
  const [clean, corrupted, after, share] = (await panel.allTextContents()).map(shownNumber);
  expect([clean, corrupted]).toEqual([values.clean, values.corrupted].map((each) => Number(each.toFixed(3))));
  expect(Math.abs((after - corrupted) / (clean - corrupted) - share)).toBeLessThan(0.005 + 1e-9);
  await page.locator('look-inside .choices select').last().selectOption({ label: 'corrupted into clean' });
  await expect(page).toHaveURL(/direction=noise/);
  await patched(page);
  const noised = await known();
  expect(noised.recovery[1]).toBeCloseTo(1, 4);
  // Patching of head outputs gives one effect per head, [5 layers, 8 heads]; of keys, one per key/value head, [5, 4].
  await page.locator('look-inside .choices select').first().selectOption({ label: 'head outputs' });
  await patched(page);
  expect((await known()).shape).toEqual([5, 8]);
  await expect(page.locator('look-inside .statement')).toContainText('Strongest: head outputs, layer');
  await page.locator('look-inside .choices select').first().selectOption({ label: 'keys' });
  await patched(page);
  expect((await known()).shape).toEqual([5, 4]);
  await page.locator('look-inside .choices select').first().selectOption({ label: 'weights' });
  await expect(page).toHaveURL(/activation=weights/);
  await patched(page);
  expect((await known()).shape).toEqual([5, 8]);
});

test('texts of different lengths have gaps, and no patches of weights; what cannot be compared says so', async ({
  page,
  inside,
}) => {
  await inside('inside=patching&model=stories');
  await patched(page);
  const other = page.getByRole('textbox', { name: 'Second sentence' });
  await other.fill('Lily had a big dog named Spot. One day, Lily and');
  await expect(page).toHaveURL(/other=Lily\+had\+a\+big/);
  await patched(page);
  await expect(page.locator('look-inside .aligned')).toContainText('no token');
  expect(await inspection(page, ({ patching }) => Number.isNaN(patching.value.recovery.data[4]))).toBe(true);
  await expect(page.locator('look-inside .map .gap')).toHaveCount(1);
  await page.locator('look-inside .choices select').first().selectOption({ label: 'weights' });
  await expect(page.locator('look-inside .view')).toContainText('every token stands at the same place');
  expect(await status(page, 'patching')).toBe('idle');
  await page.locator('look-inside .choices select').first().selectOption({ label: 'values' });
  await patched(page);
  await page.locator('look-inside .ask .position').selectOption('3');
  await expect(page.locator('look-inside .view')).toContainText('Choose the last token above');
  await other.fill('');
  await page.getByRole('button', { name: 'Copy the first one' }).click();
  await expect(page.locator('look-inside .view')).toContainText('Both sentences are the same');
});

test('a head that is resampled from the second sentence is the head that is patched from it', async ({
  page,
  inside,
}) => {
  await inside('inside=patching&model=stories&activation=headOutput&direction=noise');
  await patched(page);
  const { recovery, values } = await inspection(page, ({ patching, sentences }) => ({
    recovery: Array.from(patching.value.recovery.data),
    values: sentences.value.values,
  }));
  await open(page, 'Knock-out');
  await page.locator('look-inside .choice select').selectOption('resample');
  await expect(page.locator('look-inside .head .note')).toContainText('named Spot');
  await finished(page, 'knockOut');
  const effects = await inspection(page, ({ knockOut }) => Array.from(knockOut.value.effects.heads.decoder.data));
  expect(effects).toHaveLength(40);
  effects.forEach((effect, at) => expect(effect).toBeCloseTo(recovery[at] * (values.corrupted - values.clean), 4));
  // Resample ablation takes activations from the second sentence; without one, nothing is computed.
  await page.evaluate(() => document.querySelector('look-inside').inspection.set({ other: '' }));
  await expect(page.locator('look-inside .head .note')).toContainText('Type a second sentence');
  expect(await status(page, 'knockOut')).toBe('idle');
});

test('heads that attend alike are listed, beside the average head', async ({ page, inside }) => {
  await inside('inside=heads&model=stories&head=decoder.4.4');
  await finished(page, 'similar');
  const list = page.locator('look-inside .similar li');
  await expect(list).toHaveCount(3);
  const { heads, mean } = await inspection(page, ({ similar }) => similar.value);
  expect(heads[2].overlap).toBeGreaterThan(mean);
  await expect(page.locator('look-inside .detail')).toContainText(`the average head: ${Math.round(100 * mean)}%`);
  // Similarity of two heads is symmetric: selecting the most similar head lists the first head with at least the same
  // overlap.
  const name = (await list.first().getByRole('button').textContent()).trim();
  await list.first().getByRole('button').click();
  await expect(page.locator('look-inside .detail h2')).toHaveText(name);
  await finished(page, 'similar');
  const back = await inspection(page, ({ similar }) => similar.value.heads.map(({ overlap }) => overlap));
  expect(Math.max(...back)).toBeGreaterThanOrEqual(heads[0].overlap - 1e-6);
});

test('patching fills its map, can be stopped, and goes on', async ({ page, inside }) => {
  const story = 'Lily had a dog named Max and a cat named Tom. '.repeat(9);
  await inside('inside=lens&model=stories');
  await page.evaluate((text) => {
    document.querySelector('look-inside').inspection.set({ text, other: text.replace('Max', 'Spot') });
  }, story);
  await expect.poll(() => status(page, 'answer')).toBe('done');
  await open(page, 'Two sentences');
  await stop(page);
  expect(await status(page, 'patching')).toBe('stopped');
  await page.getByRole('button', { name: 'Compute the rest' }).click();
  await patched(page);
  const unknown = await inspection(page, ({ patching: { value } }) => value.recovery.data.filter(Number.isNaN).length);
  expect(unknown).toBe(0);
});

test('shares of a query add up to all of the output, and the first token is shown for what it is', async ({
  page,
  inside,
}) => {
  await inside('inside=contribution&model=stories&head=decoder.4.4');
  await finished(page, 'contribution');
  const { weights, shares, keys, first } = await inspection(page, ({ contribution: { value } }) => ({
    weights: Object.values(value.weights),
    shares: Object.values(value.shares),
    keys: value.keys.length,
    first: value.first,
  }));
  const rows = (values) =>
    Array.from({ length: values.length / keys }, (_, row) => values.slice(row * keys, (row + 1) * keys));
  for (const row of [...rows(weights), ...rows(shares)]) expect(sum(row)).toBeCloseTo(1, 4);
  const later = rows(weights)
    .slice(1)
    .map((row) => row[0]);
  expect(first.weight).toBeCloseTo(sum(later) / later.length, 5);
  await expect(page.locator('look-inside .statement')).toContainText(
    `the first token gets ${Math.round(100 * first.weight)}% of the weight`,
  );
  // The selected cell, a query and a key, is marked in all three matrices.
  await page.locator('look-inside .map').nth(1).focus();
  await page.keyboard.press('ArrowUp');
  await expect(cursor(page)).toHaveText(/^“Lily” from “M”: weight \d+%, length \d/);
  await expect(page.locator('look-inside .map .outline')).toHaveCount(3);
  // A head that is selected in one view of “Look inside” is selected in the other views.
  await page.getByRole('combobox', { name: 'Layer' }).selectOption('layer 2');
  await open(page, 'Why this score');
  await expect(page.locator('look-inside .detail h2')).toHaveText('layer 2, head 5');
});

test('the paths of a head add up to what it writes directly; the threshold says how many are shown, and how much that is', async ({
  page,
  inside,
}) => {
  await inside('inside=paths&model=stories&threshold=50');
  await finished(page, 'paths');
  await finished(page, 'attribution');
  const { paths, heads } = await inspection(page, ({ paths: { value }, attribution }) => ({
    paths: Object.values(value.paths.decoder.data),
    heads: Object.values(attribution.value.heads.decoder.data),
  }));
  const keys = paths.length / heads.length;
  heads.forEach((effect, at) => expect(sum(paths.slice(at * keys, (at + 1) * keys))).toBeCloseTo(effect, 4));
  const view = page.locator('look-inside .view');
  const rows = view.getByRole('listitem');
  const sizes = paths.map(Math.abs).sort((one, next) => next - one);
  const expectShown = async (threshold) => {
    const count = sizes.filter((size) => size >= (threshold / 100) * sizes[0]).length;
    await expect(rows).toHaveCount(count);
    const share = Math.round((100 * sum(sizes.slice(0, count))) / sum(sizes));
    await expect(view.locator('.statement')).toHaveText(
      `${count} of ${sizes.filter((size) => size > 0).length} paths, with ${share}% of all that the paths carry.`,
    );
  };
  await expectShown(50);
  // The strongest path begins at position 8, the first occurrence of the name.
  await expect(rows.first()).toContainText(/8: M → layer 5, head 5\s*\+2\.\d/);
  const slider = page.getByRole('slider', { name: 'At least this share of the strongest path' });
  await expect(slider).toHaveAttribute('aria-valuetext', '50%');
  await slider.focus();
  for (let each = 0; each < 40; ++each) await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/threshold=10/);
  await expectShown(10);
  await rows.nth(1).getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(rows.nth(1).getByRole('button')).toHaveAttribute('aria-pressed', 'true');
  const place = (await rows.nth(1).locator('span').textContent()).split(' → ')[1].trim();
  await expect(page.locator('look-inside .detail h2')).toHaveText(place);
  // No path leads through an ablated head.
  await page.getByRole('button', { name: 'Switch off', exact: true }).click();
  await finished(page, 'paths');
  await expect(view.getByRole('listitem').filter({ hasText: place })).toHaveCount(0);
  expect(await accessibilityFindings(page)).toEqual([]);
});

test('heads stand in the order of a number, and those of one role by themselves', async ({ page, inside }) => {
  await inside('inside=heads&model=stories');
  await finished(page, 'heads');
  await page.getByRole('combobox', { name: 'Order' }).selectOption({ label: 'by what they write directly' });
  await expect(page).toHaveURL(/sort=direct/);
  await finished(page, 'attribution');
  const list = page.locator('look-inside .ranking li');
  await expect(list).toHaveCount(24);
  const written = (await list.locator('.number').allTextContents()).map((text) => Math.abs(shownNumber(text)));
  expect(written).toEqual([...written].sort((one, next) => next - one));
  await expect(list.first()).toContainText('layer 5, head 5');
  await list.nth(1).getByRole('button').click();
  await expect(page.locator('look-inside .detail h2')).toHaveText(
    (await list.nth(1).locator('span').textContent()).trim(),
  );
  await page.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'previous token' });
  await expect(list).not.toHaveCount(24);
  const named = await list.count();
  for (const name of await list.locator('small').allTextContents()) expect(name.trim()).toBe('previous token');
  await page.getByRole('combobox', { name: 'Order' }).selectOption({ label: 'by layer' });
  await expect(page.locator('look-inside .map')).toBeVisible();
  expect(await page.locator('look-inside .map image').count()).toBe(named);
});
