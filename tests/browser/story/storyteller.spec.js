// The story model is loaded only when it is selected, and continues the typed text token by token.
import {
  accessibilityFindings,
  candidates,
  consequence,
  expect,
  FULL,
  sceneOf,
  setState,
  sidePanel,
  stateOf,
  strongest,
  test,
} from '../page.js';
import { serve } from '../servers.js';

const STORY = 'model=stories&view=sentence&controls=text,generate,head,card';
const BEGIN = 'Once upon a time';
const textOf = async (page) => (await stateOf(page)).text;
const button = (page, name) => page.getByRole('button', { name, exact: true });

const tokensOn = async (page) =>
  (await sceneOf(page)).marks.filter(({ kind, text }) => kind === 'text' && !/%/.test(text)).map(({ text }) => text);

test('its files load only when it is selected, and the translator’s only when that is', async ({ page, open }) => {
  const files = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname.split('/').at(-1)));
  const weights = () => files.filter((name) => name.endsWith('.safetensors'));
  await page.goto('?lang=en');
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  expect(weights()).toHaveLength(1);
  expect(files.filter((name) => /llama|tokenizers|^load-/.test(name))).toEqual([]);
  const [translator] = weights();
  await page.locator('nav [data-section=story]').click();
  await expect(candidates(page).first()).toContainText('%');
  expect(weights()).toHaveLength(2);
  expect(await textOf(page)).toBe(BEGIN);
  files.length = 0;
  await open(`${STORY}&text=The dog`);
  expect(weights()).toHaveLength(1);
  expect(weights()).not.toEqual([translator]);
});

test('it writes token by token, following the next-token probabilities, and stops', async ({ page, open }) => {
  await page.clock.install();
  await open(`${STORY}&lang=en&text=${BEGIN}`);
  const likeliest = candidates(page).first();
  await expect(likeliest).toHaveText(/,\s*97%/);
  expect(await tokensOn(page)).toEqual(['▸', 'Once', 'upon', 'a', 'time']);
  await button(page, 'One token').click();
  expect(await textOf(page)).toBe(`${BEGIN},`);
  await expect(likeliest).toHaveText(/there/);
  await candidates(page).nth(1).getByRole('button').click(); // the first candidate would be the most probable one
  expect(await textOf(page)).not.toBe(`${BEGIN}, there`);
  await page.getByLabel('The beginning of a story').fill(BEGIN);
  await button(page, 'Go on').click();
  await expect.poll(() => textOf(page)).toMatch(/^Once upon a time, there was a little/);
  await button(page, 'Stop').click();
  const stopped = await textOf(page);
  await expect(button(page, 'Go on')).toBeVisible();
  await page.clock.runFor(5000);
  expect(await textOf(page)).toBe(stopped);
});

for (const lang of ['en', 'zh']) {
  const title = `the attended tokens are legible without scrolling at 1280 × 720 (${lang})`;
  test(title, lang === 'zh' ? {} : FULL, async ({ page, open }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await open(`${STORY}&lang=${lang}&text=${BEGIN}, there was a little boy named Tim.`);
    const { y, height } = await strongest(page).boundingBox();
    expect(y + height).toBeLessThanOrEqual(720);
  });
}

test('a paragraph is visible in the field, and stays one when edited', async ({ page, open }) => {
  await open(`${STORY}&lang=en&text=${encodeURIComponent('They went home.\nTim')}`);
  const field = page.getByLabel('The beginning of a story');
  await expect(field).toHaveValue('They went home.⏎Tim');
  await field.press('End');
  await field.pressSequentially(' was');
  expect(await textOf(page)).toBe('They went home.\nTim was');
});

test('typing stops it, and the query is the last token again', async ({ page, open }) => {
  await open(`${STORY}&lang=en&text=${BEGIN}&query=1`);
  await button(page, 'Go on').click();
  expect((await stateOf(page)).query).toBe(-1);
  await page.getByLabel('The beginning of a story').fill('She was');
  await expect(button(page, 'Go on')).toBeVisible();
  await expect(strongest(page)).toHaveText(/^“was” /);
});

for (const [where, leave] of [
  ['the section', (page) => page.locator('nav [data-section=computed]').click()],
  ['the place by Back', (page) => page.goBack()],
  ['the view', (page) => page.evaluate(() => (document.querySelector('attention-spotlight').view = 'heads'))],
]) {
  const title = `leaving ${where} stops it`;
  test(title, where === 'the section' ? {} : FULL, async ({ page, open }) => {
    await page.clock.install();
    await open(`${STORY}&lang=en&text=Tom`);
    await page.locator('nav [data-section=sentence]').click();
    await page.locator('nav [data-section=story]').click();
    await expect(candidates(page).first()).toContainText('%');
    await button(page, 'Go on').click();
    await expect.poll(async () => (await textOf(page)).length).toBeGreaterThan(BEGIN.length);
    await leave(page);
    await page.clock.runFor(200); // going back takes a moment
    const left = await textOf(page);
    await page.clock.runFor(5000);
    expect(await textOf(page)).toBe(left);
  });
}

test('equal seeds write equal texts, from a URL too', FULL, async ({ page, open }) => {
  const write = async () => {
    for (let count = 0; count < 8; ++count) await button(page, 'One token').click();
    return textOf(page);
  };
  await open(`${STORY}&lang=en&text=Tom&sampling=1.5:0.95:7`);
  expect((await stateOf(page)).sampling).toEqual({ temperature: 1.5, topP: 0.95, seed: 7 });
  const written = await write();
  await open(`${STORY}&lang=en&text=Tom&sampling=1.5:0.95:7`);
  expect(await write()).toBe(written);
  await open(`${STORY}&lang=en&text=Tom&sampling=1.5:0.95:8`);
  expect(await write()).not.toBe(written);
});

