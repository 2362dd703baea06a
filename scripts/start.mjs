// npm start: builds what is missing or has changed, and serves the page on this machine.
import { buildPage } from './build-page.mjs';
import { buildWasm } from './build-wasm.mjs';
import { npmPackages } from './npm-packages.mjs';
import { project } from './paths.mjs';
import { command, say } from './say.mjs';

await command(async () => {
  await npmPackages();
  await buildWasm();
  await buildPage();
  const { preview } = await import('vite');
  const port = Number(process.env.PORT ?? 4173);
  const server = await preview({ root: project, preview: { host: 'localhost', port } });
  say(`open ${server.resolvedUrls.local[0]} (Ctrl+C ends)`);
});
