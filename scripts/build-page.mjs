// web/page/ → build/page/, as it is served, with docs/tutorial/ → build/page/tutorial/, and build/spotlight.html, all of it in one file.
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { project } from './paths.mjs';
import { run, step } from './say.mjs';

const vite = (...options) => run('npx', ['vite', 'build', '--logLevel', 'error', ...options], { cwd: project });

export async function buildPage() {
  await step('building the page and the tutorial', async () => {
    await vite();
    await vite('--config', 'vite.tutorial.config.js');
  });
}

export async function buildSingleFile() {
  await step('building the page as one file', async () => {
    await vite('--config', 'vite.single.config.js');
    const folder = join(project, 'build/single');
    renameSync(join(folder, 'index.html'), join(project, 'build/spotlight.html'));
    rmSync(folder, { recursive: true });
  });
}
