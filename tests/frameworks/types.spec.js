// The types of the tag in each framework, under strict: in sources in which what must not type says so, and in the
// components of docs/embedding.md, word for word.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { project } from '../../scripts/paths.mjs';

const here = import.meta.dirname;

/** Output of a type checker for a folder; throws if it finds errors. */
function check(name, ...args) {
  try {
    execFileSync(join(here, 'node_modules/.bin', name), args, { cwd: here, encoding: 'utf8' });
    return '';
  } catch ({ stdout, stderr }) {
    return stdout + stderr;
  }
}

/** The components of the docs that import the types for a framework, and the language of their blocks. */
const componentsOf = (framework) =>
  ['docs/embedding.md', 'docs/zh/embedding.md'].flatMap((page) =>
    Array.from(
      readFileSync(join(project, page), 'utf8').matchAll(/^```(tsx|vue|svelte)\n([\s\S]*?)^```/gm),
      (block) => ({
        language: block[1],
        text: block[2],
      }),
    ).filter(({ text }) => text.includes(`from 'attention-spotlight/${framework}'`)),
  );

/** Puts them beside the other sources of a framework, in place of those of another run. Returns how many there are. */
function writeComponents(framework) {
  const folder = join(here, 'types', framework);
  for (const file of readdirSync(folder).filter((name) => name.startsWith('Docs'))) rmSync(join(folder, file));
  const components = componentsOf(framework);
  components.forEach(({ language, text }, index) => writeFileSync(join(folder, `Docs${index}.${language}`), text));
  return components.length;
}

for (const [framework, blocks, checker, ...args] of [
  ['react', 2, 'tsc', '--project', 'types/react'], // one of them for Next
  ['solid', 1, 'tsc', '--project', 'types/solid'],
  ['vue', 1, 'vue-tsc', '--project', 'types/vue'],
  ['svelte', 1, 'svelte-check', '--workspace', 'types/svelte', '--tsconfig', './tsconfig.json', '--threshold', 'error'],
]) {
  test(`attention-spotlight/${framework}`, () => {
    expect(writeComponents(framework)).toBe(2 * blocks); // in both languages
    expect(check(checker, ...args)).toBe('');
  });
}
