// npm run build: everything, from nothing.
import { buildPackage } from './build-package.mjs';
import { buildPage, buildSingleFile } from './build-page.mjs';
import { buildWasm } from './build-wasm.mjs';
import { npmPackages } from './npm-packages.mjs';
import { command } from './say.mjs';

await command(async () => {
  await npmPackages();
  await buildWasm();
  await buildPackage();
  await buildPage();
  await buildSingleFile();
});
