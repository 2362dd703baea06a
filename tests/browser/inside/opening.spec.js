// Opening a model in “Look inside”: from an address, whose host the page names before it requests anything, and from
// files.
import { readFileSync } from 'node:fs';
import { accessibilityFindings, expect, FULL } from '../page.js';
import { inspection, STORIES, test } from './inside.js';
import { listen } from '../../serve.mjs';

const FILES = Object.fromEntries(STORIES.map((path) => [path.split('/').at(-1), readFileSync(path)]));

/** Local server with the files of the story model; `habits` change how it answers. */
const server = base({});
function base(habits) {
  const own = { ...habits, requests: [], origin: '' };
  const answer = (request, response) => {
    const name = request.url.split('/').at(-1);
    own.requests.push(request.url);
    if (own.cors !== false) response.setHeader('Access-Control-Allow-Origin', '*');
    if (own.page) return response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><p>Hello');
    const file = own.files?.[name] ?? FILES[name];
    if (!file || own.files?.[name] === null) return response.writeHead(404).end();
    const [, begin] = /^bytes=(\d+)-/.exec(request.headers.range ?? '') ?? [];
    if (own.ranges && begin !== undefined) {
      response.writeHead(206, {
        'Content-Range': `bytes ${begin}-${file.length - 1}/${file.length}`,
        'Access-Control-Expose-Headers': 'Content-Range',
      });
      return response.end(file.subarray(Number(begin)));
    }
    if (own.cut && name === 'model.safetensors') {
      response.writeHead(200, { 'Content-Length': file.length });
      response.write(file.subarray(0, 200_000));
      return setTimeout(() => response.destroy(), 300);
    }
    response.writeHead(200).end(file);
  };
  return Object.assign(own, { answer });
}

let close;
test.beforeAll(async () => {
  const started = await listen((request, response) => server.answer(request, response));
  server.origin = started.origin;
  ({ close } = started);
});
test.afterAll(() => close());
test.beforeEach(() => {
  Object.assign(server, { requests: [], cors: true, ranges: false, cut: false, page: false, files: {} });
});

const address = () => `${server.origin}/a/folder/`;
const form = (page) => page.locator('look-inside .address');
const status = (page) => page.locator('look-inside .start [role=status]');
const type = async (page, text) => {
  await form(page).getByRole('textbox').fill(text);
  return form(page).getByRole('button');
};

for (const ranges of [false, true]) {
  const title = `a folder on a server ${ranges ? 'with' : 'without'} Range: its host is named, and asked after a click`;
  test(title, ranges ? {} : FULL, async ({ page, inside, complaints }) => {
    void complaints;
    server.ranges = ranges;
    await inside('inside');
    const button = await type(page, address().slice(0, -1));
    const { host } = new URL(server.origin);
    await expect(button).toHaveText(`Read it from ${host}`);
    await expect(form(page)).toContainText(`Only ${host} is asked, for the files of the model and nothing else.`);
    expect(server.requests).toEqual([]);
    await button.click();
    await expect(page.locator('look-inside .model')).toContainText('Llama, 260K parameters in 8 bits');
    await expect(page.locator('look-inside .model strong')).toHaveText(`${host}/a/folder`);
    await page.locator('look-inside .ask .text').fill('Once upon a');
    await expect(page.locator('look-inside .ask .token')).toContainText('time');
    const asked = new Set(server.requests);
    expect([...asked].sort()).toEqual(
      ['config.json', 'model.safetensors', 'tokenizer.json'].map((name) => `/a/folder/${name}`),
    );
  });
}

test('a link to an address asks nothing before a click', async ({ page, inside, complaints }) => {
  void complaints;
  await inside(`inside=lens&text=Once+upon+a&model=${encodeURIComponent(address())}`);
  const { host } = new URL(server.origin);
  await expect(status(page)).toContainText(`This link is about a model at ${host}. Nothing has been asked of it yet.`);
  await expect(form(page).getByRole('textbox')).toHaveValue(address());
  await page.waitForLoadState('networkidle'); // the page requests nothing more
  expect(server.requests).toEqual([]);
  await form(page).getByRole('button').click();
  await expect(page.locator('look-inside .ask .token')).toContainText('time');
  await expect(page).toHaveURL(/text=Once\+upon\+a/);
});

