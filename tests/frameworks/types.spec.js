// Types of the tag <attention-spotlight> in each framework, with strict type checking: in sources that mark the lines
// that must have an error, and in the components of docs/embedding.md, word for word.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { project } from '../../scripts/paths.mjs';

const here = import.meta.dirname;

/** Runs a type checker. Returns its output if it finds errors, else an empty string. */
function check(name, ...args) {
  try {
    execFileSync(join(here, 'node_modules/.bin', name), args, { cwd: here, encoding: 'utf8' });
    return '';
  } catch ({ stdout, stderr }) {
    return stdout + stderr;
  }
}

/**
 * Components in docs/embedding.md that import the package's types for a framework; `language` is that of their code
 * blocks.
 */
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

/**
 * Writes the components of the docs beside the other sources of a framework, in place of those of an earlier run.
 * Returns their number.
 */
function writeComponents(framework) {
  const folder = join(here, 'types', framework);
  for (const file of readdirSync(folder).filter((name) => name.startsWith('Docs'))) rmSync(join(folder, file));
  const components = componentsOf(framework);
  components.forEach(({ language, text }, index) => writeFileSync(join(folder, `Docs${index}.${language}`), text));
  return components.length;
}

for (const [framework, blocks, checker, ...args] of [
  ['react', 2, 'tsc', '--project', 'types/react'], // one of the two React blocks is for Next.js
  ['solid', 1, 'tsc', '--project', 'types/solid'],
  ['vue', 1, 'vue-tsc', '--project', 'types/vue'],
  ['svelte', 1, 'svelte-check', '--workspace', 'types/svelte', '--tsconfig', './tsconfig.json', '--threshold', 'error'],
]) {
  test(`attention-spotlight/${framework}`, () => {
    expect(writeComponents(framework)).toBe(2 * blocks); // blocks of both languages
    expect(check(checker, ...args)).toBe('');
  });
}
