// THIRD-PARTY.md covers all third-party code in the package and in the pages, with the original license texts.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from '../../scripts/paths.mjs';
import { NATIVE } from '../../scripts/licenses/native.mjs';
import { noticeOf, packageOf } from '../../scripts/licenses/packages.mjs';
import { file, missingFrom } from '../../scripts/licenses/third-party.mjs';

const notices = readFileSync(file, 'utf8');
const PERMISSIVE = /^(MIT|MPL-2\.0|BSD-3-Clause|Apache-2\.0( WITH LLVM-exception)?|BSD-3-Clause AND BSL-1\.0)$/;

function dependenciesOf(name, found = new Set()) {
  const { dependencies = {} } = JSON.parse(
    readFileSync(join(name === '' ? project : join(project, 'node_modules', name), 'package.json'), 'utf8'),
  );
  for (const each of Object.keys(dependencies).filter((one) => !found.has(one) && !one.startsWith('@types/'))) {
    // This shim of Lit is not bundled: Lit uses it only for server-side rendering.
    if (each === '@lit-labs/ssr-dom-shim') continue;
    dependenciesOf(each, found.add(each));
  }
  return [...found].sort();
}

test('it equals the output of `npm run licenses` for the bundled packages', () => {
  execFileSync(process.execPath, [join(project, 'scripts/licenses/main.mjs'), '--check'], { stdio: 'pipe' });
});

test('it contains every bundled package, verbatim, under a license that allows redistribution', () => {
  const names = [...dependenciesOf(''), 'vite', 'rolldown', 'mediabunny', 'gifenc', 'lean-qr'];
  expect(names.length).toBeGreaterThan(5);
  expect(missingFrom(notices, names)).toEqual([]);
  for (const name of names) {
    const { text, license } = noticeOf(name);
    expect(text).toMatch(/copyright/i);
    expect(notices).toContain(text);
    expect(license).toMatch(PERMISSIVE);
  }
});

test('it contains every library that the C++ includes, verbatim', () => {
  const sources = readdirSync(join(project, 'cpp'), { recursive: true }).filter((name) => /\.[ch]pp$/.test(name));
  const included = sources.flatMap((name) =>
    Array.from(
      readFileSync(join(project, 'cpp', name), 'utf8').matchAll(/^#include <([\w-]+)\//gm),
      ([, library]) => library,
    ),
  );
  const known = NATIVE.flatMap(({ headers }) => headers ?? []);
  expect(included.length).toBeGreaterThan(5);
  expect([...new Set(included)].filter((library) => !known.includes(library))).toEqual([]);
  for (const { text, license } of NATIVE) {
    expect(notices).toContain(readFileSync(join(project, 'licenses', text), 'utf8').trim());
    expect(license).toMatch(PERMISSIVE);
  }
});

test('the license texts are complete', () => {
  for (const words of [
    'Redistributions in binary form must reproduce the above copyright notice',
    'Permission is hereby granted, free of charge, to any person obtaining a copy',
    'TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION',
    'LLVM Exceptions to the Apache 2.0 License',
    'END OF TERMS AND CONDITIONS',
  ]) {
    expect(notices).toContain(words);
  }
});

test('the npm package includes it', () => {
  expect(JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')).files).toContain('THIRD-PARTY.md');
  for (const bundle of ['attention-spotlight.js', 'worker.js']) {
    const path = join(project, 'dist/engine', bundle);
    expect(existsSync(path)).toBe(true);
    expect(readFileSync(path, 'utf8')).toMatch(/^\/\*! .*THIRD-PARTY\.md.* \*\//);
  }
});

test.each([
  ['/a/node_modules/lit/index.js', 'lit'],
  ['/a/node_modules/x/node_modules/@lit/reactive-element/css-tag.js', '@lit/reactive-element'],
  ['C:\\a\\node_modules\\lit-html\\lit-html.js', 'lit-html'],
  ['\0vite/preload-helper.js', 'vite'],
  ['\0rolldown/runtime.js', 'rolldown'],
  ['/a/web/entries/browser.ts', null],
])('the module %j belongs to the package %s', (id, name) => {
  expect(packageOf(id)).toBe(name);
});
