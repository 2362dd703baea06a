import { join } from 'node:path';
import { defineConfig } from 'vite';
import { notices } from './scripts/licenses/plugin.mjs';

const root = join(import.meta.dirname, 'web/page');
const PAGES = ['index.html', 'embed.html'];

export default defineConfig({
  root,
  base: './', // the built page works in any folder of a server
  plugins: [notices()],
  build: {
    outDir: join(import.meta.dirname, 'build/page'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    rollupOptions: { input: PAGES.map((page) => join(root, page)) },
  },
});
