// Builds docs/tutorial/ → build/page/tutorial/: plain pages with live elements, as any author would write them.
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { notices } from './scripts/licenses/plugin.mjs';

const root = join(import.meta.dirname, 'docs/tutorial');

export default defineConfig({
  root,
  base: './',
  resolve: { alias: { 'attention-spotlight/element': join(import.meta.dirname, 'web/element/index.ts') } },
  plugins: [notices()],
  build: {
    outDir: join(import.meta.dirname, 'build/page/tutorial'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    rollupOptions: { input: ['en.html', 'zh.html'].map((page) => join(root, page)) },
  },
});