test('a text that is no address offers nothing to ask', async ({ page, inside, complaints }) => {
  void complaints;
  await inside('inside');
  for (const text of ['model', 'ftp://a.org/', 'https://name:word@a.org/', 'javascript:alert(1)', 'https://']) {
    const button = await type(page, text);
    await expect(button, text).toHaveCount(0);
    await expect(form(page)).toContainText('A page cannot read this address.');
  }
  await expect(await type(page, 'a.org/folder')).toHaveText('Read it from a.org');
});

test('what went wrong at an address is said', async ({ page, inside }) => {
  const { host } = new URL(server.origin);
  const fails = async (habits, text) => {
    Object.assign(server, { cors: true, cut: false, page: false, files: {} }, habits);
    await inside('inside');
    await (await type(page, address())).click();
    await expect(status(page)).toContainText(text);
  };
  await fails({ cors: false }, `${host} does not answer, or does not let other websites read its files (CORS)`);
  await fails({ files: { 'config.json': null } }, `${host} does not give a file. Is this the address of the folder`);
  await fails({ files: { 'model.safetensors': null } }, 'expected model.safetensors or model.safetensors.index.json');
  await fails({ cut: true }, `${host} broke off in the middle of a file. Try it again.`);
  await fails({ page: true }, 'config: expected valid JSON');
  await fails(
    { files: { 'config.json': Buffer.from('{"model_type":"mamba"}') } },
    'config.model_type: expected one of',
  );
  server.files = {};
  await (await type(page, address())).click();
  await expect(page.locator('look-inside .model')).toContainText('Llama');
});

test('a server that does not answer can be left', async ({ page, inside, complaints }) => {
  void complaints;
  const { answer } = server;
  server.answer = () => undefined;
  await inside('inside');
  await (await type(page, address())).click();
  await expect(status(page)).toContainText('Reading the header of');
  await status(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(status(page)).toHaveText('');
  server.answer = answer;
  await page.getByRole('button', { name: 'Look into the storyteller' }).click();
  await expect(page.locator('look-inside .ask .token')).toBeVisible();
});

const json = (name, value) => ({ name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(value)) });
const weights = (name) => ({ name, mimeType: '', buffer: FILES['model.safetensors'] });

test('files that a model lacks are named by its kind', async ({ page, inside, complaints }) => {
  void complaints;
  await inside('inside');
  const input = page.locator('look-inside input[type=file]').first();
  const index = { weight_map: { a: 'model-00001-of-00002.safetensors', b: 'model-00002-of-00002.safetensors' } };
  for (const [files, text] of [
    [[json('config.json', { model_type: 'vit' }), weights('model.safetensors')], 'ViT needs preprocessor_config.json'],
    [
      [json('vocab.json', {}), json('config.json', { model_type: 'gpt2' }), weights('a.safetensors')],
      'GPT-2 needs merges.txt',
    ],
    [[weights('a.safetensors'), json('config.json', { model_type: 'x' })], 'This model needs tokenizer.json'],
    [
      [
        weights('model-00002-of-00002.safetensors'),
        json('model.safetensors.index.json', index),
        json('tokenizer.json', {}),
      ],
      'This model needs model-00001-of-00002.safetensors and config.json',
    ],
  ]) {
    await input.setInputFiles(files);
    await expect(status(page)).toContainText(`${text} as well. Choose all its files at once, or its folder.`);
  }
});

