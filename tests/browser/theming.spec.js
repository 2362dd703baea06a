// Theming by page authors: custom properties, parts and slots, and the page's own styles, which the element leaves
// unchanged.
import { expect, sceneOf, test } from './page.js';

const build = (page, style, content = '') =>
  page.evaluate(
    async ([css, inside]) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets.push(sheet);
      const element = document.createElement('attention-spotlight');
      element.append(document.createRange().createContextualFragment(inside));
      document.querySelector('attention-spotlight').replaceWith(element);
      element.theme = 'light';
      await element.ready;
      await element.updateComplete;
    },
    [style, content],
  );
const styleOf = (page, selector, property) =>
  page
    .locator('attention-spotlight')
    .evaluate(
      (element, [inside, name]) => getComputedStyle(element.shadowRoot.querySelector(inside))[name],
      [selector, property],
    );

test('custom properties set the colors of the interface and of the canvas', async ({ page, open }) => {
  await open();
  await build(
    page,
    ':root { --spotlight-query: rebeccapurple; --spotlight-accent: #123456; --spotlight-key: url(x); --spotlight-line: transparent }',
  );
  expect(await styleOf(page, '.timeline .play', 'backgroundColor')).toBe('rgb(18, 52, 86)');
  const { marks } = await sceneOf(page);
  const fills = new Set(marks.map(({ fill }) => fill));
  expect(fills).toContain('#663399');
  expect(fills).toContain('#a84e00'); // invalid colors are ignored
  expect(await styleOf(page, '.bar', 'color')).toBe('rgb(27, 33, 48)');
});

test('changes of custom properties are followed, on the canvas too', async ({ page, open }) => {
  await open();
  await build(page, ':root { --spotlight-query: rebeccapurple }');
  const element = page.locator('attention-spotlight');
  const set = (name, value) => page.evaluate(([n, v]) => document.body.style.setProperty(n, v), [name, value]);
  const fills = async () => (await sceneOf(page)).marks.map(({ fill }) => fill);
  expect(await fills()).toContain('#663399');
  for (const [color, hex] of [
    ['oklch(60% 0.2 300)', '#955be3'],
    ['color-mix(in srgb, red, blue)', '#800080'],
    ['#123456', '#123456'],
  ]) {
    await set('--spotlight-query', color);
    await expect.poll(fills).toContain(hex);
  }
  await set('--spotlight-font-family', 'monospace');
  await expect.poll(() => element.evaluate(({ fonts }) => fonts)).toMatch(/^monospace/);
});

test('its parts can be styled', async ({ page, open }) => {
  await open();
  const parts = ['bar', 'canvas', 'side', 'timeline', 'interventions', 'export', 'notice'];
  await build(page, parts.map((part, at) => `::part(${part}) { outline: ${at + 1}px solid }`).join(' '));
  for (const [at, part] of parts.entries()) {
    expect(await styleOf(page, `[part=${part}]`, 'outlineWidth')).toBe(`${at + 1}px`);
  }
});

test('slots: a caption, and a fallback if there is nothing to show', async ({ page, open }) => {
  await open();
  const inside = '<p slot="fallback">a still picture</p><p slot="caption">Figure 1</p>';
  await build(page, '', inside);
  await expect(page.getByText('Figure 1')).toBeVisible();
  await expect(page.getByText('a still picture')).toBeHidden();
  await page.locator('attention-spotlight').evaluate((element) => {
    const other = element.cloneNode(true);
    other.data = { tokens: ['a'], attention: [] };
    element.replaceWith(other);
    return other.updateComplete;
  });
  await expect(page.getByText('a still picture')).toBeVisible();
  await expect(page.getByText(/Something went wrong: data\.attention/)).toBeVisible();
});

test('the element writes nothing to its host and leaves the page’s custom properties alone', async ({ page, open }) => {
  await open('lang=en');
  const names = ['text', 'background', 'accent', 'line', 'query', 'fonts', 'surface', 'head', 'on-head'];
  await build(
    page,
    `body { ${names.map((name) => `--${name}: rgb(1, 2, 3)`).join('; ')} }
     attention-spotlight { --muted: rgb(4, 5, 6) }
     .mine { color: var(--text); background: var(--background); border: 1px solid var(--muted) }`,
    '<p slot="caption" class="mine">Figure 1</p>',
  );
  const element = page.locator('attention-spotlight');
  for (const theme of ['light', 'dark', 'auto']) {
    await element.evaluate((spotlight, name) => {
      spotlight.theme = name;
      return spotlight.updateComplete;
    }, theme);
    expect(await element.evaluate((spotlight) => spotlight.getAttributeNames())).toEqual([]);
    expect(
      await element.evaluate(
        (spotlight, given) => given.map((name) => getComputedStyle(spotlight).getPropertyValue(`--${name}`)),
        [...names, 'muted'],
      ),
    ).toEqual([...names.map(() => 'rgb(1, 2, 3)'), 'rgb(4, 5, 6)']);
    const { color, backgroundColor, borderTopColor } = await page
      .getByText('Figure 1')
      .evaluate((caption) => ({ ...getComputedStyle(caption) }));
    expect([color, backgroundColor, borderTopColor]).toEqual(['rgb(1, 2, 3)', 'rgb(1, 2, 3)', 'rgb(4, 5, 6)']);
  }
});

test('text styles of the page do not affect the element’s text', async ({ page, open }) => {
  await open();
  const text = () =>
    page
      .locator('attention-spotlight')
      .evaluate(({ shadowRoot }) =>
        ['.side', '.timeline', '.bar'].map((place) => ({ ...getComputedStyle(shadowRoot.querySelector(place)) })),
      );
  await build(page, '');
  const before = await text();
  await build(
    page,
    `body { direction: rtl; text-align: center; text-indent: 2em; text-shadow: 0 0 2px red; text-transform: uppercase;
      letter-spacing: 3px; word-spacing: 5px; white-space: pre; font: italic bold small-caps 40px/3 serif }`,
  );
  expect(await text()).toEqual(before);
});

test('the theme can change, and every element of a page has its own', async ({ page, open }) => {
  await open();
  await build(page, '.warm { --spotlight-accent: #c04000 }');
  const colors = await page.evaluate(async () => {
    const [first] = document.querySelectorAll('attention-spotlight');
    const second = document.createElement('attention-spotlight');
    second.className = 'warm';
    second.theme = 'dark';
    first.after(second);
    await second.ready;
    await second.updateComplete;
    const background = (element) =>
      getComputedStyle(element.shadowRoot.querySelector('[aria-label=Play]')).backgroundColor;
    const schemeOf = ({ shadowRoot }) => getComputedStyle(shadowRoot.querySelector('[part=bar]')).colorScheme;
    const all = () => [first, second].flatMap((each) => [background(each), schemeOf(each)]);
    const before = all();
    first.theme = 'dark';
    await first.updateComplete;
    return [before, all()];
  });
  expect(colors).toEqual([
    ['rgb(27, 33, 48)', 'light', 'rgb(192, 64, 0)', 'dark'],
    ['rgb(234, 238, 247)', 'dark', 'rgb(192, 64, 0)', 'dark'],
  ]);
});
