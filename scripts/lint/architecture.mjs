// Rules of docs/architecture.md that no linter covers: allowed dependencies between folders, no import cycles, folder
// size, and code that may occur in one place only. The tables below define the rules.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, posix } from 'node:path';
import { project } from '../paths.mjs';
import { command, CommandError, isProgram } from '../say.mjs';

/**
 * Folders and files that each folder may import from, besides itself. A file belongs to the longest key that its path
 * begins with.
 */
export const MAY_IMPORT = {
  'cpp/core': [],
  'cpp/kernels': ['cpp/core'],
  'cpp/layers': ['cpp/core', 'cpp/kernels'],
  'cpp/attention': ['cpp/core', 'cpp/kernels', 'cpp/layers'],
  'cpp/model': ['cpp/core', 'cpp/kernels', 'cpp/layers', 'cpp/attention'],
  // cpp/training contains no matrix products or exponentials: its layers compute in cpp/layers.
  'cpp/training': [
    'cpp/core',
    'cpp/kernels/elementwise.hpp',
    'cpp/kernels/softmax.hpp',
    'cpp/layers',
    'cpp/attention',
    'cpp/model',
  ],
  'cpp/bindings': ['cpp'],
  'web/text': [],
  'web/engine': ['web/text'],
  'web/engine/wasm': [],
  'web/engine/core': [],
  'web/engine/weights': ['web/engine/core'],
  'web/engine/runtime': ['web/engine/core', 'web/engine/wasm', 'web/engine/package-files.ts'],
  'web/engine/attention': ['web/engine/core', 'web/engine/runtime', 'web/engine/wasm'],
  'web/engine/analysis': ['web/engine/core', 'web/engine/runtime', 'web/engine/wasm', 'web/engine/attention'],
  'web/engine/parallel': [
    'web/engine/core',
    'web/engine/runtime',
    'web/engine/wasm',
    'web/engine/attention',
    'web/engine/training',
    'web/engine/package-files.ts',
    'web/engine/package-worker.ts',
  ],
  'web/engine/parameters': ['web/engine/core', 'web/engine/weights', 'web/engine/runtime', 'web/engine/wasm'],
  'web/engine/transformer': [
    'web/text',
    'web/engine/core',
    'web/engine/weights',
    'web/engine/runtime',
    'web/engine/wasm',
    'web/engine/attention',
    'web/engine/parameters',
  ],
  'web/engine/pretrained': [
    'web/text',
    'web/engine/core',
    'web/engine/weights',
    'web/engine/runtime',
    'web/engine/parameters',
    'web/engine/transformer',
    'web/engine/translator',
  ],
  'web/engine/translator': [
    'web/text',
    'web/engine/core',
    'web/engine/weights',
    'web/engine/runtime',
    'web/engine/parameters',
    'web/engine/transformer',
  ],
  'web/engine/training': [
    'web/engine/core',
    'web/engine/weights',
    'web/engine/runtime',
    'web/engine/wasm',
    'web/engine/parameters',
    'web/engine/transformer',
    'web/engine/pretrained',
  ],
  'web/entries': ['web/engine'],
  'web/analysis': ['web/text', 'web/engine'],
  'web/teaching': ['web/engine'],
  'web/view': ['web/engine'], // only types; eslint.config.js checks this
  'web/locales': ['web/text', 'web/engine', 'web/view'],
  'web/ui': ['web/view', 'web/locales'],
  'web/element': ['web/text', 'web/engine', 'web/entries', 'web/view', 'web/locales', 'web/ui'],
  // Parts of the <attention-spotlight> element. Each may import only from those before it in this order: state ← source
  // ← view model ← render ← panels, export ← features.
  'web/element/property-codecs.ts': ['web/engine', 'web/view', 'web/locales'],
  'web/element/interventions': ['web/engine', 'web/locales', 'web/element/property-codecs.ts'],
  'web/element/state': [
    'web/engine',
    'web/view',
    'web/locales',
    'web/ui',
    'web/element/property-codecs.ts',
    'web/element/interventions',
  ],
  'web/element/source': [
    'web/text',
    'web/engine',
    'web/entries',
    'web/view',
    'web/locales',
    'web/element/property-codecs.ts',
    'web/element/interventions',
    'web/element/state',
  ],
  'web/element/claims': ['web/text', 'web/engine', 'web/locales', 'web/element/source'],
  'web/element/view-model': [
    'web/engine',
    'web/view',
    'web/locales',
    'web/ui',
    'web/element/state',
    'web/element/source',
    'web/element/claims',
  ],
  'web/element/render': [
    'web/view',
    'web/locales',
    'web/ui',
    'web/element/state',
    'web/element/source',
    'web/element/view-model',
  ],
  'web/element/panels': [
    'web/text',
    'web/engine',
    'web/view',
    'web/locales',
    'web/ui',
    'web/element/interventions',
    'web/element/state',
    'web/element/source',
    'web/element/claims',
    'web/element/view-model',
    'web/element/render',
    'web/element/styles',
  ],
  'web/element/export': [
    'web/text',
    'web/engine',
    'web/view',
    'web/locales',
    'web/ui',
    'web/element/interventions',
    'web/element/state',
    'web/element/source',
    'web/element/claims',
    'web/element/view-model',
    'web/element/render',
  ],
  'web/element/features': [
    'web/engine',
    'web/view',
    'web/locales',
    'web/ui',
    'web/element/property-codecs.ts',
    'web/element/interventions',
    'web/element/state',
    'web/element/source',
    'web/element/claims',
    'web/element/view-model',
    'web/element/render',
    'web/element/panels',
    'web/element/styles',
    'web/element/export',
  ],
  'web/element/styles': ['web/view', 'web/ui'],
  'web/image': ['web/engine', 'web/view', 'web/element'],
  'web/course': [
    'web/text',
    'web/engine',
    'web/teaching',
    'web/view',
    'web/locales',
    'web/ui',
    'web/element',
    'web/training',
    'web/embed/messages.ts',
  ],
  'web/training': ['web/engine', 'web/view', 'web/locales', 'web/ui', 'web/element'],
  'web/training/measures.ts': [],
  'web/training/tasks': ['web/training/measures.ts', 'web/engine/training'],
  'web/training/run': ['web/training', 'web/engine'],
  'web/inside': [
    'web/engine',
    'web/entries',
    'web/analysis',
    'web/view',
    'web/locales',
    'web/ui',
    'web/element/property-codecs.ts',
    'web/page/chosen-files.ts',
  ],
  'web/embed': ['web/engine/core'],
  'web/notebook': ['web/ui', 'web/element'],
  'web/page': ['web'],
  'web/entries/types': ['web/element'],
  'web/entries/browser.ts': ['web/engine', 'web/entries/model.ts', 'web/element', 'web/embed'],
  'web/entries/inline.ts': ['web/engine/package-files.ts', 'web/entries/browser.ts'],
  'web/entries/inline.node.ts': ['web/engine', 'web/entries/model.ts', 'web/element', 'web/embed'],
  'web/engine-inline': ['web/engine'],
};

