import { join } from 'node:path';
import { defineConfig } from 'vite';

export default defineConfig({
  root: join(import.meta.dirname, 'web/page'),
  base: './', // the built page works in any folder of a server
  build: {
    outDir: join(import.meta.dirname, 'build/page'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
  },
});
