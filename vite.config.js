import { defineConfig } from 'vite';

export default defineConfig({
  root: 'web/page',
  base: './', // the built page works in any folder of a server
  build: { outDir: '../../build/page', emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
});
