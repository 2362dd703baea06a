// Contents of the npm package: each file has a stated purpose, and the sizes are within the budget.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { sizeOfEngine } from '../bench/sizes.mjs';
import { CONTENTS, pathOf } from '../../scripts/release/package-contents.mjs';
import { project } from '../../scripts/paths.mjs';
import { application } from './setup.mjs';

const installed = join(application, 'node_modules/attention-spotlight');
const gzipped = (...files) =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(installed, file)), { level: 9 }).length, 0);

test('every file has a reason, and every reason a file', () => {
  const files = readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(installed.length + 1)
        .replaceAll('\\', '/'),
    );
  expect(files.filter((file) => pathOf(file) === undefined)).toEqual([]);
  expect(new Set(files.map(pathOf))).toEqual(new Set(Object.keys(CONTENTS)));
});

test('every module that a module imports is in the package', () => {
  const modules = readdirSync(join(installed, 'dist'), { recursive: true })
    .map((file) => join('dist', String(file)))
    .filter((file) => file.endsWith('.js'));
  const missing = modules.flatMap((file) => {
    const imports = readFileSync(join(installed, file), 'utf8').matchAll(
      /\b(?:from|import)\s*\(?\s*["'](\.[^"'\n]+\.js)["']/g,
    );
    return Array.from(imports, ([, path]) => `${file}: ${path}`).filter((line) => {
      return !existsSync(join(installed, dirname(file), line.slice(file.length + 2)));
    });
  });
  expect(missing).toEqual([]);
});

test('every module has a source map with its source, and an error names the line there', () => {
  const modules = readdirSync(join(installed, 'dist'), { recursive: true })
    .map((file) => join(installed, 'dist', String(file)))
    .filter((file) => file.endsWith('.js') && readFileSync(file, 'utf8').includes('sourceMappingURL'));
  expect(modules.length).toBeGreaterThan(300);
  for (const file of modules) {
    const { sources, sourcesContent } = JSON.parse(readFileSync(`${file}.map`, 'utf8'));
    expect(sources[0]).toMatch(/web\/.*\.ts$/);
    expect(sourcesContent[0]).toMatch(/\S/);
  }
  const script = `import { tensor } from 'attention-spotlight'; try { tensor([1], [2]); } catch ({ stack }) { console.log(stack); }`;
  const options = { cwd: application, encoding: 'utf8' };
  const stack = execFileSync(process.execPath, ['--enable-source-maps', '--input-type=module', '-e', script], options);
  expect(stack).toMatch(/web[\\/]engine[\\/]core[\\/]tensor\.ts:\d+/);
});

const WASM = 'dist/engine/wasm/spotlight-relaxed.wasm';
const modelFiles = (name) =>
  ['config.json', 'model.safetensors', 'tokenizer.json'].map((file) => `models/${name}/${file}`);

const SCRIPT = 'dist/engine/attention-spotlight.js';

/**
 * Files of the package that a page with these scripts always loads: the scripts and, transitively, their static
 * imports.
 */
function loadedWith(...scripts) {
  const files = new Set(scripts);
  for (const file of files) {
    const imports = readFileSync(join(installed, file), 'utf8').matchAll(/\b(?:from|import) ?"(\.[^"]+)"/g);
    for (const [, path] of imports) files.add(join(dirname(file), path));
  }
  return [...files];
}

const CHUNKS = 'dist/engine/chunks';

/** Script files that contain the element's texts, one per language. */
const textChunks = () =>
  readdirSync(join(installed, CHUNKS))
    .filter((file) => /^element-.*\.js$/.test(file))
    .map((file) => join(CHUNKS, file));

/** Size in the docs' unit KB, which is 1,000 bytes. */
const kilobytes = (bytes) => bytes / 1e3;
const megabytes = (bytes) => bytes / 1e6;

/** Measured sizes in bytes, in the order of the rows in the docs' table of sizes. */
const measure = async () => [
  (await sizeOfEngine()).gzip,
  Math.max(...textChunks().map((texts) => gzipped(...loadedWith(SCRIPT, texts), WASM))),
  gzipped('dist/engine/worker.js'),
  gzipped(...modelFiles('default')),
  gzipped(...modelFiles('stories')),
  gzipped('dist/inline/attention-spotlight.js'),
  gzipped('dist/engine-inline/attention-spotlight-engine.js'),
  readFileSync(
    join(
      application,
      readdirSync(application).find((file) => file.endsWith('.tgz')),
    ),
  ).length,
];

test('docs/package.md says how large everything is, and nothing is above its budget', async () => {
  const text = readFileSync(join(project, 'docs/package.md'), 'utf8');
  const rows = Array.from(text.matchAll(/^\| (.*?) *\| ([\d.]+) *\| (\d+) *\|$/gm), ([, what, is, budget]) => ({
    what,
    is: Number(is),
    budget: Number(budget),
  }));
  const bytes = await measure();
  expect(rows).toHaveLength(bytes.length);
  const measured = rows.map((row, index) => ({ ...row, size: kilobytes(bytes[index]) }));
  expect(measured.filter(({ size, budget }) => size > budget)).toEqual([]);
  expect(measured.filter(({ size, is }) => Math.abs(size / is - 1) >= 0.02)).toEqual([]);
});

test('README and docs say how large the one file is', () => {
  const file = 'dist/inline/attention-spotlight.classic.js';
  const sizes = [readFileSync(join(installed, file)).length, gzipped(file)];
  const said = (page, pattern) =>
    pattern
      .exec(readFileSync(join(project, page), 'utf8'))
      .slice(1)
      .map(Number);
  for (const [page, pattern] of [
    ['README.md', /\) of ([\d.]+) MB/],
    ['README.zh.md', /单个文件\)，([\d.]+) MB/],
    ['docs/embedding.md', /in one file of ([\d.]+) MB \(([\d.]+) MB compressed\)/],
    ['docs/zh/embedding.md', /共 ([\d.]+) MB（压缩后 ([\d.]+) MB）/],
  ]) {
    said(page, pattern).forEach((size, at) => expect(Math.abs(megabytes(sizes[at]) / size - 1)).toBeLessThan(0.02));
  }
});

test('the docs say how large the engine in one file is', () => {
  const size = gzipped('dist/engine-inline/attention-spotlight-engine.js');
  for (const [page, pattern] of [
    ['docs/embedding.md', /in one module of (\d+) KB/],
    ['docs/zh/embedding.md', /放进一个模块，压缩后 (\d+) KB/],
  ]) {
    const [, said] = pattern.exec(readFileSync(join(project, page), 'utf8'));
    expect(Math.abs(kilobytes(size) / Number(said) - 1)).toBeLessThan(0.02);
  }
});

test('README and the first pages of the docs say how large the engine is', async () => {
  const { gzip } = await sizeOfEngine();
  for (const page of ['docs/index.md', 'docs/zh/index.md', 'README.md', 'README.zh.md']) {
    const [, ofTable, said = ofTable] = /KB +\| +(\d+) |(\d+) KB/.exec(readFileSync(join(project, page), 'utf8'));
    expect(Math.abs(kilobytes(gzip) / Number(said) - 1)).toBeLessThan(0.02);
  }
});
