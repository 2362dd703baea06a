// npm start: builds everything that is missing or outdated, and serves the page locally.
import { buildPackage } from './build-package.mjs';
import { buildPage } from './build-page.mjs';
import { buildWasm } from './build-wasm.mjs';
import { npmPackages } from './npm-packages.mjs';
import { command, say } from './say.mjs';
import { servePage } from './serve-page.mjs';

await command(async () => {
  await npmPackages();
  await buildWasm();
  await buildPackage();
  await buildPage();
  const { address } = await servePage(Number(process.env.PORT ?? 4173));
  say(`open ${address} (Ctrl+C ends)`);
});
