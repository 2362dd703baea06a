// The widget of the Python package, with a substitute for anywidget's model: display and selection. tests/notebook
// tests the package itself in JupyterLab.
import { join } from 'node:path';
import { expect, numberRows, numbers, test } from './page.js';
import { serve } from '../serve.mjs';

const folders = {
  '/static/': join(import.meta.dirname, '../../python/attention_spotlight/static'),
  '/': join(import.meta.dirname, 'empty'),
};
let server;
test.beforeAll(async () => (server = await serve(folders)));
test.afterAll(() => server.close());

const WEIGHTS = [
  [0.7, 0.2, 0.1],
  [0.1, 0.8, 0.1],
  [0.25, 0.25, 0.5],
].flat();

/**
 * Renders a widget. `page.model` contains its `values`, and `change(name, value)`, which simulates a change from
 * Python.
 */
async function render(page, traits = {}) {
  const requests = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(server.origin);
  await page.evaluate(
    async ({ weights, given }) => {
      const bytes = new Uint8Array(4 * weights.length + 1); // makes the weights unaligned
      bytes.set(new Uint8Array(Float32Array.from(weights).buffer), 1);
      const values = {
        _tokens: ['un', 'deux', 'trois'],
        _key_tokens: null,
        _shape: [1, 1, 3, 3],
        _weights: new DataView(bytes.buffer, 1),
        layer: 0,
        head: 0,
        query: null,
        cell: null,
        view: 'steps',
        lang: 'en',
        theme: 'auto',
        ...given,
      };
      const listeners = new Map();
      globalThis.model = {
        values,
        saved: 0,
        get: (name) => values[name],
        set: (name, value) => (values[name] = value),
        save_changes: () => globalThis.model.saved++,
        on: (event, listener) => listeners.set(event, [...(listeners.get(event) ?? []), listener]),
        off: (event, listener) =>
          listeners.set(
            event,
            listeners.get(event).filter((each) => each !== listener),
          ),
        listening: () => [...listeners.values()].flat().length,
        change(name, value) {
          values[name] = value;
          for (const listener of listeners.get(`change:${name}`) ?? []) listener();
        },
      };
      const { default: widget } = await import('/static/widget.js');
      const el = document.body.appendChild(document.createElement('div'));
      globalThis.end = widget.render({ model: globalThis.model, el });
      await document.querySelector('attention-spotlight').ready;
    },
    { weights: WEIGHTS, given: traits },
  );
  return requests;
}

const valuesOf = (page) => page.evaluate(() => globalThis.model.values);
const property = (page, name) => page.evaluate((each) => document.querySelector('attention-spotlight')[each], name);

test('the widget shows the weights and requests nothing but itself', async ({ page, complaints }) => {
  const requests = await render(page, { view: 'numbers' });
  const cells = numberRows(page).getByRole('cell');
  await expect(cells).toHaveCount(9);
  expect((await cells.allTextContents()).map(Number)).toEqual(WEIGHTS);
  expect(requests.map((url) => url.replace(server.origin, '')).filter((url) => url !== '/favicon.ico')).toEqual([
    '/',
    '/static/widget.js',
  ]);
  expect(complaints).toEqual([]);
});

test('tokens are treated as text', async ({ page, complaints }) => {
  const tokens = ['<img src=x onerror=alert(1)>', '</script>', '&amp;'];
  await render(page, { view: 'numbers', _tokens: tokens });
  await expect(numbers(page).getByRole('columnheader')).toHaveText(tokens);
  await expect(page.locator('img')).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('two texts', async ({ page }) => {
  await render(page, { view: 'numbers', _key_tokens: ['x', 'y', 'z'] });
  await expect(numbers(page).getByRole('columnheader')).toHaveText(['x', 'y', 'z']);
});

test('selections are synchronized in both directions', async ({ page }) => {
  await render(page);
  expect(await page.evaluate(() => globalThis.model.saved)).toBe(0); // nothing has been selected
  await page.locator('canvas').focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(async () => (await valuesOf(page)).cell).not.toBeNull();
  const { cell } = await valuesOf(page);
  expect(await property(page, 'cell')).toEqual({ matrix: 'attention', row: cell[0], column: cell[1] });

  await page.evaluate(() => globalThis.model.change('cell', null));
  expect(await property(page, 'cell')).toBeNull();
  await page.evaluate(() => globalThis.model.change('query', 2));
  expect(await property(page, 'query')).toBe(2);
  await page.evaluate(() => globalThis.model.change('view', 'matrix'));
  expect(await property(page, 'view')).toBe('matrix');
  await page.evaluate(() => globalThis.model.change('lang', 'zh'));
  await expect(page.getByText('这些权重')).toBeVisible();
});

test('key events do not reach the notebook', async ({ page }) => {
  await render(page);
  await page.evaluate(() => {
    globalThis.keys = [];
    document.addEventListener('keydown', ({ key }) => globalThis.keys.push(key));
  });
  await page.locator('canvas').focus();
  await page.keyboard.press('ArrowDown');
  expect(await page.evaluate(() => globalThis.keys)).toEqual([]);
  await expect(page.locator('[data-lm-suppress-shortcuts=true] attention-spotlight')).toHaveCount(1);
});

test('the theme is the notebook’s, unless Python sets one', async ({ page }) => {
  await render(page);
  const theme = () => property(page, 'currentTheme');
  expect(await theme()).toBe('light'); // the theme of the page, since no notebook has set a dark one
  await page.evaluate(() => (document.body.dataset.jpThemeLight = 'true')); // as in JupyterLab
  await expect.poll(theme).toBe('light');
  await page.evaluate(() => (document.body.dataset.jpThemeLight = 'false'));
  await expect.poll(theme).toBe('dark');
  await page.evaluate(() => {
    delete document.body.dataset.jpThemeLight;
    document.body.className = 'vscode-light'; // as in VS Code
  });
  await expect.poll(theme).toBe('light');
  await page.evaluate(() => {
    document.body.className = '';
    document.documentElement.setAttribute('theme', 'dark'); // as in Colab
  });
  await expect.poll(theme).toBe('dark');
  await page.evaluate(() => globalThis.model.change('theme', 'light'));
  expect(await theme()).toBe('light');
});

test('a closed widget leaves nothing behind', async ({ page }) => {
  await render(page);
  await page.evaluate(() => globalThis.end());
  await expect(page.locator('attention-spotlight')).toHaveCount(0);
  expect(await page.evaluate(() => globalThis.model.listening())).toBe(0);
});
