// The types of the packed npm package in a TypeScript program with strict checks.
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { project } from '../../scripts/paths.mjs';
import { application } from './setup.mjs';

for (const [name, ...options] of [
  ['a bundler', '--module', 'ESNext', '--moduleResolution', 'Bundler'],
  ['Node', '--module', 'NodeNext', '--moduleResolution', 'NodeNext'],
]) {
  test(`a strict program, resolved as ${name} resolves`, () => {
    const folder = join(application, 'types');
    cpSync(join(import.meta.dirname, 'types'), folder, { recursive: true });
    let errors = '';
    try {
      const tsc = join(project, 'node_modules/typescript/bin/tsc');
      execFileSync(process.execPath, [tsc, '--project', folder, ...options], { encoding: 'utf8' });
    } catch ({ stdout }) {
      errors = stdout;
    }
    expect(errors).toBe('');
  });
}
