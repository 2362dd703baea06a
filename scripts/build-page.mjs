// Builds two versions of the page. build/page/ is the website as it is served: web/page/, docs/tutorial/ as
// build/page/tutorial/, and the self-contained script that the page offers for download. build/spotlight.html is the
// page as a single file.
import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { project } from './paths.mjs';
import { run, step } from './say.mjs';

const vite = (...options) => run('npx', ['vite', 'build', '--logLevel', 'error', ...options], { cwd: project });

export async function buildPage() {
  await step('building the page and the tutorial', async () => {
    await vite();
    await vite('--config', 'vite.tutorial.config.js');
    const script = join(project, 'dist/inline/attention-spotlight.classic.js');
    cpSync(script, join(project, 'build/page/attention-spotlight.js'));
  });
}

export async function buildSingleFile() {
  await step('building the single-file page', async () => {
    await vite('--config', 'vite.single.config.js');
    const folder = join(project, 'build/single');
    renameSync(join(folder, 'index.html'), join(project, 'build/spotlight.html'));
    rmSync(folder, { recursive: true });
  });
}
