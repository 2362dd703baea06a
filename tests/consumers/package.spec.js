// What is in the package: each file for a reason, and no more than the budget.
import { readdirSync, readFileSync } from 'node:fs';
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

const WASM = 'dist/engine/wasm/spotlight-relaxed.wasm';
const modelFiles = (name) =>
  ['config.json', 'model.safetensors', 'tokenizer.json'].map((file) => `models/${name}/${file}`);

const SCRIPT = 'dist/engine/attention-spotlight.js';

/** Scripts of the package, and the files that they load with themselves. */
function loadedWith(...scripts) {
  const files = new Set(scripts);
  for (const file of files) {
    const imports = readFileSync(join(installed, file), 'utf8').matchAll(/\b(?:from|import) ?"(\.[^"]+)"/g);
    for (const [, path] of imports) files.add(join(dirname(file), path));
  }
  return [...files];
}

const CHUNKS = 'dist/engine/chunks';
const chunkNamed = (name) =>
  join(
    CHUNKS,
    readdirSync(join(installed, CHUNKS)).find((file) => file.startsWith(`${name}-`)),
  );

/** The scripts of a first picture in a language. */
const firstScripts = (language) => loadedWith(SCRIPT, chunkNamed(language));

/** The bytes of each row of the table, in its order. */
const measure = async () => [
  (await sizeOfEngine()).gzip,
  Math.max(...['en', 'zh'].map((language) => gzipped(...firstScripts(language), WASM))),
  gzipped('dist/engine/worker.js'),
  gzipped(...modelFiles('default')),
  gzipped(...modelFiles('stories')),
  gzipped('dist/inline/attention-spotlight.js'),
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
  const measured = rows.map((row, index) => ({ ...row, size: bytes[index] / 1024 }));
  expect(measured.filter(({ size, budget }) => size > budget)).toEqual([]);
  expect(measured.filter(({ size, is }) => Math.abs(size / is - 1) >= 0.02)).toEqual([]);
});

test('README and the first pages of the docs say how large the engine is', async () => {
  const { gzip } = await sizeOfEngine();
  for (const page of ['docs/index.md', 'docs/zh/index.md', 'README.md', 'README.zh.md']) {
    const [, ofTable, said = ofTable] = /KB +\| +(\d+) |(\d+) KB/.exec(readFileSync(join(project, page), 'utf8'));
    expect(Math.abs(gzip / 1024 / Number(said) - 1)).toBeLessThan(0.02);
  }
});
