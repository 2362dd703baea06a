// The element's defaults that depend on the page around it: light or dark, the language, colors and fonts.
import { expect, FULL, sceneOf, test } from './page.js';
import { serve } from './servers.js';

/** Opens a test page in a browser whose preferred color scheme is dark. */
const around = test.extend({
  openPage: async ({ page, complaints }, use) => {
    void complaints;
    const servers = [];
    const origin = await serve(servers);
    await use(async (style, tag = '<attention-spotlight></attention-spotlight>', root = '') => {
      const script = '<script type="module" src="/dist/engine/attention-spotlight.js"></script>';
      const body = `<!doctype html><html ${root}><meta charset="utf-8"><link rel="icon" href="data:,"><style>${style}</style>${script}${tag}`;
      await page.route(`${origin}/around`, (route) => route.fulfill({ contentType: 'text/html', body }));
      await page.goto(`${origin}/around`);
      await element(page).evaluate((each) => each.ready);
    });
    for (const { close } of servers) close();
  },
});

const element = (page) => page.locator('attention-spotlight');
const themeOf = (page) => element(page).evaluate(({ currentTheme }) => currentTheme);
const textColors = async (page) => {
  const bar = await element(page).evaluate(
    ({ shadowRoot }) => getComputedStyle(shadowRoot.querySelector('[part=bar]')).color,
  );
  return [bar, new Set((await sceneOf(page)).marks.map(({ fill }) => fill))];
};

const SITES = {
  'a class of <html>, as VitePress has': {
    options: FULL,
    style: 'html.dark { color-scheme: dark } body { background: light-dark(white, black) }',
    set: (dark) => document.documentElement.classList.toggle('dark', dark),
  },
  'an attribute of <html>, as Docusaurus and Starlight have': {
    style: ':root { color-scheme: light } :root[data-theme=dark] { color-scheme: dark }',
    set: (dark) => (document.documentElement.dataset.theme = dark ? 'dark' : 'light'),
  },
  'an attribute of <body>, as Material for MkDocs has': {
    options: FULL,
    style: '[data-md-color-scheme=slate] { color-scheme: dark; color: hsla(225, 15%, 90%, 0.82) }',
    set: (dark) => (document.body.dataset.mdColorScheme = dark ? 'slate' : 'default'),
  },
  'other colors and no color scheme, as Quarto has': {
    style: 'body { color: #373a3c } body.quarto-dark { background: #222; color: #fff }',
    set: (dark) => document.body.classList.toggle('quarto-dark', dark),
  },
  'colors that fade, in a page that says it knows both schemes': {
    options: FULL,
    style:
      ':root { color-scheme: light dark } body { color: oklch(0.2 0 0); transition: color 0.2s } .night { color: oklch(0.9 0.01 250) }',
    set: (dark) => document.body.classList.toggle('night', dark),
  },
  'a style sheet': {
    style: ':root { color-scheme: light }',
    set: (dark) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`:root { color-scheme: ${dark ? 'dark' : 'light'} }`);
      document.adoptedStyleSheets = [sheet];
    },
  },
};

for (const [how, { style, set, options = {} }] of Object.entries(SITES)) {
  around(`light and dark follow the page: ${how}`, options, async ({ page, openPage }) => {
    await openPage(style);
    expect(await themeOf(page)).toBe('light');
    for (const theme of ['dark', 'light']) {
      await page.evaluate(set, theme === 'dark');
      await expect.poll(() => themeOf(page)).toBe(theme);
      const color = theme === 'dark' ? ['rgb(234, 238, 247)', '#eaeef7'] : ['rgb(27, 33, 48)', '#1b2130'];
      await expect.poll(async () => (await textColors(page))[0]).toBe(color[0]);
      expect((await textColors(page))[1]).toContain(color[1]);
    }
  });
}

around(
  'a page that knows both schemes follows the system, and one that says nothing is light',
  async ({ page, openPage }) => {
    await openPage(':root { color-scheme: light dark }');
    expect(await themeOf(page)).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => themeOf(page)).toBe('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => themeOf(page)).toBe('dark');
    await openPage('');
    expect(await themeOf(page)).toBe('light');
  },
);

around('a page that changes while the element is hidden', async ({ page, openPage }) => {
  await openPage(':root { color-scheme: light } .dark { color-scheme: dark }');
  expect(await themeOf(page)).toBe('light');
  await page.evaluate(async () => {
    const spotlight = document.querySelector('attention-spotlight');
    spotlight.style.display = 'none';
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    document.body.className = 'dark';
    await frame();
    spotlight.style.display = '';
  });
  await expect.poll(() => themeOf(page)).toBe('dark');
});

