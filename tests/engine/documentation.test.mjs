// README and docs: links lead somewhere, paths exist, programs run, and generated tables say what the code says.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CHAPTER_IDS } from '../../dist/course/chapters.js';
import { build, project } from '../../scripts/paths.mjs';
import { members } from '../../scripts/docs/members.mjs';
import { pagesWithTables } from '../../scripts/docs/tables.mjs';

const inFolder = (folder) =>
  readdirSync(join(project, folder), { recursive: true })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
const PAGES = [...readdirSync(project).filter((name) => name.endsWith('.md')), ...inFolder('docs')];

const read = (page) => readFileSync(join(project, page), 'utf8');
const prose = (page) => read(page).replace(/```[\s\S]*?```/g, '');

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (page) =>
  Array.from(prose(page).matchAll(/^#+ (.*)$/gm), ([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

test.each(PAGES)('the links of %s lead somewhere', (page) => {
  const links = Array.from(prose(page).matchAll(/\]\(([^)\s]+)\)/g), ([, link]) => link);
  const broken = links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path, anchor] = link.split('#');
    const target = path === '' ? page : join(dirname(page), path);
    if (!existsSync(join(project, target))) return true;
    return anchor !== undefined && !anchorsOf(target).includes(decodeURIComponent(anchor));
  });
  expect(broken).toEqual([]);
});

test('the paths that docs/architecture.md names exist', () => {
  const named = Array.from(prose('docs/architecture.md').matchAll(/`([^`\s]+)`/g), ([, text]) => text);
  const paths = named.filter((text) =>
    /^(cpp|docs|examples|models|scripts|tests|training|web)\/|\.config\.js$/.test(text),
  );
  expect(paths.length).toBeGreaterThan(40);
  expect(paths.filter((path) => !existsSync(join(project, path)))).toEqual([]);
});

test('the chapters that docs/sources.md names exist', () => {
  const chapters = Array.from(read('docs/sources.md').matchAll(/chapters? ((?:`[a-z-]+`(?:, )?)+)/g), ([, names]) =>
    Array.from(names.matchAll(/`([a-z-]+)`/g), ([, name]) => name),
  ).flat();
  expect(chapters.length).toBeGreaterThan(20);
  expect(chapters.filter((chapter) => !CHAPTER_IDS.includes(chapter))).toEqual([]);
});

test.each(['README.md', 'README.zh.md', 'docs/engine.md', 'docs/zh/engine.md'])('the program of %s runs', (page) => {
  const blocks = Array.from(read(page).matchAll(/^```js\n([\s\S]*?)^```/gm), ([, block]) => block);
  const folder = join(build, 'documentation'); // inside the package, so that it can import itself by its name
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${page.replaceAll('/', '-')}.mjs`);
  writeFileSync(file, blocks.join('\n'));
  expect(execFileSync(process.execPath, ['--no-warnings', file], { encoding: 'utf8' })).not.toBe('');
});

test('the members of the element are those of the table of properties: if not, `npm run docs:tables`', async () => {
  const { current, generated } = await members();
  expect(current).toBe(generated);
});

test('the tables in docs/ are those of the code: if not, `npm run docs:tables`', async () => {
  const pages = await pagesWithTables();
  expect(pages.filter(({ current, generated }) => current !== generated).map(({ file }) => file)).toEqual([]);
});
