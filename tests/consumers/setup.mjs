// Packs the package as npm does, and installs it into an empty application.
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmPackages } from '../../scripts/npm-packages.mjs';
import { project } from '../../scripts/paths.mjs';
import { run } from '../../scripts/say.mjs';

export const application = join(project, 'build/consumers');

export default async function setup() {
  rmSync(application, { recursive: true, force: true });
  mkdirSync(application, { recursive: true });
  await npmPackages(import.meta.dirname);
  await run('npm', ['pack', '--pack-destination', application], { cwd: project });
  const archive = readdirSync(application).find((file) => file.endsWith('.tgz'));
  const dependencies = { 'attention-spotlight': `file:${archive}` };
  writeFileSync(join(application, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }));
  cpSync(join(import.meta.dirname, 'sources'), application, { recursive: true });
  await run('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], { cwd: application });
}
