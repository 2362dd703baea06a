// npm run build: builds everything from scratch.
import { buildNotebook } from './notebook/build.mjs';
import { buildPackage } from './build-package.mjs';
import { buildPage, buildSingleFile } from './build-page.mjs';
import { buildWasm } from './build-wasm.mjs';
import { npmPackages } from './npm-packages.mjs';
import { command, isProgram } from './say.mjs';

/** Builds everything that the browser tests require: engine, package, notebook widget and page. */
export async function build() {
  await npmPackages();
  await buildWasm();
  await buildPackage();
  await buildNotebook();
  await buildPage();
}

if (isProgram(import.meta.filename)) {
  await command(async () => {
    await build();
    await buildSingleFile();
  });
}
