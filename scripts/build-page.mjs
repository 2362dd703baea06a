// web/page/ → build/page/: the page as it is served.
import { project } from './paths.mjs';
import { run, step } from './say.mjs';

export async function buildPage() {
  await step('building the page', () => run('npx', ['vite', 'build', '--logLevel', 'warn'], { cwd: project }));
}