around('the element’s own theme wins, and its own color scheme counts as the page’s', async ({ page, openPage }) => {
  await openPage(
    '.dark { color-scheme: dark }',
    '<attention-spotlight theme="light" class="dark"></attention-spotlight>',
  );
  expect(await themeOf(page)).toBe('light');
  await element(page).evaluate((each) => (each.theme = 'auto'));
  expect(await themeOf(page)).toBe('dark');
});

const textOf = (page) => element(page).evaluate(({ shadowRoot }) => shadowRoot.textContent);

around('the language follows the page’s, in its text too', async ({ page, openPage }) => {
  await openPage('', undefined, 'lang="zh-CN"');
  expect(await element(page).evaluate(({ currentLanguage, text }) => [currentLanguage, text])).toEqual([
    'zh',
    '猫坐在椅子上，因为它累了',
  ]);
  await expect.poll(() => textOf(page)).toContain('关注');
  await page.evaluate(() => (document.documentElement.lang = 'en'));
  await expect.poll(() => textOf(page)).toContain('attends');
  await expect
    .poll(() => element(page).evaluate(({ text, run }) => [text, run.tokens.length]))
    .toEqual(['The cat sat on the mat because it was tired', 10]);
});

around(
  'the nearest language counts, across a shadow tree; one that the interface lacks is the browser’s',
  async ({ page, openPage }) => {
    await openPage(
      '',
      '<section lang="zh"><div></div><attention-spotlight></attention-spotlight></section>',
      'lang="en"',
    );
    expect(await element(page).evaluate(({ currentLanguage }) => currentLanguage)).toBe('zh');
    const inShadow = await page.evaluate(() => {
      const root = document.querySelector('div').attachShadow({ mode: 'open' });
      const spotlight = document.createElement('attention-spotlight');
      root.append(spotlight);
      const found = [spotlight.currentLanguage];
      document.querySelector('section').lang = 'fr';
      return [...found, spotlight.currentLanguage];
    });
    expect(inShadow).toEqual(['zh', 'en']);
    await element(page)
      .last()
      .evaluate((each) => (each.lang = 'zh'));
    expect(
      await element(page)
        .last()
        .evaluate(({ currentLanguage }) => currentLanguage),
    ).toBe('zh');
  },
);

around('colors mean what they mean on the page', async ({ page, openPage }) => {
  await openPage(`:root { color-scheme: light; --brand: #336699 }
    body { color: #102030 }
    attention-spotlight {
      --spotlight-query: oklch(0.7 0.15 30);
      --spotlight-key: color-mix(in srgb, red 50%, blue);
      --spotlight-value: light-dark(#010203, #040506);
      --spotlight-text: currentColor;
      --spotlight-accent: rgb(from var(--brand) b g r);
      --spotlight-line: rgb(1 2 3 / 50%);
      --spotlight-muted: no color;
    }`);
  const paletteIn = (theme) =>
    element(page).evaluate((each, name) => {
      each.theme = name;
      return each.palette;
    }, theme);
  expect(await paletteIn('light')).toMatchObject({
    query: '#ed7665',
    key: '#800080',
    value: '#010203',
    text: '#102030',
    accent: '#996633',
    line: '#d5d2c8', // a transparent color is ignored for lines
    muted: '#5a6273',
  });
  expect(await paletteIn('dark')).toMatchObject({ value: '#040506', line: '#303b54' });
  await element(page).evaluate((each) => each.updateComplete);
  expect((await textColors(page))[1]).toContain('#102030');
  await page.evaluate(() => (document.body.style.color = '#405060'));
  await expect.poll(() => element(page).evaluate(({ palette }) => palette.text)).toBe('#405060');
});

around('a font reaches the interface, the canvas and the exports', async ({ page, openPage }) => {
  await openPage('attention-spotlight { --spotlight-font-family: "Courier New", monospace }');
  const { fonts, bar, drawn } = await element(page).evaluate(async (each) => {
    const used = new Set();
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (...given) {
      used.add(this.font);
      return fillText.apply(this, given);
    };
    each.query = 2;
    await each.updateComplete;
    return {
      fonts: each.scene.fonts,
      bar: getComputedStyle(each.shadowRoot.querySelector('[part=bar]')).fontFamily,
      drawn: [...used],
    };
  });
  expect(fonts).toMatch(/^"Courier New", monospace, system-ui/);
  expect(bar).toContain('"Courier New", monospace, system-ui');
  expect(drawn.filter((font) => font.includes('"Courier New", monospace, system-ui'))).not.toEqual([]);
});

test('embed.html has the browser’s language, and light or dark from the system or the host page', async ({ page }) => {
  await page.goto('embed.html');
  await element(page).evaluate((each) => each.ready);
  expect(await themeOf(page)).toBe('dark');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => themeOf(page)).toBe('light');
});
