// npm run dev: serves the page from its sources and applies changes live: TypeScript immediately, C++ within seconds.
import { buildWasm } from '../build-wasm.mjs';
import { npmPackages } from '../npm-packages.mjs';
import { command, say } from '../say.mjs';
import { serveSources } from './serve.mjs';
import { buildDevelopmentModule } from './wasm.mjs';

await command(async () => {
  await npmPackages();
  await buildWasm();
  const { address } = await serveSources({
    host: process.env.HOST ?? 'localhost',
    port: Number(process.env.PORT ?? 5173),
    rebuild: buildDevelopmentModule,
  });
  say(`open ${address} (Ctrl+C ends)`);
});
