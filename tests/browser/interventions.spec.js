// Interventions are applied immediately, shown beside the baseline, and reset with one button.
import { cellPoint, expect, experiment, FULL, headNotice, sceneOf, setState, stateOf, test } from './page.js';

const weights = (page) =>
  page.evaluate(() => {
    const { trace } = document.querySelector('attention-spotlight');
    return [...trace.weights.data];
  });
const reset = (page) => page.getByRole('button', { name: 'Reset', exact: true });

test('without an intervention there is nothing to reset', async ({ page, open }) => {
  await open();
  await expect(reset(page)).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Divide by √d' }).uncheck();
  await expect(reset(page)).toBeVisible();
});

test('every intervention changes the weights, and one button resets all', async ({ page, open }) => {
  await open('attention=encoder&layer=0&head=1&query=1&stage=softmax&progress=1'); // the query token is not padding
  const baseline = await weights(page);
  let before = baseline;
  const interventions = [
    () => page.getByRole('checkbox', { name: 'Causal mask' }).check(),
    () => page.getByRole('checkbox', { name: 'Divide by √d' }).uncheck(),
    () => page.getByLabel('Temperature').fill('30'),
    () => page.getByLabel('Padding').fill('2'),
    () => page.getByRole('button', { name: /^Switch off “/ }).click(),
    () => page.getByRole('button', { name: 'Switch off this head' }).click(),
  ];
  for (const intervene of interventions) {
    await intervene();
    await expect.poll(() => weights(page)).not.toEqual(before);
    before = await weights(page);
  }
  await reset(page).click();
  await expect.poll(() => weights(page)).toEqual(baseline);
  await expect(reset(page)).toHaveCount(0);
});

