// npm run site: builds the project's website in build/site: the page with its tutorial, the page as a single file, and
// the docs. DOCS_BASE is the path of the docs on the server, /docs/ by default.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildPage, buildSingleFile } from '../build-page.mjs';
import { buildPackage } from '../build-package.mjs';
import { buildWasm } from '../build-wasm.mjs';
import { npmPackages } from '../npm-packages.mjs';
import { build } from '../paths.mjs';
import { command, say } from '../say.mjs';
import { buildDocs } from './build-docs.mjs';

const site = join(build, 'site');

await command(async () => {
  await npmPackages();
  await buildWasm();
  await buildPackage();
  await buildPage();
  await buildSingleFile();
  await buildDocs();
  rmSync(site, { recursive: true, force: true });
  cpSync(join(build, 'page'), site, { recursive: true });
  cpSync(join(build, 'spotlight.html'), join(site, 'spotlight.html'));
  cpSync(join(build, 'docs'), join(site, 'docs'), { recursive: true });
  say('build/site is ready');
});