test('vocab.json and merges.txt stand for tokenizer.json', async ({ page, inside, complaints }) => {
  void complaints;
  const model = (file) => new URL(`../../fixtures/models/gpt2/${file}`, import.meta.url).pathname;
  await inside('inside');
  await page
    .locator('look-inside input[type=file]')
    .first()
    .setInputFiles([
      { name: 'config.json', mimeType: '', buffer: readFileSync(model('config.json')) },
      { name: 'model.safetensors', mimeType: '', buffer: readFileSync(model('model.safetensors')) },
      json('vocab.json', { a: 0, b: 1, ab: 2, Ġ: 3 }),
      { name: 'merges.txt', mimeType: 'text/plain', buffer: Buffer.from('#version: 0.2\na b\n') },
    ]);
  await page.locator('look-inside .ask .text').fill('ab a');
  await expect
    .poll(() => inspection(page, ({ answer }) => answer.value?.tokens.map(({ id }) => id) ?? null))
    .toEqual([2, 3, 0]);
});

test('a model of the user’s stays open in other sections and when the URL names another one', async ({
  page,
  inside,
  complaints,
}) => {
  void complaints;
  await inside('inside=lens&text=x&model=stories');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.locator('look-inside input[type=file]').first().setInputFiles(STORIES);
  await page.locator('look-inside .ask .text').fill('Once upon a');
  await expect(page.locator('look-inside .ask .token')).toContainText('time');
  await page.locator('nav').getByRole('button', { name: 'Sentence', exact: true }).click();
  await expect(page.locator('look-inside')).toBeHidden();
  await expect(page).not.toHaveURL(/inside/);
  await page.evaluate(() => history.pushState(null, '', '?inside=attribution&model=stories&text=y'));
  await page.evaluate(() => history.pushState(null, '', '?view=matrix'));
  await page.goBack();
  await expect(page.locator('look-inside .ask .text')).toHaveValue('Once upon a');
  await expect(page).toHaveURL(/inside=attribution&model=model&text=Once/); // the URL contains the actual state
  // The browser asks for confirmation before it reloads the page, which would close the model.
  const asked = new Promise((resolve) => page.once('dialog', (dialog) => resolve(dialog.type()) || dialog.dismiss()));
  await page.evaluate(() => setTimeout(() => location.reload()));
  expect(await asked).toBe('beforeunload');
  await expect(page.locator('look-inside .ask .text')).toHaveValue('Once upon a');
});

test('a recipe fills text and question for the open model, and says what to look at', async ({
  page,
  inside,
  context,
  complaints,
}) => {
  void complaints;
  await inside();
  await page.locator('look-inside .recipes summary').click();
  const link = page.locator('look-inside .recipes a', { hasText: 'A name at the end' });
  const address = await link.getAttribute('href');
  expect(await accessibilityFindings(page)).toEqual([]);
  await link.click();
  await expect(page.locator('look-inside .ask .text')).toHaveValue(/^When Mary and John went .* gave a drink to$/);
  await expect(page.locator('look-inside .recipe')).toContainText('The name that was said once should win.');
  await expect(page).toHaveURL(/inside=knockOut.*recipe=name/);
  const question = async (each) => {
    await expect(each.locator('look-inside .ask .token')).toBeVisible();
    await expect
      .poll(() => inspection(each, ({ answer }) => answer.value?.prediction.token.text.trim() ?? ''))
      .toBe('M'); // the tokens of the story model are short
    return inspection(each, ({ answer }) => answer.value.prediction);
  };
  const { token, against, position } = await question(page);
  const count = await inspection(page, ({ answer }) => answer.value.tokens.length);
  expect(position).toBe(count - 1);
  const other = await context.newPage();
  await other.goto(address);
  const again = await question(other);
  expect([again.token.id, again.against.id]).toEqual([token.id, against.id]);
  // Another text closes the recipe, the guided example that was opened from a link.
  await page.locator('look-inside .ask .text').fill('Tom');
  await expect(page.locator('look-inside .recipe')).toHaveCount(0);
  await expect(page).not.toHaveURL(/recipe/);
});

