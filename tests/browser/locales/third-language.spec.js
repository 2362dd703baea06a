// Every text comes from web/locales. In the test language, all texts have accents, so a text without accents is
// hard-coded.
import { EXAMPLES } from '../../../dist/element/source/examples.js';
import { namedModel } from '../../../dist/element/source/named-models.js';
import { VIEW_NAMES } from '../../../dist/view/views/index.js';
import { expect, FULL, setState, test as base } from '../page.js';
import { pseudo } from './pseudo.js';
import { serveThirdLanguage, THIRD } from './third-language.js';

const test = base.extend({
  origin: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that it needs from the pattern
    async ({}, use) => {
      const server = await serveThirdLanguage();
      await use(server.origin);
      await server.close();
    },
    { scope: 'worker' },
  ],
});

test.describe.configure({ mode: 'default' }); // all tests share one server

const wordsOf = (texts) => texts.flatMap((text) => text.match(/[A-Za-z]{2,}/g) ?? []);

/**
 * Words without accents that may appear: those of example sentences, names of mathematical functions, and names that
 * are the same in every language.
 */
const KNOWN = wordsOf([
  ...EXAMPLES.en,
  ...namedModel('stories').examples.en,
  'cap max softmax tanh cos sin',
  'English',
  'model.safetensors config.json tokenizer.json',
]);

/** Texts that contain words without accents and are shown, announced by screen readers, or painted on the canvas. */
async function plainTexts(page) {
  const texts = await page.evaluate(() => {
    const ATTRIBUTES = [
      'aria-label',
      'aria-description',
      'aria-roledescription',
      'aria-valuetext',
      'title',
      'placeholder',
      'alt',
    ];
    const found = [document.title];
    const visit = (node) => {
      if (node instanceof Text) found.push(node.data);
      if (node instanceof Element) {
        // Elements <bdi> are skipped: they contain words of the user or of the model, which have no accents.
        if (node.matches('script, style, noscript, textarea, bdi')) return;
        found.push(...ATTRIBUTES.map((name) => node.getAttribute(name) ?? ''));
      }
      for (const child of [...(node.shadowRoot?.childNodes ?? []), ...node.childNodes]) visit(child);
    };
    visit(document.body);
    const element = document.querySelector('attention-spotlight');
    const marks = element?.scene?.layers.flatMap((layer) => layer.marks) ?? [];
    found.push(...marks.map(({ text = '' }) => text));
    // Tokens of the text and predicted tokens come from the model, and may have no accents.
    const { run } = element ?? {};
    const target = run?.decode();
    const tokens = [...(run?.tokens ?? []), ...(target?.tokens ?? []), ...(target?.next.flat() ?? [])];
    return { found, tokens: tokens.map((token) => token.text) };
  });
  const known = new Set([...KNOWN, ...wordsOf(texts.tokens)]);
  /** True for a word that may appear without accents, even if it is truncated. */
  const isKnown = (word, text) =>
    known.has(word) || (text.includes(`${word}…`) && [...known].some((each) => each.startsWith(word)));
  return [...new Set(texts.found.filter((text) => wordsOf([text]).some((word) => !isKnown(word, text))))];
}

const openAll = (page) =>
  page.evaluate(() => {
    const open = (root) => {
      for (const each of root.querySelectorAll('*')) {
        if (each instanceof HTMLDetailsElement) each.open = true;
        if (each.shadowRoot) open(each.shadowRoot);
      }
    };
    open(document);
  });

const show = async (page, state) => {
  await setState(page, state);
  await page.evaluate(() => document.querySelector('attention-spotlight').updateComplete);
};

const STAGES = ['tokens', 'embed', 'project', 'score', 'scale', 'mask', 'softmax', 'sum', 'output'];

const CHANGES = { scaling: false, temperature: 2, causal: true, padding: 1, mask: [[8, 1]], ablate: [2] };

/**
 * States of the element in the lab (the part of the page with all controls) by name, which together show all texts that
 * the initial state does not show.
 */
