// The training page: the model learns, every snapshot can be shown again, and the URL contains all settings.
import { readFileSync } from 'node:fs';
import { accessibilityFindings, expect, FULL, test as base } from '../page.js';

const test = base.extend({
  /** Opens the training page and waits until it shows the untrained model. */
  train: async ({ page, complaints }, use) => {
    void complaints;
    await use(async (query = '') => {
      await page.goto(`training.html${query}`);
      await expect(page.locator('.status b').first()).toHaveText('0', { timeout: 30_000 });
    });
  },
});

const runOf = (page) =>
  page.evaluate(() => {
    const { run, snapshot } = document.querySelector('attention-training');
    const { status, step, measured, moments } = run;
    return { status, step, measured, moments, shown: snapshot.step, snapshots: run.snapshots.map((each) => each.step) };
  });

const settingsOf = (page) => Object.fromEntries(new URL(page.url()).searchParams);

/**
 * Trains until a condition holds.
 * @param condition function of the training run; it is called in the page
 */
async function trainUntil(page, condition) {
  await page.getByRole('button', { name: 'Play' }).click();
  await page.waitForFunction(`(${condition})(document.querySelector('attention-training').run)`, null, {
    timeout: 150_000,
  });
  // Pauses training, unless it has paused itself, for example because the task has been learned.
  await page.evaluate(() => document.querySelector('attention-training').pause());
  await expect(page.getByRole('button', { name: 'Play on' })).toBeVisible();
}

test('learns induction: 95% right within 800 steps, with a named moment', FULL, async ({ page, train }) => {
  test.setTimeout(180_000);
  await train();
  expect((await runOf(page)).measured.accuracy).toBeLessThan(0.15);
  await trainUntil(page, ({ moments, step }) => moments.length === 2 || step > 800);
  const { moments } = await runOf(page);
  expect(moments.map(({ name }) => name).toSorted()).toEqual(['job', 'solved']);
  for (const { step } of moments) expect(step).toBeLessThanOrEqual(800); // the run continues until its next pause
  const job = moments.find(({ name }) => name === 'job');
  expect(job.head.layer).toBe(1);
  await expect(page.locator('text.moment', { hasText: 'the heads click together' })).toBeVisible();
  // The head that has learned its role is selected, and its picture has a text alternative.
  const head = `Layer 2, head ${job.head.head + 1}`;
  await expect(page.locator('.layer button[aria-pressed=true]')).toHaveAttribute('title', head);
  await expect(page.getByRole('img', { name: `${head}. On target` })).toBeVisible();
  await expect(page.locator('.badge')).toBeVisible();
  await expect(page.locator('.layer button.formed')).toHaveAttribute('title', head);
  await expect(page.locator('.now')).toContainText(`${head} has been on target since step ${job.step}`);
  // The snapshot of the model at the step at which the head learned its role is from the drop in loss, not from after
  // it.
  const { loss } = await page.evaluate((at) => {
    const { snapshots } = document.querySelector('attention-training').run;
    return { loss: snapshots.findLast((snapshot) => snapshot.step <= at).loss };
  }, job.step);
  expect(loss).toBeGreaterThan(1);
});

test('any snapshot can be shown again and compared with', async ({ page, train }) => {
  test.setTimeout(120_000);
  await train('?task=reverse');
  await trainUntil(page, ({ step }) => step >= 60);
  const { snapshots } = await runOf(page);
  // Snapshots of the model are taken every five steps, every ten steps in runs of more than 320 steps, and so on; the
  // last one is always from the step at which training paused.
  const every = 5 * 2 ** Math.max(0, Math.ceil(Math.log2(snapshots.at(-1) / 320)));
  expect(snapshots.slice(0, -1)).toEqual(snapshots.slice(0, -1).map((_, index) => index * every));
  const slider = page.getByRole('slider', { name: 'Moment' });
  await slider.focus();
  await page.keyboard.press('Home');
  expect((await runOf(page)).shown).toBe(0);
  await expect(slider).toHaveAttribute('aria-valuetext', /^step 0, /);
  await page.keyboard.press('ArrowRight');
  expect((await runOf(page)).shown).toBe(every);
  await page.getByRole('button', { name: 'Compare with this moment' }).click();
  const { step } = await runOf(page);
  await expect(page.locator('.cell')).toContainText(`Step ${step} minus step ${every}`);
  await page.getByRole('button', { name: 'Stop comparing' }).click();
  await expect(page.locator('.cell')).not.toContainText('minus step');
});

