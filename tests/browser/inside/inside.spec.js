// "Look inside": the open model, the question, and the views.
import { accessibilityFindings, expect, FULL, isFull } from '../page.js';
import {
  finished,
  inspection,
  open,
  shownNumber,
  statusOf as status,
  stop,
  STORIES,
  test as base,
  VIEWS,
} from './inside.js';
import { tasksWhile } from '../training/tasks.js';

const test = base.extend({
  inside: async ({ inside, complaints }, use) => {
    void complaints;
    await use(inside);
  },
});

test('opens from the navigation, by one click, and keeps the model while another section is open', async ({
  page,
  complaints,
}) => {
  void complaints;
  await page.goto('');
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  await page.locator('nav').getByRole('button', { name: 'Look inside' }).click();
  await expect(page).toHaveURL(/\?inside=lens$/);
  await expect(page.locator('look-inside')).toContainText(
    'Drop the files of a model, or its folder, anywhere on this page',
  );
  await expect(page.locator('attention-spotlight')).toBeHidden();
  await page.getByRole('button', { name: 'Look into the storyteller' }).click();
  await expect(page.locator('look-inside .model')).toContainText('5 layers × 8 heads (4 of keys and values)');
  await expect(page.locator('look-inside .ask .token')).toBeVisible();
  await expect(page).toHaveURL(/model=stories/);
  await page.locator('nav').getByRole('button', { name: 'Sentence', exact: true }).click();
  await expect(page.locator('look-inside')).toBeHidden();
  await expect(page.locator('attention-spotlight')).toBeVisible();
  await page.goBack();
  await expect(page.locator('look-inside .ask .token')).toBeVisible();
  expect(await inspection(page, ({ opening }) => opening.kind)).toBe('open');
});

test('the first picture loads nothing of it', async ({ page, complaints }) => {
  void complaints;
  const requested = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto('');
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  expect(requested.filter((url) => /look-inside|inside-/.test(url))).toEqual([]);
  await page.locator('nav').getByRole('button', { name: 'Look inside' }).click();
  await expect(page.locator('look-inside h2')).toBeVisible();
  expect(requested.filter((url) => /look-inside/.test(url))).not.toEqual([]);
});

test('files of a model are described before they are read; what is missing is named', async ({ page, inside }) => {
  await inside('inside');
  const input = page.locator('look-inside input[type=file]').first();
  await input.setInputFiles(STORIES.slice(0, 1));
  await expect(page.locator('look-inside .message[role=status]')).toHaveText(
    'Llama needs .safetensors and tokenizer.json as well. Choose all its files at once, or its folder.',
  );
  await input.setInputFiles(STORIES);
  const bar = page.locator('look-inside .model');
  await expect(bar).toContainText('Llama, 260K parameters in 8 bits');
  await bar.getByText('Details').click();
  await expect(bar).toContainText('512 tokens known');
  await expect(bar).toContainText('reads up to 512 tokens');
  await page.locator('look-inside .ask .text').fill('Once upon a');
  await expect(page.locator('look-inside .ask .token')).toContainText('time');
  await bar.getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('look-inside .start')).toBeVisible();
  await expect.poll(() => page.workers().filter((worker) => /inside|worker/.test(worker.url()))).toEqual([]);
});

test('the last column of the lens is what the model predicts, and the question stays in the URL', async ({
  page,
  inside,
}) => {
  await inside();
  await finished(page, 'lens');
  const { last, candidates } = await inspection(page, ({ lens, answer }) => ({
    last: lens.value.cells.at(-1).at(-1).top,
    candidates: answer.value.prediction.candidates,
  }));
  last.forEach(({ id, probability }, at) => {
    expect(id).toBe(candidates[at].id);
    expect(probability).toBeCloseTo(candidates[at].probability, 5);
  });
  const [first, second] = candidates;
  await expect(page.locator('look-inside .ask .token')).toHaveValue(String(first.id));
  await expect(page.locator('look-inside .ask .against')).toHaveValue(String(second.id));
  // Clicking one of the candidates for the next token makes it the token that the question is about.
  await page.locator('look-inside .bars button', { hasText: candidates[2].text }).first().click();
  await expect(page.locator('look-inside .ask .token')).toHaveValue(String(candidates[2].id));
  await expect(page).toHaveURL(new RegExp(`token=${candidates[2].id}`));
  // The left arrow key selects another cell of the map.
  const before = await page.locator('look-inside .detail h2').textContent();
  await page.locator('look-inside .spans button[tabindex="0"]').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('look-inside .detail h2')).not.toHaveText(before);
  await page.reload();
  await expect(page.locator('look-inside .ask .token')).toHaveValue(String(candidates[2].id));
});