test('every view shows it, and the mask is causal', async ({ page, open }) => {
  await open(`model=stories&lang=en&view=sentence&text=${BEGIN}`);
  for (const view of ['ledger', 'steps', 'matrix', 'heads', 'numbers']) {
    await setState(page, { view });
    await expect(candidates(page).first()).toContainText('%');
    expect((await sceneOf(page)) !== null, view).toBe(view !== 'numbers');
  }
  await setState(page, { view: 'steps', stage: 'mask' });
  await expect(sidePanel(page)).toContainText('all later tokens');
  await setState(page, { view: 'ledger', stage: 'output' });
  await expect(consequence(page)).toContainText('With this head switched off');
});

test('with reduced motion it writes a sentence at once', async ({ page, open }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(`${STORY}&lang=en&text=${BEGIN}`);
  await button(page, 'Go on').click();
  expect(await textOf(page)).toBe('Once upon a time, there was a little girl named Lily.');
  await expect(button(page, 'Go on')).toBeVisible();
});

test('in Chinese it says that it knows English only, and how it reads Chinese', async ({ page, open }) => {
  await open(`${STORY}&lang=zh&text=${BEGIN}`);
  await expect(page.locator('[part=notice]').first()).toContainText('不懂中文');
  await page.getByLabel('故事的开头').fill('你好');
  await expect(page.locator('[part=notice]').nth(1)).toContainText('三个字节');
  expect(await tokensOn(page)).toEqual(['▸', '你₁', '你₂', '你₃', '好₁', '好₂', '好₃']);
  expect(await page.evaluate(() => document.querySelector('attention-spotlight').shadowRoot.textContent)).not.toMatch(
    /\uFFFD|Ġ|▁/,
  );
});

test('the sections lead to it and back, each with a text that its model reads', async ({ page, open }) => {
  await open(`${STORY}&lang=zh&text=${BEGIN}`);
  await page.locator('nav [data-section=lab]').click();
  expect(await stateOf(page)).toMatchObject({ model: 'stories', text: BEGIN });
  await page.getByRole('radio', { name: '翻译' }).check({ force: true });
  await expect.poll(async () => (await stateOf(page)).model).toBe('default');
  expect(await textOf(page)).not.toBe(BEGIN);
  await page.locator('nav [data-section=story]').click();
  expect(await stateOf(page)).toMatchObject({ model: 'stories', text: BEGIN });
  await page.locator('nav [data-section=sentence]').click();
  expect(await stateOf(page)).toMatchObject({ model: 'default', text: '猫坐在椅子上，因为它累了' });
  await page.locator('nav [data-section=story]').click();
  await page.locator('nav [data-section=learn]').click();
  await expect.poll(async () => (await stateOf(page)).model).toBe('default');
});

for (const [lang, theme] of [
  ['en', 'dark'],
  ['zh', 'light'],
]) {
  test(`axe finds no serious issue (${lang}, ${theme})`, FULL, async ({ page, open }) => {
    await open(`${STORY}&lang=${lang}&theme=${theme}&text=${BEGIN}`);
    await page.getByRole('button', { name: lang === 'en' ? 'Model card' : '模型卡' }).click();
    expect(await accessibilityFindings(page, { impacts: ['serious', 'critical'] })).toEqual([]);
  });
}

for (const [width, height] of [
  [1280, 720],
  [390, 844],
]) {
  test(`nothing shifts while it writes (${width} × ${height})`, width < 1280 ? {} : FULL, async ({ page, open }) => {
    await page.setViewportSize({ width, height });
    await open(`${STORY}&lang=en&text=${BEGIN}`);
    const shifts = await page.evaluate(async () => {
      const element = document.querySelector('attention-spotlight');
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const values = [];
      // Only vertical movement counts as a layout shift: a word that has changed may start at another position in its
      // line.
      const isShift = ({ previousRect: before, currentRect: now }) => before.top !== now.top;
      const record = (list) => values.push(...list.filter(({ sources }) => sources.some(isShift)));
      const observer = new PerformanceObserver((list) => record(list.getEntries()));
      observer.observe({ type: 'layout-shift' });
      for (let count = 0; count < 12; ++count) {
        element.appendToken(element.continuation.draw(element.sampling));
        await element.updateComplete;
        await frame();
        await frame();
      }
      record(observer.takeRecords());
      return values;
    });
    expect(shifts).toEqual([]);
  });
}

test('a model loaded by the page itself is shown the same way', async ({ page, complaints }) => {
  void complaints;
  const servers = [];
  const origin = await serve(servers);
  await page.goto(origin);
  const shown = await page.evaluate(async (from) => {
    const { createEngine } = await import(`${from}/dist/engine/attention-spotlight.js`);
    const address = (name) => `${from}/models/stories/${name}`;
    const engine = await createEngine();
    const element = document.createElement('attention-spotlight');
    element.pretrained = await engine.loadPretrained({
      weights: address('model.safetensors'),
      config: address('config.json'),
      tokenizer: address('tokenizer.json'),
    });
    element.text = 'Once upon a time';
    document.body.append(element);
    await element.ready;
    return { tokens: element.run.tokens.length, next: element.continuation.next[0].label };
  }, origin);
  expect(shown).toEqual({ tokens: 5, next: ',' });
  const named = await page.evaluate(async () => {
    const element = document.createElement('attention-spotlight');
    element.setAttribute('model', 'stories');
    document.body.prepend(element);
    await element.ready;
    return element.continuation.hasRoom;
  });
  expect(named).toBe(true);
  for (const { close } of servers) close();
});
