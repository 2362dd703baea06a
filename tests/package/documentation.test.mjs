// README and docs: links and paths exist, programs run, and tables match the code.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import { CHAPTER_IDS } from '../../dist/course/chapters/index.js';
import { CONTROLS, PROPERTIES } from '../../dist/element/state/properties.js';
import { FAMILY_NAMES, FAMILY_TITLES } from '../../dist/engine/pretrained/families/index.js';
import { VIEW_NAMES } from '../../dist/view/views/index.js';
import { slugOf } from '../../docs/.vitepress/links.mjs';
import { build, project } from '../../scripts/paths.mjs';
import { members } from '../../scripts/docs/members.mjs';
import { pagesWithTables, parts } from '../../scripts/docs/tables.mjs';

const inFolder = (folder) =>
  readdirSync(join(project, folder), { recursive: true })
    .filter((name) => name.endsWith('.md') && !/^(api|node_modules|public)[\\/]/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
const PAGES = [
  ...readdirSync(project).filter((name) => name.endsWith('.md')),
  ...inFolder('docs'),
  'python/README.md',
  'python/README.zh.md',
];

const read = (page) => readFileSync(join(project, page), 'utf8');
const prose = (page) => read(page).replace(/```[\s\S]*?```/g, '');

/** Anchors of the headings on a page, in GitHub's style. */
const anchorsOf = (page) => Array.from(prose(page).matchAll(/^#+ (.*)$/gm), ([, heading]) => slugOf(heading));

test.each(PAGES)('the links of %s are valid', (page) => {
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

test('the paths in docs/architecture.md exist', () => {
  const named = Array.from(prose('docs/architecture.md').matchAll(/`([^`\s]+)`/g), ([, text]) => text);
  const paths = named.filter((text) =>
    /^(cpp|docs|examples|models|scripts|tests|training|web)\/|\.config\.js$/.test(text),
  );
  expect(paths.length).toBeGreaterThan(40);
  expect(paths.filter((path) => !existsSync(join(project, path)))).toEqual([]);
});

test('the chapters named in docs/sources.md exist', () => {
  const chapters = Array.from(read('docs/sources.md').matchAll(/chapters? ((?:`[a-z-]+`(?:, )?)+)/g), ([, names]) =>
    Array.from(names.matchAll(/`([a-z-]+)`/g), ([, name]) => name),
  ).flat();
  expect(chapters.length).toBeGreaterThan(20);
  expect(chapters.filter((chapter) => !CHAPTER_IDS.includes(chapter))).toEqual([]);
});

const PROGRAMS = [
  'README.md',
  'README.zh.md',
  'docs/start.md',
  'docs/zh/start.md',
  'docs/engine.md',
  'docs/zh/engine.md',
  'docs/analysis.md',
  'docs/zh/analysis.md',
  'docs/training.md',
  'docs/zh/training.md',
];

test.each(PROGRAMS)('the program of %s runs', (page) => {
  const blocks = Array.from(read(page).matchAll(/^```js\n([\s\S]*?)^```/gm), ([, block]) => block);
  // The programs are written to a folder inside the package, so that they can import the package by its name.
  const folder = join(build, 'documentation');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${page.replaceAll('/', '-')}.mjs`);
  writeFileSync(file, blocks.join('\n'));
  expect(execFileSync(process.execPath, ['--no-warnings', file], { encoding: 'utf8' })).not.toBe('');
});

/** Pattern of code blocks that need a framework, which tests/frameworks tests instead. */
const OF_A_FRAMEWORK =
  /^\/\/ (vite\.config|nuxt\.config|app\/attention\/route|docusaurus\.config|\.vitepress)|from '@(angular\/core|generated\/)/;

/**
 * Writes the code blocks in JavaScript or TypeScript on a page to files. Blocks that are parts of one program are
 * joined.
 */
function programsOf(page) {
  const folder = join(build, 'documentation');
  mkdirSync(folder, { recursive: true });
  const blocks = Array.from(read(page).matchAll(/^```(?:js|ts)\n([\s\S]*?)^```/gm), ([, block]) => block);
  const isProgram = /(README(\.zh)?|engine|element|training)\.md$/.test(page);
  const prelude = /models\.md$/.test(page) ? "declare const engine: import('attention-spotlight').Engine;\n" : '';
  return (isProgram ? [blocks.join('\n')] : blocks.filter((block) => !OF_A_FRAMEWORK.test(block))).map(
    (text, index) => {
      const file = join(folder, `${page.replaceAll('/', '-')}-${index}.ts`);
      writeFileSync(file, `${prelude}${text}\nexport {};\n`);
      return file;
    },
  );
}

/** Additional compiler options of Vite's templates, with which the docs' complete programs must compile. */
const OF_TEMPLATES = { noUnusedLocals: true, noUncheckedIndexedAccess: true };

test.each([
  ['README and docs', 'strict', /^README|^docs\/(zh\/)?\w+\.md$/, {}],
  ['README and start', 'the settings of templates, too', /^README|^docs\/(zh\/)?start\.md$/, OF_TEMPLATES],
])('the programs of %s compile under %s', (_pages, _settings, pattern, more) => {
  const program = ts.createProgram(PAGES.filter((page) => pattern.test(page)).flatMap(programsOf), {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    ...more,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  });
  const errors = ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file ? file.text.slice(0, start).split('\n').length : 0;
    return `${file && basename(file.fileName)}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
  expect(errors).toEqual([]);
});

test('the element’s members match the table of properties; otherwise run `npm run docs:tables`', async () => {
  const { current, generated } = await members();
  expect(current).toBe(generated);
});

test('the tables in docs/ match the code; otherwise run `npm run docs:tables`', async () => {
  const pages = await pagesWithTables();
  expect(pages.filter(({ current, generated }) => current !== generated).map(({ file }) => file)).toEqual([]);
});

/** Text in the last cell of the table row on a page whose first cell is this name. */
const descriptionOf = (page, name) => new RegExp(`^\\| \`${name}\` .*\\| ([^|]*?) *\\|$`, 'm').exec(read(page))?.[1];

test.each(['docs/element.md', 'docs/zh/element.md'])('%s explains every part and every control', (page) => {
  const names = [...parts().map(({ name }) => name), ...CONTROLS];
  expect(names.filter((name) => !descriptionOf(page, name))).toEqual([]);
});

/**
 * Structure of a page (headings, code blocks and tables, in order), which must equal that of the page's translation.
 */
function structureOf(page) {
  const blocks = read(page).matchAll(
    /^(`{3,})(\w*)\n[\s\S]*?\n\1$|^(#+) .*$|^<!-- table (\S+?)(?:-\w\w)?:.*$|(?:^\|.*\n)+/gm,
  );
  return Array.from(blocks, ([text, , language, heading, table]) => {
    if (text.startsWith('`')) return `block ${language}`;
    return heading ?? table ?? `${text.match(/\n/g).length} rows`;
  });
}

test.each([
  ...readdirSync(join(project, 'docs/zh'), { encoding: 'utf8' }).map((name) => [`docs/zh/${name}`, `docs/${name}`]),
  ['README.zh.md', 'README.md'],
  ['python/README.zh.md', 'python/README.md'],
])('%s has the structure of %s', (chinese, english) => {
  expect(structureOf(chinese)).toEqual(structureOf(english));
});

test.each(inFolder('docs/zh'))('%s explains every row of its tables', (page) => {
  const tables = read(page).matchAll(/<!-- table \S+ [\w ]*\btext -->\n\n([\s\S]*?)\n\n<!-- end -->/g);
  const silent = Array.from(tables, ([, table]) => table.split('\n').filter((row) => /\|\s*\|$/.test(row))).flat();
  expect(silent).toEqual([]);
});

test.each(['docs/models.md', 'docs/zh/models.md'])('%s has a row for every family', (page) => {
  const rows = read(page)
    .match(/^\|.*$/gm)
    .join('\n');
  // The docs list all model families but those without a title, which are not published: they come from the page's own
  // trainer.
  const published = FAMILY_NAMES.filter((name) => FAMILY_TITLES[name] !== null);
  expect(published.filter((name) => !rows.includes(`\`${name}\``))).toEqual([]);
});

test.each(['python/README.md', 'python/README.zh.md'])('%s names every view', (page) => {
  const [row] = read(page).match(/^\| `view`.*$/m);
  expect(VIEW_NAMES.filter((name) => !row.includes(`'${name}'`))).toEqual([]);
});

test('the Chinese page lists all values of enumerated properties', () => {
  const page = 'docs/zh/element.md'; // the tables of the English page are generated
  const missing = Object.entries(PROPERTIES).flatMap(([name, { expected }]) => {
    const [, values] = /(?<!attention is )one of ([\w, ]+)/.exec(expected) ?? [];
    const description = descriptionOf(page, name);
    if (values === undefined || description.includes('见下表')) return [];
    return values.split(', ').filter((value) => !description.includes(`\`${value}\``));
  });
  expect(missing).toEqual([]);
});
