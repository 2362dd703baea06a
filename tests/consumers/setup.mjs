// Installs the packed npm package into an empty application.
import { cpSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { npmPackages } from '../../scripts/npm-packages.mjs';
import { build } from '../../scripts/paths.mjs';
import { run } from '../../scripts/say.mjs';
import { packInto } from './pack.mjs';

export const application = join(build, 'consumers');

export default async function setup() {
  await npmPackages(import.meta.dirname);
  const archive = await packInto(application);
  const dependencies = { 'attention-spotlight': `file:${basename(archive)}` };
  writeFileSync(join(application, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }));
  cpSync(join(import.meta.dirname, 'sources'), application, { recursive: true });
  await run('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], { cwd: application });
}
