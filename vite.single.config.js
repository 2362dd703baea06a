// Builds the page as one file, spotlight.html, which works when double-clicked, without a server or a network.
import { join } from 'node:path';
import { defineConfig, normalizePath } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';
import { notices } from './scripts/licenses/plugin.mjs';
import { withoutThreads } from './scripts/build-package.mjs';

/** Path of web/ in the form that Vite uses, also on Windows. */
const web = normalizePath(join(import.meta.dirname, 'web'));

/**
 * Workers whose code the page contains, because there is no other file: folder of the importer, its import, and the
 * replacement.
 */
const WORKERS = [
  ['engine', './parallel/start-worker.js', 'page/start-inline-worker.ts'],
  ['page/own-model', './start-host.js', 'page/own-model/start-host-here.ts'],
  ['inside', './start-worker.js', 'inside/work/start-here.ts'],
  ['inside', '../work/start-worker.js', 'inside/work/start-here.ts'],
];
const inlineWorker = {
  name: 'spotlight-inline-worker',
  enforce: 'pre',
  resolveId: (source, importer) => {
    const found = WORKERS.find(([folder, from]) => source === from && importer?.startsWith(`${web}/${folder}/`));
    return found ? `${web}/${found[2]}` : null;
  },
};

/** The links to other pages are removed, because the file is the only page. */
const withoutTraining = {
  name: 'spotlight-without-training',
  transformIndexHtml: (html) => html.replaceAll('<a></a>', ''),
};

export default defineConfig({
  root: join(web, 'page'),
  base: './',
  plugins: [inlineWorker, withoutThreads, withoutTraining, notices({ inline: true }), viteSingleFile()],
  worker: { format: 'iife' }, // a module may not be a worker of a page from the disk
  build: {
    outDir: join(import.meta.dirname, 'build/single'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
  },
});
