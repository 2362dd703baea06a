// npm run site: build/site, what the project's website serves: the page with its tutorial, the page as one file, and the
// reference of the interface with the docs (api/).
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildPage, buildSingleFile } from '../build-page.mjs';
import { buildWasm } from '../build-wasm.mjs';
import { npmPackages } from '../npm-packages.mjs';
import { build, project } from '../paths.mjs';
import { command, run, say, step } from '../say.mjs';

const site = join(build, 'site');

await command(async () => {
  await npmPackages();
  await buildWasm();
  await buildPage();
  await buildSingleFile();
  await step('building the reference and the docs', () => run('npm', ['run', 'docs'], { cwd: project }));
  rmSync(site, { recursive: true, force: true });
  cpSync(join(build, 'page'), site, { recursive: true });
  cpSync(join(build, 'spotlight.html'), join(site, 'spotlight.html'));
  cpSync(join(build, 'api'), join(site, 'api'), { recursive: true });
  say('build/site is ready');
});