/**
 * Code that may occur only in certain C++ files: intrinsics, Emscripten's interfaces, and the primitives of each layer.
 */
const ONLY_IN = [
  {
    what: 'xsimd',
    pattern: /xsimd(::|\/)/,
    places: ['cpp/core/simd.hpp'],
  },
  {
    what: 'intrinsics',
    pattern: /wasm_simd128|immintrin|arm_neon|wasm_[fi](32x4|64x2)/,
    places: ['cpp/core/simd.hpp'],
  },
  { what: 'Emscripten', pattern: /emscripten/, places: ['cpp/bindings'] },
  {
    what: 'the exponential of a softmax or an activation',
    pattern: /exp_nonpositive|simd::exp|std::(exp|tanh|erf)/,
    places: [
      'cpp/core/simd.hpp',
      'cpp/kernels/softmax.cpp',
      'cpp/layers/activation.cpp',
      'cpp/attention/fused/online_softmax.cpp',
      'cpp/attention/variants/feature_map.cpp', // computes the FAVOR+ features
      'cpp/attention/variants/linear_attention.cpp', // computes the powers of two that scale the features
    ],
  },
  {
    what: 'the root of a norm',
    pattern: /std::sqrt\((.*\+ .*|[^)]*)(eps|var)|std::pow\(.*-\s*0?\.5/,
    places: ['cpp/layers/norm.cpp'],
  },
  {
    what: 'the rows of an embedding table',
    pattern: /(row|&\w+(\.\w+)*)\(static_cast<std::size_t>\(\w*(id|row|token|type)/i,
    places: ['cpp/layers/embedding.cpp'],
  },
  {
    what: 'a rotation by cosine and sine',
    pattern: /\* ?cos\w*(\[.*?\])? - |- .*\* ?\(?sin\w*/,
    places: ['cpp/layers/rotary.cpp'],
  },
  {
    what: 'the product of a gate',
    pattern: /kernels::multiply\(/,
    places: ['cpp/layers/feed_forward.cpp', 'cpp/layers/norm_steps.cpp'],
  },
  {
    what: 'the sinusoids of positions',
    pattern: /\bsinusoid\(|position_frequency\(/,
    places: [
      'cpp/core/sinusoid.hpp',
      'cpp/core/random.hpp',
      'cpp/layers/position_frequency.hpp',
      'cpp/layers/embedding.cpp',
      'cpp/layers/rotary.cpp',
    ],
  },
  {
    what: 'the random numbers of dropout',
    pattern: /random_uniform\(/,
    places: ['cpp/core/random.hpp', 'cpp/layers/dropout.cpp', 'cpp/model/initialization.cpp'],
  },
  {
    what: 'matrix products',
    pattern: /kernels::(accumulate_)?matmul/,
    places: ['cpp/layers/linear.cpp', 'cpp/attention', 'cpp/bindings'],
  },
];

const MAX_FILES = 24; // maximum number of files per folder; a header and its source count as one
const FOLDERS = ['cpp', 'examples', 'python', 'web', 'scripts', 'tests', 'training'];
const SOURCE = /\.([ch]pp|ts|m?js|py)$/;
const SKIPPED = /^(node_modules|static|wasm|\.\w+)$/; // packages, build output, caches

const within = (file, folder) => file === folder || file.startsWith(`${folder}/`);

/**
 * Paths of the files in a folder and its subfolders. Does not follow links, because one of the benchmark's packages
 * links to this project.
 */
const filesBelow = (folder) =>
  readdirSync(join(project, folder), { withFileTypes: true })
    .filter((entry) => !SKIPPED.test(entry.name))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    });

/** Paths of all source files, relative to the project, with `/` as separator. */
const sources = () => FOLDERS.flatMap(filesBelow).filter((file) => SOURCE.test(file) && !file.endsWith('.d.ts'));

function importsOf(ts, file, text) {
  if (/\.[ch]pp$/.test(file)) {
    const names = Array.from(text.matchAll(/^#include "(.+)"/gm), ([, name]) => name);
    const beside = (name) => posix.join(dirname(file), name);
    return names.map((name) => (existsSync(join(project, beside(name))) ? beside(name) : posix.join('cpp', name)));
  }
  return ts
    .preProcessFile(text)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => name.startsWith('.'))
    .map((name) => posix.join(dirname(file), name).replace(/\.js$/, file.endsWith('.ts') ? '.ts' : '.js'));
}

function forbiddenImports(imports) {
  const layers = Object.keys(MAY_IMPORT).sort((a, b) => b.length - a.length);
  const layerOf = (file) => layers.find((layer) => within(file, layer));
  return [...imports].flatMap(([file, targets]) => {
    const layer = layerOf(file);
    if (!layer)
      return within(file, 'cpp') || within(file, 'web') ? [`${file}: its folder is in no row of MAY_IMPORT`] : [];
    const allowed = [layer, ...MAY_IMPORT[layer]];
    return targets
      .filter((target) => !allowed.some((folder) => within(target, folder)))
      .map((target) => `${file} imports ${target}: ${layer} may import ${MAY_IMPORT[layer].join(', ') || 'nothing'}`);
  });
}

/** One cycle of imports, if there is any. Other cycles are often connected to it. */
function cycle(imports) {
  const finished = new Set();
  const path = [];
  const visit = (file) => {
    if (finished.has(file)) return null;
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    path.push(file);
    for (const target of imports.get(file) ?? []) {
      const found = visit(target);
      if (found) return found;
    }
    path.pop();
    finished.add(file);
    return null;
  };
  for (const file of imports.keys()) {
    const found = visit(file);
    if (found) return [`a cycle of imports: ${found.join(' → ')}`];
  }
  return [];
}

function misplacedText(texts) {
  return ONLY_IN.flatMap(({ what, pattern, places }) =>
    [...texts]
      .filter(([file, text]) => within(file, 'cpp') && !places.some((each) => within(file, each)) && pattern.test(text))
      .map(([file]) => `${file}: ${what} outside ${places.join(', ')}`),
  );
}

/** Finds merge conflict markers, including those in strings such as style sheets, which no other linter checks. */
const unmerged = (texts) =>
  [...texts].filter(([, text]) => /^(<{7}|>{7}) /m.test(text)).map(([file]) => `${file}: markers of a merge`);

function crowded(texts) {
  const modules = new Set([...texts.keys()].map((file) => posix.join(dirname(file), basename(file, extname(file)))));
  const filesIn = new Map();
  for (const file of modules) filesIn.set(dirname(file), (filesIn.get(dirname(file)) ?? 0) + 1);
  return [...filesIn]
    .filter(([, count]) => count > MAX_FILES)
    .map(([folder, count]) => `${folder}: ${count} source files, at most ${MAX_FILES}`);
}

/**
 * Checks the rules of the architecture.
 * @throws CommandError that lists every violation
 */
export async function checkArchitecture() {
  // TypeScript is loaded here rather than at the top, since it is missing until the npm packages are installed.
  const { default: ts } = await import('typescript');
  const texts = new Map(sources().map((file) => [file, readFileSync(join(project, file), 'utf8')]));
  const imports = new Map([...texts].map(([file, text]) => [file, importsOf(ts, file, text)]));
  const broken = [
    ...forbiddenImports(imports),
    ...cycle(imports),
    ...misplacedText(texts),
    ...unmerged(texts),
    ...crowded(texts),
  ];
  if (broken.length > 0) {
    throw new CommandError(
      `the architecture has ${broken.length} broken rules (docs/architecture.md):\n  ${broken.join('\n  ')}`,
    );
  }
}

if (isProgram(import.meta.filename)) await command(checkArchitecture);
