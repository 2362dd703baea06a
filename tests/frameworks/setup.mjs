// Installs the packed npm package into tests/frameworks, beside the frameworks that are tested.
import { join } from 'node:path';
import { npmPackages } from '../../scripts/npm-packages.mjs';
import { build } from '../../scripts/paths.mjs';
import { run } from '../../scripts/say.mjs';
import { packInto } from '../consumers/pack.mjs';

export const output = join(build, 'frameworks');

export default async function setup() {
  await npmPackages(import.meta.dirname);
  const archive = await packInto(output);
  await run('npm', ['install', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', archive], {
    cwd: import.meta.dirname,
  });
}
