import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { project } from './paths.mjs';
import { run, step } from './say.mjs';

/**
 * Installs the npm packages of a folder that are missing or outdated.
 * @param folder folder with a package.json
 */
export async function npmPackages(folder = project) {
  const lock = join(folder, 'package-lock.json');
  const installed = join(folder, 'node_modules/.package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  await step('installing the npm packages', () => run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder }));
}
