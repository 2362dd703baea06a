// Packs the package as npm does, and installs it beside the frameworks.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { npmPackages } from '../../scripts/npm-packages.mjs';
import { build, project } from '../../scripts/paths.mjs';
import { run } from '../../scripts/say.mjs';

export const output = join(build, 'frameworks');

export default async function setup() {
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  await npmPackages(import.meta.dirname);
  await run('npm', ['pack', '--pack-destination', output], { cwd: project });
  const archive = readdirSync(output).find((file) => file.endsWith('.tgz'));
  await run('npm', ['install', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', join(output, archive)], {
    cwd: import.meta.dirname,
  });
}
