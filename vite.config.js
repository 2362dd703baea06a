import { join } from 'node:path';
import { defineConfig } from 'vite';
import { notices } from './scripts/licenses/plugin.mjs';

const root = join(import.meta.dirname, 'web/page');
const PAGES = ['index.html', 'embed.html', 'training.html'];

export default defineConfig({
  root,
  base: './', // the built page works in any folder of a server
  plugins: [notices()],
  worker: { format: 'es' }, // as the page: what it loads when it needs it stays in files of its own
  build: {
    outDir: join(import.meta.dirname, 'build/page'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    rollupOptions: { input: PAGES.map((page) => join(root, page)) },
  },
});