const STATES = [
  ...VIEW_NAMES.map((view) => [`view ${view}`, { view }]),
  ...STAGES.flatMap((stage) => ['ledger', 'steps'].map((view) => [`${stage} in ${view}`, { view, stage }])),
  ...['encoder', 'decoder', 'cross'].map((attention) => [attention, { view: 'matrix', attention }]),
  ['matrices', { view: 'steps', matrices: true, attention: 'auto' }],
  ['a cell', { matrices: false, cell: { matrix: 'attention', row: 8, column: 1 } }],
  ['a cell of a matrix', { matrices: true, cell: { matrix: 'query', row: 8, column: 1 } }],
  ['interventions', { view: 'matrix', matrices: false, cell: null, ...CHANGES }],
  ['differences', { compare: true }],
  ['the whole model', { scope: 'model' }],
  ['differences in all heads', { view: 'heads', pin: { attention: 'encoder', layer: 1, head: 1 }, sort: 'entropy' }],
  ['an untrained model', { model: 'untrained', view: 'matrix', pin: null, compare: false, mask: [], ablate: [] }],
  ['a story', { model: 'stories', text: 'Once upon a time', view: 'sentence' }],
  ['a story in numbers', { view: 'numbers' }],
  ['Chinese in a story', { text: '我爱北京', view: 'steps', stage: 'softmax' }],
  ['nothing', { text: '' }],
];

test('the lab', FULL, async ({ page, origin, complaints, allLoaded }) => {
  void complaints;
  await page.goto(`${origin}?lang=${THIRD}&controls=all`);
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  await allLoaded();
  await expect(page.locator('#own-model label')).toBeVisible();
  await page
    .locator('attention-spotlight')
    .getByRole('button', { name: pseudo('Model card') })
    .first()
    .click();
  await expect(page.locator('dialog')).toBeVisible();
  expect(await plainTexts(page), 'model card').toEqual([]);
  await page.keyboard.press('Escape');
  for (const [name, state] of STATES) {
    await show(page, state);
    await openAll(page);
    await allLoaded();
    await show(page, {});
    expect(await plainTexts(page), name).toEqual([]);
  }
});

test('the sections of the page, and the menu of three languages', async ({ page, origin, complaints, allLoaded }) => {
  void complaints;
  await page.goto(`${origin}?lang=${THIRD}`);
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  await expect(page.locator('h1')).toHaveText(pseudo('Spotlight'));
  for (const section of ['sentence', 'computed', 'story', 'lab']) {
    await page.locator(`nav [data-section=${section}]`).click();
    await allLoaded();
    expect(await plainTexts(page), section).toEqual([]);
  }
  const menu = page.locator('#language');
  await expect(menu.locator('option')).toHaveText(['English', 'Þšéûđö', '中文']);
  await expect(menu).toHaveValue(THIRD);
  await menu.selectOption('zh');
  await expect(page.locator('h1')).toHaveText('Spotlight 聚光灯');
  await menu.selectOption('en');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('the element in a frame', async ({ page, origin, complaints, allLoaded }) => {
  void complaints;
  await page.goto(`${origin}embed.html?lang=${THIRD}&view=steps`);
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  await openAll(page);
  await allLoaded();
  await page.evaluate(() => (document.title = ''));
  expect(await plainTexts(page)).toEqual([]);
});

test('the first chapter of the course; a chapter that the language lacks is in English', async ({
  page,
  origin,
  complaints,
  allLoaded,
}) => {
  void complaints;
  await page.goto(`${origin}?lang=${THIRD}&chapter=it`);
  const chapters = page.locator('attention-course select');
  for (let step = 1; step <= 2; step++) {
    await expect(page.locator('attention-course h2')).toBeVisible();
    await allLoaded();
    await page.getByRole('radio').first().check();
    expect((await plainTexts(page)).filter((text) => !text.includes('Cost and precision'))).toEqual([]);
    await page.locator('attention-course button.next').click();
  }
  const titles = await chapters.locator('option').allTextContents();
  expect(titles.filter((title) => !/\[!!.*!!\]/.test(title)).map((title) => title.trim())).toEqual([
    '11. Cost and precision',
  ]);
  await chapters.selectOption('cost');
  await expect(page.locator('attention-course h2')).toHaveText('Cost and precision');
});

test('the page on which a model is trained', FULL, async ({ page, origin, complaints }) => {
  void complaints;
  await page.goto(`${origin}training.html?lang=${THIRD}`);
  await expect(page.locator('attention-training h2').first()).toBeVisible();
  await openAll(page);
  expect(await plainTexts(page)).toEqual([]);
});
