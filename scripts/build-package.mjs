// web/ → dist/: what `npm pack` packs, as ES modules with their types beside the WebAssembly.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { packedWasm, withoutTraining } from './inline/engine.mjs';
import { project } from './paths.mjs';
import { run, step } from './say.mjs';

const dist = join(project, 'dist');
const NOTICE =
  '/*! attention-spotlight, MIT license; what is bundled, and its licenses: THIRD-PARTY.md of the package */';

/** U+FEFF at a classic script's start: it is UTF-8 also in a page of another encoding. Modules always are. */
const BYTE_ORDER_MARK = '\uFEFF';

export async function buildPackage() {
  await step('building the npm package', async () => {
    rmSync(dist, { recursive: true, force: true });
    await run('npx', ['tsc', '--project', 'tsconfig.build.json'], { cwd: project });
    await (await import('./docs/editor-data.mjs')).writeEditorData(); // with packages that may have been missing before
    cpSync(join(project, 'web/engine/wasm'), join(dist, 'engine/wasm'), { recursive: true });
    cpSync(join(project, 'web/types'), join(dist, 'types'), { recursive: true }); // tsc leaves .d.ts where they are
    // With the libraries that they are made of: who installs the package does not get what one export needs.
    for (const encoder of ENCODERS) await bundle(`${encoder}.js`, { [`${encoder}.js`]: {} });
    // Beside the .wasm files, whose addresses are relative.
    await bundle('browser.js', { 'engine/attention-spotlight.js': { isWhole: false } });
    await bundle('engine/worker.js', { 'engine/worker.js': {} }); // in place: bundlers that only copy it need one file
    // Without an address of its own, lest a bundler looks for files beside it.
    const outputs = {
      'inline/attention-spotlight.js': {},
      'inline/attention-spotlight.classic.js': { format: 'iife', name: 'attentionSpotlight' },
    };
    await bundle('inline.js', outputs, { 'import.meta.url': 'undefined' }, [withoutThreads]);
    const engine = {
      'engine-inline/attention-spotlight-engine.js': {},
      'engine-inline/classic/attention-spotlight-engine.js': { format: 'umd', name: 'attentionSpotlight' },
    };
    const plugins = [packedWasm, withoutThreads, withoutTraining];
    await bundle('engine-inline/index.js', engine, { 'import.meta.url': 'undefined' }, plugins);
    for (const part of LATER) await bundle(`${part}.js`, { [`${part}.js`]: { minify: false } });
    // For require(), which takes no module.
    writeFileSync(join(dist, 'engine-inline/classic/package.json'), '{ "type": "commonjs" }\n');
    writeFileSync(join(dist, 'engine-inline/classic/index.d.ts'), "export * from '../index.js';\n");
  });
}

/** The modules that hold libraries, by their paths in dist/ and, as TypeScript, in web/. */
export const ENCODERS = ['element/export/encoders/webcodecs', 'element/export/encoders/gif'];

/**
 * What the engine loads when it is called, by its path in dist/. Each part is whole, in place, after the bundles that share its
 * modules: one that imported a module of the engine's would wait for the program that Rollup puts into the same file, and the
 * program for the part, if it awaits it at its top level.
 */
export const LATER = ['engine/pretrained/load', 'engine/training/create-trainer', 'engine/parallel/threads'];

/**
 * A file of dist/ with all that it imports, for pages without a bundler, as the files of these names and formats.
 * @param define what stands for an expression
 */
async function bundle(input, outputs, define = {}, plugins = []) {
  const { rolldown } = await import('rolldown');
  const built = await rolldown({
    input: join(dist, input),
    platform: 'browser',
    logLevel: 'warn',
    preserveEntrySignatures: 'allow-extension', // what both the bundle and its parts need stays in the bundle
    plugins: [inlineFiles, shortStyles, ...plugins],
    transform: { define: { process: 'undefined', ...define } }, // the glue asks for it; Parcel would want a substitute
  });
  for (const [file, { isWhole = true, ...options }] of Object.entries(outputs)) {
    // What is loaded only when it is needed is in files of its own beside the bundle, except where there may be one file only.
    const files = isWhole
      ? { file: join(dist, file), codeSplitting: false }
      : {
          dir: join(dist, dirname(file)),
          entryFileNames: basename(file),
          chunkFileNames: 'chunks/[name]-[hash].js',
        };
    rmSync(join(dist, `${file}.map`), { force: true }); // of the module that was there
    const postBanner = options.format ? BYTE_ORDER_MARK + NOTICE : NOTICE;
    await built.write({ ...files, format: 'es', minify: true, postBanner, ...options });
  }
  await built.close();
}

/** Our style sheets without comments, and these and templates of HTML without indentation: for a minifier they are text. */
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

/** The module that web/inline.ts imports the package's files from (web/inline-files.d.ts). */
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

/** Of files that have everything inside: they have one thread, and no code for several. */
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
