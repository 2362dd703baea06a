// Every link, anchor and file of the built documentation website exists, and no page loads anything from another
// server.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from '@playwright/test';
import { folder } from './site.js';

const pages = readdirSync(folder, { recursive: true })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.html') && !name.startsWith('attention-spotlight/'));
const texts = new Map(pages.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
const unescaped = (text) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"');

const namesIn = (text, attribute) =>
  Array.from(text.matchAll(new RegExp(`<(\\w+)[^>]*? ${attribute}="([^"]*)"`, 'g')), ([, tag, value]) => ({
    tag,
    value: unescaped(value),
  }));

test('the site has its pages, in both languages', () => {
  for (const name of ['index', 'start', 'engine', 'element', 'embedding', 'models', 'cookbook', 'playground']) {
    expect(pages).toContain(`${name}.html`);
    expect(pages).toContain(`zh/${name}.html`);
  }
  for (const name of ['benchmarks', 'changelog', 'contributing', 'architecture', 'api/index', 'api/engine']) {
    expect(pages).toContain(`${name}.html`);
  }
});

test('links and files are there', () => {
  const broken = [...texts].flatMap(([name, text]) =>
    [...namesIn(text, 'href'), ...namesIn(text, 'src')].flatMap(({ value }) => {
      if (/^([a-z]+:|$)/.test(value)) return [];
      const [path, anchor] = value.split('#');
      const target =
        path === '' ? name : posix.join(posix.dirname(`docs/${name}`), decodeURI(path)).slice('docs/'.length);
      const absolute = path.startsWith('/') ? decodeURI(path).replace(/^\/docs\//, '') : target;
      const file = absolute === '' || absolute.endsWith('/') ? `${absolute}index.html` : absolute;
      if (!existsSync(join(folder, file))) return [`${name}: ${value}`];
      if (!anchor || !texts.has(file)) return [];
      return texts.get(file).includes(` id="${decodeURIComponent(anchor)}"`) ? [] : [`${name}: ${value}`];
    }),
  );
  expect([...new Set(broken)]).toEqual([]);
});

test('nothing is loaded from elsewhere', () => {
  const loaded = [...texts.values()].flatMap((text) => [
    ...namesIn(text, 'src'),
    ...namesIn(text, 'href').filter(({ tag }) => tag === 'link'),
  ]);
  expect(loaded.map(({ value }) => value).filter((value) => /^(\w+:)?\/\//.test(value))).toEqual([]);
});
