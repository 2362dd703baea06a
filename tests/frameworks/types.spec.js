// The types of the tag in each framework, under strict; what must not type says so in the sources.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

const here = import.meta.dirname;

/** What a checker prints of a folder; it fails if there are errors. */
function check(name, ...args) {
  try {
    execFileSync(join(here, 'node_modules/.bin', name), args, { cwd: here, encoding: 'utf8' });
    return '';
  } catch ({ stdout, stderr }) {
    return stdout + stderr;
  }
}

for (const [framework, checker, ...args] of [
  ['react', 'tsc', '--project', 'types/react'],
  ['solid', 'tsc', '--project', 'types/solid'],
  ['vue', 'vue-tsc', '--project', 'types/vue'],
  ['svelte', 'svelte-check', '--workspace', 'types/svelte', '--tsconfig', './tsconfig.json', '--threshold', 'error'],
]) {
  test(`attention-spotlight/${framework}`, () => expect(check(checker, ...args)).toBe(''));
}