test('the waterfall sums to the difference of the logits', async ({ page, inside }) => {
  await inside('inside=attribution&model=stories');
  await finished(page, 'attribution');
  const { total, difference, parts } = await inspection(page, ({ attribution, answer }) => {
    const { token, against } = answer.value.prediction;
    const { total, heads, feedForward, embedding, tokenTypes, positions, biases, norm, output, residual } =
      attribution.value;
    const sum = ({ data }) => data.reduce((all, each) => all + each, 0);
    const parts = embedding + tokenTypes + positions + biases + norm + output + residual;
    return {
      total,
      difference: token.logit - against.logit,
      parts: parts + sum(heads.decoder) + sum(feedForward.decoder),
    };
  });
  expect(total).toBeCloseTo(difference, 4);
  expect(parts).toBeCloseTo(total, 4);
  const shown = await page.locator('look-inside .sum tbody td').allTextContents();
  const numbers = shown.map(shownNumber);
  const printed = shownNumber(await page.locator('look-inside .sum tfoot td').textContent());
  expect(printed).toBeCloseTo(total, 1);
  expect(Math.abs(numbers.reduce((all, each) => all + each, 0) - printed)).toBeLessThan(0.005 * (numbers.length + 1));
});

test('the knock-out map fills, can be stopped, and goes on', async ({ page, inside }) => {
  await inside('inside=lens&model=stories');
  await finished(page, 'lens');
  // A long text, so that its analysis takes long enough to be stopped.
  await page.locator('look-inside .ask .text').fill('Lily had a dog named Max and a cat named Tom. '.repeat(18));
  await expect(page.locator('look-inside .note').first()).toContainText('other tokens are not shown');
  await open(page, 'Knock-out');
  await stop(page);
  expect(await status(page, 'knockOut')).toBe('stopped');
  await expect(page.locator('look-inside .task')).toContainText('Stopped at');
  await page.getByRole('button', { name: 'Compute the rest' }).click();
  await finished(page, 'knockOut');
  await expect(page.locator('look-inside .map .unknown')).toHaveCount(0);
  await expect(page.locator('look-inside .statement')).toContainText('the answer loses most');
  // A head that is selected with the keyboard in one view is selected in all views.
  await page.locator('look-inside .map').focus();
  const arrows = [...Array(4).fill('ArrowLeft'), ...Array(7).fill('ArrowUp'), 'ArrowRight', 'ArrowDown'];
  for (const key of arrows) await page.keyboard.press(key);
  await expect(page.locator('look-inside .detail h2')).toHaveText('layer 2, head 2');
  await expect(page).toHaveURL(/head=decoder\.1\.1/);
  await open(page, 'What made it');
  await expect(page.locator('look-inside .detail h2')).toHaveText('layer 2, head 2');
});

test('heads are named for what was measured, and the first one shown is no sink', async ({ page, inside }) => {
  await inside('inside=heads&model=stories');
  await finished(page, 'heads');
  await expect(page.locator('look-inside .map image')).toHaveCount(40);
  await expect(page.locator('look-inside .statement').first()).toHaveText(/^\d+ of 40 heads have a simple pattern/);
  const first = await inspection(page, ({ state, heads }) => {
    const same = ({ attention, layer, head }) =>
      attention === state.head.attention && layer === state.head.layer && head === state.head.head;
    return heads.value.heads.find(same).roles.first.score;
  });
  expect(first).toBeLessThan(0.5);
  await expect(page.locator('look-inside .role').first()).toContainText('n = ');
  await page.getByRole('link', { name: 'Open in the lab' }).click();
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  await expect(page.locator('attention-spotlight')).toBeVisible();
});

