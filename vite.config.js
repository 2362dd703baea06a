import { join } from 'node:path';
import { defineConfig, normalizePath } from 'vite';
import { notices } from './scripts/licenses/plugin.mjs';

const root = join(import.meta.dirname, 'web/page');
const PAGES = ['index', 'embed', 'training'];
/** Name of a page that loads everything on demand; the files of the other pages are divided without regard to it. */
const LATER = 'worksheet';

/** Path of a page in the form that Vite uses, also on Windows. */
const fileOf = (page) => normalizePath(join(root, `${page}.html`));

/** Names of the pages that import a module, directly or through other modules. */
function pagesAbove(module, importersOf) {
  const above = new Set([module]);
  for (const each of above) importersOf(each).forEach((importer) => above.add(importer));
  return PAGES.filter((page) => above.has(fileOf(page)));
}

/**
 * Name of the output file for a module that several pages load. Modules are in the same file if the same pages load
 * them at once and the same pages load them later. The first view therefore requests few files, nothing that only a
 * later view or another page needs, and no page runs the code of another. Returns null for the file of the page itself.
 */
function fileOfFirstView(module, bundle) {
  const info = (id) => bundle.getModuleInfo(id);
  const atOnce = pagesAbove(module, (id) => info(id).importers);
  const ever = pagesAbove(module, (id) => [...info(id).importers, ...info(id).dynamicImporters]);
  const later = ever.filter((page) => !atOnce.includes(page));
  return ever.length <= 1 ? null : [...atOnce, ...later.map((page) => `later-${page}`)].join('-');
}

/**
 * Adds a separate script for the pages whose first view needs the default model. (Vite joins all scripts of a page into
 * one.).
 */
const firstFiles = {
  name: 'spotlight-first-files',
  buildStart() {
    this.emitFile({ type: 'chunk', id: join(root, 'first-files.ts'), name: 'first-files' });
  },
  transformIndexHtml(_page, { filename, bundle = {} }) {
    if (![fileOf('index'), fileOf('embed')].includes(normalizePath(filename))) return [];
    const [chunk] = Object.values(bundle).filter(({ name, type }) => type === 'chunk' && name === 'first-files');
    return chunk ? [{ tag: 'script', attrs: { type: 'module', async: true, src: `./${chunk.fileName}` } }] : [];
  },
};

export default defineConfig({
  root,
  base: './', // the built page works in any folder of a server
  plugins: [notices(), firstFiles],
  worker: { format: 'es' }, // as the page: what it loads when it needs it stays in files of its own
  build: {
    outDir: join(import.meta.dirname, 'build/page'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: [...PAGES, LATER].map(fileOf),
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false, // the name decides
          groups: [{ tags: ['$initial'], name: fileOfFirstView, debugName: 'first view' }],
        },
      },
    },
  },
});