test('a second core computes half of each batch', async ({ page, train }) => {
  await train();
  await trainUntil(page, ({ step }) => step >= 40);
  const cores = await page.evaluate(() => navigator.hardwareConcurrency);
  expect(page.workers()).toHaveLength(cores > 1 ? 2 : 1);
});

test('one step at a time', async ({ page, train }) => {
  await train('?task=repeat');
  await page.getByRole('button', { name: 'One step' }).click();
  await expect(page.locator('.status b').first()).toHaveText('1');
  await page.getByRole('button', { name: 'Restart' }).click();
  await expect(page.locator('.status b').first()).toHaveText('0');
});

test('settings are in the URL, and a URL opens them', async ({ page, train }) => {
  await train();
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('button', { name: 'Reverse', exact: true }).click();
  await page.getByLabel('Layers').selectOption('2');
  await page.getByLabel('Positions').selectOption('none');
  await page.getByLabel('Causal mask').uncheck();
  await page.getByLabel('Seed').fill('7');
  await page.getByLabel('Seed').press('Enter');
  await page.getByRole('button', { name: '中文' }).click();
  const settings = { task: 'reverse', layers: '2', positions: 'none', causal: 'off', seed: '7', lang: 'zh' };
  await expect.poll(() => settingsOf(page)).toEqual(settings);
  await page.reload();
  await expect(page.getByRole('button', { name: '倒序', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByLabel('层数')).toHaveValue('2');
  await expect(page.getByLabel('因果掩码')).not.toBeChecked();
  await expect(page.getByLabel('随机种子')).toHaveValue('7');
  await page.getByRole('button', { name: '恢复这个任务的设置' }).click();
  await expect.poll(() => settingsOf(page)).toEqual({ task: 'reverse', lang: 'zh' });
});

test('a loss that is not finite shows a message with the step, and a way to continue', async ({ page, train }) => {
  test.setTimeout(120_000);
  await train('?task=repeat&learningRate=1000');
  await page.getByRole('button', { name: 'Play' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(/At step \d+ the loss was no longer a number/, { timeout: 90_000 });
  await alert.getByRole('button').click();
  await expect(alert).toBeHidden();
  await expect(page.getByLabel('Learning rate')).toHaveValue('0.003');
  await page.getByRole('button', { name: 'One step' }).click();
  await expect(page.locator('.status b').first()).toHaveText('1');
});

test('at a learning rate of 100 it says so and offers a restart, whose chart fits', FULL, async ({ page, train }) => {
  test.setTimeout(120_000);
  await train('?learningRate=100');
  await page.getByRole('button', { name: 'Play' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(/At step \d+ the loss was more than ten times that of the untrained model/, {
    timeout: 60_000,
  });
  const ticks = page.locator('.charts figure').first().locator('svg text');
  await expect(ticks.filter({ hasText: '≥' })).toHaveText('≥ 10');
  await alert.getByRole('button', { name: 'Restart with a learning rate of 0.003' }).click();
  await expect(alert).toBeHidden();
  await expect(page.getByLabel('Learning rate')).toHaveValue('0.003');
  await expect(page.locator('.status b').first()).toHaveText('0');
  await expect(page.getByRole('button', { name: 'Play' })).toBeEnabled();
});

test('a run pauses at twice the steps that the task took, and can be continued', async ({ page, train }) => {
  test.setTimeout(120_000);
  await train('?task=reverse');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.locator('.now')).toContainText('It has learned, and paused.', { timeout: 60_000 });
  const { step, moments, status } = await runOf(page);
  expect(status).toBe('paused');
  expect(step).toBeGreaterThanOrEqual(2 * moments.find(({ name }) => name === 'solved').step);
  // The status above the matrices and the timeline below them show the same accuracy.
  const right = await page.locator('.status b').nth(1).textContent();
  await expect(page.locator('.timeline output')).toHaveText(`step ${step}, ${right} right`);
  await page.getByRole('button', { name: 'Play on' }).click();
  await page.waitForFunction((most) => document.querySelector('attention-training').run.step > most, 2 * step);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('button', { name: 'Play on' })).toBeVisible();
  await expect(page.locator('.now')).not.toContainText('paused');
});

test('an experiment: first a prediction, then two runs and their measurements', async ({ page, train }) => {
  test.setTimeout(240_000);
  await train();
  const card = page.locator('article', { hasText: 'No positions' });
  const button = card.getByRole('button');
  await expect(button).toBeDisabled();
  await card.getByLabel('It learns just as well').check();
  await button.click();
  await expect(button).toHaveText('Try it again', { timeout: 200_000 });
  await expect(card).toContainText(/As it should be, after \d+ steps: (9[5-9]|100)% right/);
  await expect(card).toContainText(/With the change, after \d+ steps: [1-4]?\d% right/);
  await expect(card).toContainText('Not what you expected.');
  // The card of the experiment draws the best head of each of the two training runs; their attention differs.
  const drawings = () => card.locator('.ends canvas').evaluateAll((all) => all.map((canvas) => canvas.toDataURL()));
  await expect.poll(async () => new Set((await drawings()).filter((url) => url.length > 1000)).size).toBe(2);
  await expect.poll(() => settingsOf(page).positions).toBe('none');
});

test('the user’s text is learned, and continued when training pauses', async ({ page, train }) => {
  test.setTimeout(120_000);
  await train('?task=text');
  await page.getByLabel('Your text').fill('abcabc '.repeat(60));
  await page.getByRole('button', { name: 'Learn this text' }).click();
  await trainUntil(page, ({ step }) => step >= 40);
  await expect(page.locator('.written p')).toHaveText(/^[abc ]{100,}$/);
});

/** Trains for one step, so that there is a model to export. */
async function takeStep(page) {
  await page.getByRole('button', { name: 'One step' }).click();
  await expect(page.locator('.status b').first()).toHaveText('1');
}

async function download(page, name) {
  const downloading = page.waitForEvent('download', { timeout: 60_000 });
  await page.getByRole('button', { name }).click();
  const file = await downloading;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

test('the model is saved as the three files that loadPretrained reads', async ({ page, train }) => {
  await train('?task=repeat');
  await takeStep(page);
  const { name, bytes } = await download(page, 'model.safetensors');
  expect(name).toBe('model.safetensors');
  const header = JSON.parse(bytes.subarray(8, 8 + Number(bytes.readBigUInt64LE())).toString());
  expect(Object.keys(header).length).toBeGreaterThan(5);
  const config = JSON.parse((await download(page, 'config.json')).bytes);
  expect(config).toMatchObject({ model_type: 'spotlight', num_hidden_layers: 1 });
  const tokenizer = JSON.parse((await download(page, 'tokenizer.json')).bytes);
  expect(Object.keys(tokenizer.model.vocab)).toHaveLength(config.vocab_size);
});

for (const [task, attention] of [
  ['induction', 'decoder'],
  ['translate', 'cross'],
  ['text', 'decoder'],
]) {
  const title = `the lab shows the same weights of the model (${task})`;
  test(title, task === 'induction' ? {} : FULL, async ({ page, train }) => {
    test.setTimeout(90_000);
    await train(`?task=${task}`);
    await takeStep(page);
    await page.getByRole('button', { name: 'Open in the lab' }).click();
    const lab = page.locator('attention-spotlight');
    await expect(lab).toBeVisible({ timeout: 30_000 });
    await lab.evaluate((element) => element.ready);
    await expect(lab.locator('canvas').first()).toBeVisible();
    const [shown, trained] = await page.evaluate((type) => {
      const { run } = document.querySelector('attention-training').shadowRoot.querySelector('attention-spotlight');
      const { snapshot } = document.querySelector('attention-training');
      return [[...run.attention(type, 0).data], [...snapshot.weights[0]]];
    }, attention);
    // The lab, which shows the trained model in the element, generates a translation of its own. It differs from the
    // training page's after the start token, so that of cross-attention, only the row of that token (5 source tokens)
    // is comparable.
    const same = attention === 'cross' ? 5 : trained.length;
    expect(Math.max(...shown.slice(0, same).map((weight, at) => Math.abs(weight - trained[at])))).toBeLessThan(1e-4);
    await page.getByRole('button', { name: 'Close the lab' }).click();
    await expect(lab).toBeHidden();
  });
}

test('the training is saved as a video', FULL, async ({ page, train }) => {
  test.setTimeout(120_000);
  await train('?task=repeat');
  await trainUntil(page, ({ step }) => step >= 10);
  const { name, bytes } = await download(page, 'Video of the training');
  expect(name).toMatch(/^spotlight-repeat\.(mp4|webm)$/);
  expect(bytes.length).toBeGreaterThan(10_000);
  await expect(page.getByRole('button', { name: 'Video of the training' })).toBeEnabled();
});

test('on a phone, player, matrix and loss are on the first screen, and the rest is collapsed', async ({
  page,
  train,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await train();
  for (const name of ['.play', '.lead', 'canvas.large', '.charts figure:first-child']) {
    const box = await page.locator(name).first().boundingBox();
    expect([name, box.y + box.height <= 844]).toEqual([name, true]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1700);
  // The outline around a head that has learned its role extends 4 pixels beyond the head's picture and is not cropped.
  const [heads, last] = [
    await page.locator('.all').boundingBox(),
    await page.locator('.all button').last().boundingBox(),
  ];
  expect(last.x + last.width + 4).toBeLessThanOrEqual(heads.x + heads.width);
  const current = await page.locator('nav [aria-current]').boundingBox();
  expect(current.x + current.width).toBeLessThanOrEqual(390);
  await expect(page.getByLabel('Layers')).toBeHidden();
  await page.getByText('Change the model').click();
  await expect(page.getByLabel('Layers')).toBeVisible();
});

test('when a head forms, its badge and description move nothing, at any width', FULL, async ({ page, train }) => {
  await train();
  for (const [width, height] of [
    [1920, 1080],
    [1280, 720],
    [1000, 700],
    [700, 900],
    [390, 844],
    [360, 640],
  ]) {
    await page.setViewportSize({ width, height });
    for (const lang of ['en', 'zh']) {
      const places = await page.evaluate(async (language) => {
        const element = document.querySelector('attention-training');
        element.lang = language;
        const places = [];
        const { moments } = element.run;
        for (const formed of [[], [{ name: 'job', step: 1200, head: { layer: 1, head: 0, score: 0.9 } }]]) {
          moments.splice(0, moments.length, ...formed);
          if (formed.length > 0) moments.push({ name: 'solved', step: 1235, head: null });
          element.requestUpdate();
          await element.updateComplete;
          places.push(
            ['canvas.large', '.cell', '.charts'].map(
              (selector) => element.renderRoot.querySelector(selector).getBoundingClientRect().y,
            ),
          );
        }
        const badge = element.renderRoot.querySelector('.badge').getBoundingClientRect();
        const one = element.renderRoot.querySelector('.one').getBoundingClientRect();
        return { places, badge: [badge.height, badge.right - one.right] };
      }, lang);
      const [before, after] = places.places;
      expect(after, `${width}, ${lang}`).toEqual(before);
      const [badgeHeight, over] = places.badge;
      expect(badgeHeight, `${width}, ${lang}`).toBeLessThan(28);
      expect(over, `${width}, ${lang}`).toBeLessThanOrEqual(0);
    }
  }
});

test(
  'on a phone, the navigation scrolls to the open section, and the tasks to the selected one',
  FULL,
  async ({ page, train }) => {
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      await train('?task=text&lang=en');
      for (const current of [page.locator('nav [aria-current]'), page.locator('.tasks [aria-pressed=true]')]) {
        const box = await current.boundingBox();
        expect(box.x).toBeGreaterThan(0);
        expect(box.x + box.width).toBeLessThanOrEqual(width);
      }
    }
  },
);

test('the cells of a matrix can be read with the keyboard', async ({ page, train }) => {
  await train();
  await page.locator('canvas.large').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('.cell')).toHaveText(/^“.” attends to “.”: <?\d+%$/);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('.cell')).toHaveText('masked: a later token');
});

test('page and course link to it, and it links back', async ({ page, complaints }) => {
  void complaints;
  await page.goto('?chapter=end.1');
  const link = page.locator('course-summary a');
  await expect(link).toHaveAttribute('href', /training\.html\?lang=/);
  await page.getByRole('link', { name: 'Watch it learn' }).click();
  await expect(page).toHaveTitle('Watch it learn · Spotlight');
  await page.getByRole('link', { name: 'Lab' }).click();
  await expect(page.locator('attention-spotlight')).toBeVisible();
});

for (const [lang, theme, width] of [
  ['en', 'dark', 1280],
  ['zh', 'light', 390],
]) {
  const title = `axe finds no serious issue, and nothing is wider than the screen (${lang}, ${theme}, ${width} pixels)`;
  test(title, width < 1280 ? {} : FULL, async ({ page, train }) => {
    await page.setViewportSize({ width, height: 844 });
    await train(`?task=text&lang=${lang}&theme=${theme}`);
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}
