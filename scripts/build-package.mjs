// Builds the npm package: web/ → dist/, as ES modules with types, next to the WebAssembly.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { packedWasm, withoutTraining } from './inline/engine.mjs';
import { project } from './paths.mjs';
import { run, step } from './say.mjs';

const dist = join(project, 'dist');
const NOTICE =
  '/*! attention-spotlight, MIT license; what is bundled, and its licenses: THIRD-PARTY.md of the package */';

/**
 * Byte order mark, U+FEFF. At the start of a classic script, it marks the script as UTF-8 even in a page of another
 * encoding. (Modules are always UTF-8.)
 */
const BYTE_ORDER_MARK = '\uFEFF';

export async function buildPackage() {
  await step('building the npm package', async () => {
    rmSync(dist, { recursive: true, force: true });
    await run('npx', ['tsc', '--project', 'tsconfig.build.json'], { cwd: project });
    // editor-data.mjs is imported here rather than at the top, since it needs npm packages that may have been installed
    // only now.
    await (await import('./docs/editor-data.mjs')).writeEditorData();
    cpSync(join(project, 'web/engine/wasm'), join(dist, 'engine/wasm'), { recursive: true });
    cpSync(join(project, 'web/entries/types'), join(dist, 'entries/types'), { recursive: true }); // tsc does not copy .d.ts files
    // The library modules are bundled with their npm libraries, which users would otherwise have to install for the
    // sake of a single export.
    for (const module of LIBRARY_MODULES) await bundle(`${module}.js`, { [`${module}.js`]: {} });
    // The bundle for browsers is placed next to the .wasm files, because their URLs are relative to it.
    await bundle('entries/browser.js', { 'engine/attention-spotlight.js': { isWhole: false } });
    // The worker's module is bundled in place, because some bundlers copy only this file of the package.
    await bundle('engine/worker.js', { 'engine/worker.js': {} });
    // Self-contained files are built without import.meta.url, which would make a user's bundler look for adjacent
    // files.
    const outputs = {
      'inline/attention-spotlight.js': {},
      'inline/attention-spotlight.classic.js': { format: 'iife', name: 'attentionSpotlight' },
    };
    await bundle('entries/inline.js', outputs, { 'import.meta.url': 'undefined' }, [withoutThreads]);
    const engine = {
      'engine-inline/attention-spotlight-engine.js': {},
      'engine-inline/classic/attention-spotlight-engine.js': { format: 'umd', name: 'attentionSpotlight' },
    };
    const plugins = [packedWasm, withoutThreads, withoutTraining];
    await bundle('engine-inline/index.js', engine, { 'import.meta.url': 'undefined' }, plugins);
    for (const part of ON_DEMAND) await bundle(`${part}.js`, { [`${part}.js`]: { minify: false } });
    writeFileSync(join(dist, 'engine-inline/classic/package.json'), '{ "type": "commonjs" }\n');
    writeFileSync(join(dist, 'engine-inline/classic/index.d.ts'), "export * from '../index.js';\n");
  });
}

/**
 * Modules that are bundled with their npm libraries, as paths without extension: of the JavaScript in dist/ and of the
 * TypeScript in web/.
 */
export const LIBRARY_MODULES = [
  'element/export/encoders/webcodecs',
  'element/export/encoders/gif-encoder',
  'analysis/export/zip',
];

/**
 * Modules that the engine loads on demand, as paths in dist/ without extension. Each is self-contained and built in
 * place, after the bundles that share its modules. If such a module imported an engine module, programs could deadlock:
 * Rollup may put the engine module in the same file as the program, which then waits for itself if it awaits the
 * on-demand module at top level.
 */
export const ON_DEMAND = [
  'engine/pretrained/load',
  'engine/training/create-trainer',
  'engine/parallel/parallel-attention',
  'engine/parallel/threads',
];

/**
 * Bundles a file of dist/ with all its imports, for pages without a bundler.
 * @param outputs options of each output file, by file name
 * @param define expressions to be replaced in the code, with their replacements
 */
async function bundle(input, outputs, define = {}, plugins = []) {
  const { rolldown } = await import('rolldown');
  const built = await rolldown({
    input: join(dist, input),
    platform: 'browser',
    logLevel: 'warn',
    preserveEntrySignatures: 'allow-extension', // a module that a bundle and its chunks share stays in the bundle
    plugins: [inlineFiles, shortStyles, ...plugins],
    // `process` is replaced because Emscripten's glue mentions it: users' Parcel builds would otherwise require a
    // polyfill for it.
    transform: { define: { process: 'undefined', ...define } },
  });
  for (const [file, { isWhole = true, ...options }] of Object.entries(outputs)) {
    // On-demand modules become separate files next to the bundle, unless the output must be a single file.
    const files = isWhole
      ? { file: join(dist, file), codeSplitting: false }
      : {
          dir: join(dist, dirname(file)),
          entryFileNames: basename(file),
          chunkFileNames: 'chunks/[name]-[hash].js',
        };
    rmSync(join(dist, `${file}.map`), { force: true }); // the source map of the replaced module
    const postBanner = options.format ? BYTE_ORDER_MARK + NOTICE : NOTICE;
    await built.write({ ...files, format: 'es', minify: true, postBanner, ...options });
  }
  await built.close();
}

/**
 * Rolldown plugin that removes comments and indentation from style sheets and HTML templates, which minifiers treat as
 * strings.
 */
const shortStyles = {
  name: 'spotlight-short-styles',
  transform: (code, id) =>
    id.startsWith(dist)
      ? code.replace(/\bcss ?`[^`]*`/g, (sheet) => sheet.replace(/\/\*[^]*?\*\//g, '')).replace(/\n\s+/g, '\n')
      : null,
};

const INLINED = {
  'application/wasm': ['simd', 'relaxed', 'training-simd', 'training-relaxed'].map(
    (name) => `dist/engine/wasm/spotlight-${name}.wasm`,
  ),
  'application/octet-stream': ['models/default/model.safetensors'],
  'application/json': ['models/default/config.json', 'models/default/tokenizer.json'],
};

/**
 * Rolldown plugin that provides the module `attention-spotlight:files`, from which web/entries/inline.ts imports the
 * package's files (inline-files.d.ts).
 */
const inlineFiles = {
  name: 'spotlight-inline-files',
  resolveId: (id) => (id === 'attention-spotlight:files' ? id : null),
  load(id) {
    if (id !== 'attention-spotlight:files') return null;
    const urls = Object.entries(INLINED).flatMap(([type, files]) =>
      files.map((file) => [basename(file), `data:${type};base64,${readFileSync(join(project, file), 'base64')}`]),
    );
    const worker = readFileSync(join(dist, 'engine/worker.js'), 'utf8');
    return `export const FILES = ${JSON.stringify(Object.fromEntries(urls))}; export const WORKER = ${JSON.stringify(worker)};`;
  },
};

const ONE_THREAD = `export const startThreads = () =>
  Promise.reject(new Error("threads: expected 1 in one file with everything inside; import 'attention-spotlight' for more"));`;

/** Bundler plugin that removes the code for threads from self-contained files, which are single-threaded. */
export const withoutThreads = {
  name: 'spotlight-without-threads',
  enforce: 'pre',
  resolveId: (source) => (source === '../parallel/threads.js' ? '\0without-threads' : null),
  load: (id) => (id === '\0without-threads' ? ONE_THREAD : null),
  transform: (code, id) =>
    /package-files\.[jt]s$/.test(id)
      ? code.replace(/new URL\('\.\/wasm\/spotlight-threads-\w+\.wasm', import\.meta\.url\)/g, "new URL('about:blank')")
      : null,
};