test('cells are masked and unmasked with clicks and with the keyboard', async ({ page, open }) => {
  await open('stage=softmax&progress=1');
  await expect(page.getByText('“it” attends most to “cat”').filter({ visible: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Edit mask' }).click();
  const { x, y } = await cellPoint(page, 'attention', 7, 1);
  await page.mouse.click(x, y);
  expect((await stateOf(page)).mask).toEqual([[7, 1]]);
  await expect(page.getByText('Without your interventions: “cat”').filter({ visible: true }).first()).toBeVisible();
  await page.mouse.click(x, y);
  expect((await stateOf(page)).mask).toEqual([]);
  const canvas = page.locator('canvas');
  await page.mouse.move(5, 5);
  await canvas.focus();
  await canvas.press('ArrowRight');
  await canvas.press('Enter');
  expect((await stateOf(page)).mask).toHaveLength(1);
});

test('changed numbers show old and new values, in the cell card and in the matrix, or their difference', async ({
  page,
  open,
}) => {
  await open('attention=encoder&layer=0&head=1&stage=softmax&progress=1&scaling=off&view=matrix&cell=attention:2:1');
  const ofTheCell = page.getByText(/With your experiment: 0\.\d+ → 0\.\d+/);
  await expect(ofTheCell).toBeVisible();
  const before = async () => (await sceneOf(page)).marks.filter(({ role }) => role === 'baseline');
  expect((await before()).length).toBeGreaterThan(3);
  // In the lowest layer, scores before scaling do not depend on the interventions, so that no baseline is shown beside
  // them.
  await page.evaluate(() => (document.querySelector('attention-spotlight').stage = 'score'));
  await expect(ofTheCell).toHaveCount(0);
  expect(await before()).toEqual([]);
  await page.evaluate(() => (document.querySelector('attention-spotlight').stage = 'softmax'));
  await page.getByRole('checkbox', { name: 'Show difference' }).check();
  await expect
    .poll(() =>
      page.evaluate(() => {
        const { scene } = document.querySelector('attention-spotlight');
        const numbers = scene.layers.flatMap(({ marks }) => marks).filter(({ mono }) => mono);
        return numbers.filter(({ text }) => text.startsWith('−')).length;
      }),
    )
    .toBeGreaterThan(3);
});

test('differences are shown in the view of all heads, on one signed scale', async ({ page, open }) => {
  await open('view=heads&scaling=off&theme=light');
  const texts = async () => (await sceneOf(page)).marks.filter(({ kind }) => kind === 'text').map(({ text }) => text);
  expect((await texts()).filter((text) => /^[+−]/.test(text))).toEqual([]);
  await page.getByRole('checkbox', { name: 'Show difference' }).check();
  await expect.poll(async () => (await texts()).filter((text) => /^[+−]0\.\d$/.test(text))).toHaveLength(2);
  await expect(page.getByText('All panels share the scale above them')).toBeVisible();
});

test('the text beside all heads names the color of large values, in both themes', async ({ page, open }) => {
  await open('view=heads&theme=light');
  await expect(page.getByText('the darker the color, the larger the weight')).toBeVisible();
  await setState(page, { theme: 'dark' });
  await expect(page.getByText('the brighter the color, the larger the weight')).toBeVisible();
});

test('an experiment changes the displayed head, its layer, or the model, as selected', async ({ page, open }) => {
  const scores = () => page.evaluate(() => [...document.querySelector('attention-spotlight').trace.scores.data]);
  await open('attention=encoder&layer=2&head=1&stage=softmax&progress=1');
  const baseline = await scores();
  await expect(page.getByRole('radio', { name: 'head', exact: true })).toBeChecked();
  await expect(page.getByText('Only this head changes.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Divide by √d' }).uncheck();
  await expect(page).toHaveURL(/scope=head/);
  expect(await scores()).toEqual(baseline);
  await page.getByRole('radio', { name: 'layer', exact: true }).check({ force: true });
  await expect(page.getByText('Only this layer changes.')).toBeVisible();
  expect(await scores()).toEqual(baseline);
  await page.getByRole('radio', { name: 'model', exact: true }).check({ force: true });
  await expect.poll(scores).not.toEqual(baseline);
  await expect(page.getByText('Every layer changes.')).toBeVisible();
  await expect(page).toHaveURL(/scope=model/);
  await page.reload();
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  expect(await stateOf(page)).toMatchObject({ scope: 'model', scaling: false });
  await reset(page).click();
  expect(await stateOf(page)).toMatchObject({ scope: 'model', scaling: true });
});

test('a URL from before the scope existed means the whole model', async ({ page, open }) => {
  await open('attention=encoder&layer=2&head=1&scaling=off');
  expect(await stateOf(page)).toMatchObject({ scope: 'model', scaling: false });
  await open('attention=encoder&layer=2&head=1');
  expect(await stateOf(page)).toMatchObject({ scope: 'head', scaling: true });
});

for (const scope of ['head', 'layer', 'model']) {
  const title = `the generated text, or the next tokens, are shown beside the experiment (${scope})`;
  test(title, scope === 'model' ? {} : FULL, async ({ page, open }) => {
    await open(`attention=cross&layer=1&head=2&ablate=cross.1.2&scope=${scope}`);
    await expect(experiment(page)).toContainText('Translation');
    await expect(experiment(page)).toContainText('→');
    await open(`model=stories&attention=decoder&layer=0&head=0&temperature=20&scope=${scope}&text=Once upon a`);
    await expect(experiment(page)).toContainText(/Next after “a”, most likely.*%/s);
  });
}

test('an ablated head is called switched off, not masked', async ({ page, open }) => {
  await open('stage=softmax&progress=1&ablate=encoder.3.0&cell=attention:7:1');
  await expect(
    page
      .getByText('This head is switched off: all its weights and its output are 0.')
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await expect(page.locator('[data-arithmetic]').first()).toHaveText(/ × 0 = 0\.000$/);
  await page.evaluate(() => (document.querySelector('attention-spotlight').view = 'heads'));
  await expect(page.getByText(/every key is masked/)).toHaveCount(0);
  const switchedOff = async () => (await sceneOf(page))?.marks.filter(({ text }) => text === 'switched off').length;
  await expect.poll(switchedOff).toBe(1);
});

test('if the translation changes, there is no comparison, and the panel says so', async ({ page, open }) => {
  await open('attention=decoder&layer=0&head=1&temperature=20');
  await expect(page.getByText('Your interventions changed the translation')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Show difference' })).toHaveCount(0);
});

test('an ablated token is marked, and can be restored', async ({ page, open }) => {
  await open('stage=softmax&progress=1&query=1');
  const button = page.getByRole('button', { name: 'Switch off “cat”' });
  await button.click();
  expect((await stateOf(page)).ablate).toEqual([1]);
  await page.getByRole('button', { name: 'Switch on “cat”' }).click();
  expect((await stateOf(page)).ablate).toEqual([]);
  await expect(button).toBeVisible();
});

for (const view of ['matrix', 'heads']) {
  test(
    `an ablated head is marked among the heads, and can be restored (${view})`,
    view === 'heads' ? {} : FULL,
    async ({ page, open }) => {
      await open(`view=${view}&attention=encoder&layer=3&head=0`);
      const notice = headNotice(page);
      const switchedOff = page.getByRole('radio', { name: /switched off$/ });
      await expect(notice).toContainText('of 100');
      await page.getByRole('button', { name: 'Switch off this head' }).click();
      await expect(notice).toContainText('This head is switched off');
      await expect(switchedOff).toHaveCount(1);
      await expect(page.getByRole('radio', { name: 'layer 4, head 1: switched off' })).toBeChecked();
      await page.getByRole('button', { name: 'Switch on this head' }).click();
      await expect(switchedOff).toHaveCount(0);
      await expect(notice).toContainText('of 100');
    },
  );
}

test('another sentence drops interventions on the tokens of the previous one', async ({ page, open }) => {
  await open('mask=7.1&ablate=2,encoder.0.1');
  await page.getByLabel('Sentence', { exact: true }).fill('I like deep learning');
  await expect
    .poll(() => stateOf(page))
    .toMatchObject({ mask: [], ablate: [{ attention: 'encoder', layer: 0, head: 1 }] });
});

test('a URL with nonexistent tokens and heads is drawn without them', async ({ page, open }) => {
  await open('mask=40.41&ablate=99,cross.9.9&padding=50&text=two words');
  await expect(page.locator('canvas')).toBeVisible();
  expect(await weights(page)).toHaveLength(4);
});

test('if interventions hardly change the selected head, the most affected head is named', async ({ page, open }) => {
  // Ablating another head of the same layer does not affect the selected head, but affects heads in the layers above.
  await open('attention=encoder&layer=0&head=3');
  const hint = page.getByText('Your interventions hardly change the weights of this head.');
  await expect(hint).toHaveCount(0);
  const element = page.locator('attention-spotlight');
  const weightsOf = () => element.evaluate(({ trace }) => Array.from(trace.weights.data));
  const change = async (other) => Math.max(...(await weightsOf()).map((weight, at) => Math.abs(weight - other[at])));
  const ablate = (heads) =>
    element.evaluate((it, targets) => {
      it.ablate = targets;
      return it.updateComplete.then(() => undefined);
    }, heads);
  const before = await weightsOf();
  await ablate([{ attention: 'encoder', layer: 0, head: 0 }]);
  await expect(hint).toBeVisible();
  expect(await change(before)).toBeLessThan(0.005);
  await page.getByRole('button', { name: /^Largest effect: layer \d, head \d/ }).click();
  await expect(hint).toHaveCount(0);
  const ablated = await weightsOf();
  await ablate([]);
  expect(await change(ablated)).toBeGreaterThan(0.01);
});