/** Files of a tiny model from the fixtures, whose tokenizer has single letters as tokens. */
function tiny(family) {
  const fixture = (file) => readFileSync(new URL(`../../fixtures/models/${family}/${file}`, import.meta.url));
  const names = ['[CLS]', '[SEP]', '[MASK]', ...'abcdefgh'];
  const special = { special: true, single_word: false, lstrip: false, rstrip: false, normalized: false };
  const tokenizer = {
    added_tokens: names.slice(0, 3).map((content, id) => ({ id, content, ...special })),
    normalizer: null,
    pre_tokenizer: { type: 'WhitespaceSplit' },
    post_processor: { type: 'BertProcessing', cls: ['[CLS]', 0], sep: ['[SEP]', 1] },
    model: { type: 'WordLevel', vocab: Object.fromEntries(names.map((name, id) => [name, id])), unk_token: null },
    decoder: null,
  };
  return [
    { name: 'config.json', mimeType: '', buffer: fixture('config.json') },
    { name: 'model.safetensors', mimeType: '', buffer: fixture('model.safetensors') },
    json('tokenizer.json', tokenizer),
  ];
}
const idsOf = (page) => inspection(page, ({ answer }) => answer.value?.tokens.map(({ id }) => id) ?? null);

test('BERT reads two sentences, and what it cannot read is named', async ({ page, inside, complaints }) => {
  void complaints;
  await inside('inside');
  await page.locator('look-inside input[type=file]').first().setInputFiles(tiny('bert'));
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('a b');
  await expect.poll(() => idsOf(page)).toEqual([0, 3, 4, 1]);
  await page.getByRole('textbox', { name: 'Second sentence' }).fill('c');
  await page.keyboard.press('Enter');
  await expect.poll(() => idsOf(page)).toEqual([0, 3, 4, 1, 5, 1]);
  await expect(page).toHaveURL(/second=c/);
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('a 猫');
  await expect(page.locator('look-inside .ask .aside')).toContainText(
    'The model cannot read this text. text: expected characters that the tokenizer knows, got ‘猫’'.replace(
      /[‘’]/g,
      "'",
    ),
  );
});

test('an encoder-decoder generates its output, or reads the user’s', async ({ page, inside, complaints }) => {
  void complaints;
  await inside('inside');
  await page.locator('look-inside input[type=file]').first().setInputFiles(tiny('bart'));
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('a b');
  await expect.poll(async () => (await idsOf(page))?.length ?? 0).toBeGreaterThan(1);
  await page.getByRole('textbox', { name: 'Output' }).fill('c d');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await idsOf(page))?.slice(1)).toEqual([0, 5, 6, 1]);
});

test('a model is kept in the browser if the user says so, opened from there, and deleted', async ({
  page,
  inside,
  complaints,
}) => {
  void complaints;
  await inside('inside');
  await expect(page.locator('look-inside .kept')).toHaveCount(0);
  await page.locator('look-inside input[type=file]').first().setInputFiles(STORIES);
  await page.locator('look-inside .model').getByText('Details').click();
  await page.getByRole('button', { name: 'Keep it in this browser' }).click();
  await expect(page.locator('look-inside .keep')).toHaveText('It is kept in this browser, on this device.');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  const { length } = FILES['model.safetensors'];
  const all = length + FILES['config.json'].length + FILES['tokenizer.json'].length;
  await expect(page.locator('look-inside .kept')).toContainText(`${Math.round(all / 1000)} kB`);
  await page.getByRole('button', { name: 'Open model' }).click();
  await page.locator('look-inside .ask .text').fill('Once upon a');
  await expect(page.locator('look-inside .ask .token')).toContainText('time');
  await page.getByRole('button', { name: 'Close' }).click();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Delete model from this browser' }).click();
  await expect(page.locator('look-inside .kept')).toHaveCount(0);
  await page.reload();
  await expect(page.locator('look-inside .start')).toBeVisible();
  await expect(page.locator('look-inside .kept')).toHaveCount(0);
});

test('parts of a Chinese character are whole characters on the screen', async ({ page, inside, complaints }) => {
  void complaints;
  await inside('inside=lens&model=stories&text=%E7%8C%AB');
  const rows = page.locator('look-inside .lens .row .label');
  await expect(rows).toContainText(['猫 1/3', '猫 2/3', '猫 3/3']);
  await expect(page.locator('look-inside .position')).toContainText('猫 3/3');
  expect(await page.locator('look-inside').evaluate(({ shadowRoot }) => shadowRoot.textContent)).not.toContain(
    '\ufffd',
  );
});