test('a worker that crashes is reported, and the page works on', async ({ page, inside }) => {
  await inside();
  const worker = page.workers().find((each) => /worker/.test(each.url()));
  await worker.evaluate(() => {
    setTimeout(() => {
      throw new Error('out of memory');
    });
  });
  await expect(page.locator('look-inside .message[role=status]')).toContainText(
    'The worker that held the model has ended',
  );
  await expect(page.locator('look-inside .message[role=status]')).toContainText('out of memory');
  await page.getByRole('button', { name: 'Look into the storyteller' }).click();
  await expect(page.locator('look-inside .ask .token')).toBeVisible();
});

test('no task of the page takes 50 ms while the maps are computed', FULL, async ({ page, inside }) => {
  await inside();
  await finished(page, 'lens');
  const tasks = await tasksWhile(page, async () => {
    await open(page, 'Knock-out');
    await finished(page, 'knockOut');
    await open(page, 'Heads');
    await finished(page, 'heads');
    await open(page, 'Why this score');
    await finished(page, 'score');
    await open(page, 'Two sentences');
    await finished(page, 'patching');
    await open(page, 'Contribution');
    await finished(page, 'contribution');
  });
  expect(Math.max(...tasks)).toBeLessThan(50);
});

for (const [language, theme] of [
  ['en', 'light'],
  ['zh', 'dark'],
]) {
  const title = `accessible in every view (${language}, ${theme})`;
  test(title, FULL, async ({ page, inside }) => {
    test.setTimeout(120_000);
    await inside(`inside&lang=${language}&theme=${theme}`);
    await expect(page.locator('look-inside .start')).toBeVisible();
    expect(await accessibilityFindings(page)).toEqual([]);
    for (const view of VIEWS) {
      await inside(`inside=${view}&model=stories&lang=${language}&theme=${theme}&head=decoder.1.2`);
      await finished(page, view);
      expect(await accessibilityFindings(page), view).toEqual([]);
    }
  });
}

test('on a phone the layers run down, and nothing is wider than the screen', async ({ page, inside }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const view of isFull ? VIEWS : VIEWS.slice(0, 3)) {
    await inside(`inside=${view}&model=stories`);
    await finished(page, view);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), view).toBeLessThanOrEqual(390);
  }
  await page.goto('?inside=lens&model=stories');
  await expect(page.locator('look-inside .lens-column tbody tr')).toHaveCount(6);
});

test('every text can be read: none is smaller than 14 pixels', FULL, async ({ page, inside }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const view of VIEWS) {
    await inside(`inside=${view}&model=stories`);
    await finished(page, view);
    const small = await page.locator('look-inside').evaluate(({ shadowRoot }) => {
      const isShown = (element) => element.checkVisibility() && !element.closest('.visually-hidden, style');
      const hasText = ({ childNodes }) =>
        [...childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
      return [...shadowRoot.querySelectorAll('*')]
        .filter((each) => hasText(each) && isShown(each) && parseFloat(getComputedStyle(each).fontSize) < 14)
        .map(({ textContent }) => textContent.trim());
    });
    expect(small, view).toEqual([]);
  }
});

for (const [width, height] of [
  [1280, 720],
  [390, 844],
]) {
  const title = `nothing that belongs together is torn apart by the end of a line (${width} × ${height})`;
  test(title, width === 390 ? {} : FULL, async ({ page, inside }) => {
    await page.setViewportSize({ width, height });
    for (const lang of ['en', 'zh']) {
      await inside(`inside=heads&model=stories&lang=${lang}`);
      const middle = (selector) =>
        page
          .locator(`look-inside ${selector}`)
          .evaluate((element) => element.getBoundingClientRect().top + element.getBoundingClientRect().height / 2);
      const [about, taken] = [
        await middle('.menus > details:first-child > summary'),
        await middle('.menus > details:last-child > summary'),
      ];
      expect(Math.abs(about - taken), lang).toBeLessThan(2);
      const [difference, interventions] = [await middle('.aside'), await middle('.interventions')];
      expect(Math.abs(difference - interventions), lang).toBeLessThan(2);
      const { height: asked } = await page.locator('look-inside .blanks .last').boundingBox();
      expect(asked, lang).toBeLessThan(60); // the rival and the question mark are in the same line
    }
  });
}
