// npm's packages, installed when they are missing or when package-lock.json has changed.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { project } from './paths.mjs';
import { run, step } from './say.mjs';

export async function npmPackages() {
  const lock = join(project, 'package-lock.json');
  const installed = join(project, 'node_modules/.package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  await step('installing the npm packages', () => run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: project }));
}
