// Programs in examples/, which docs/cookbook.md shows: each runs and prints the text after `// →`.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from '../../scripts/paths.mjs';

const folder = join(project, 'examples');
const programs = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'main.mjs')));
const sourceOf = (name) => readFileSync(join(folder, name, 'main.mjs'), 'utf8');
const needsPage = (name) => sourceOf(name).includes('attention-spotlight/element');

test('there are eighteen', () => {
  expect(programs).toHaveLength(18);
});

test.each(programs.filter((name) => !needsPage(name)))('examples/%s prints the stated output', (name) => {
  const printed = execFileSync(process.execPath, ['--no-warnings', join(folder, name, 'main.mjs')], {
    encoding: 'utf8',
  });
  const expected = Array.from(sourceOf(name).matchAll(/\/\/ → (.*)$/gm), ([, line]) => line);
  expect(printed.trimEnd().split('\n')).toEqual(expected);
});

test.each(['docs/cookbook.md', 'docs/zh/cookbook.md'])('%s shows each of them', (page) => {
  const text = readFileSync(join(project, page), 'utf8');
  const shown = Array.from(text.matchAll(/^<<< .*examples\/([\w-]+)\/main\.mjs\{js\}$/gm), ([, name]) => name);
  expect(shown.sort()).toEqual(programs);
});
