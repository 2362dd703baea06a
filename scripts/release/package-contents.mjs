// Files of the npm package and what they are for, by prefix of their paths. A file belongs to the longest prefix that
// matches its path; tests/consumers/package.spec.js requires a prefix for every file, and docs/package.md shows the
// prefixes as a table.
export const CONTENTS = {
  'dist/engine/': '`attention-spotlight`: the engine as modules, each with its types',
  'dist/engine/attention-spotlight.js':
    '`attention-spotlight/browser`: engine and element in one script, for pages without a bundler',
  'dist/engine/chunks/':
    'what that script loads when it is asked for: the texts of a language, views, panels, models of Hugging Face’s, their tokenizers',
  'dist/engine/worker.js': 'the worker of long calls and of training, in one file, so that it can be copied',
  'dist/engine/wasm/':
    'both builds of the WebAssembly, also with threads and for training, their glue, and which C++ they were built from',
  'dist/element/': '`attention-spotlight/element`: the custom element',
  'dist/embed/': '`attention-spotlight/embed`: for pages that show Spotlight in a frame',
  'dist/entries/':
    '`attention-spotlight/model` and `/stories`: the addresses of the models’ files; the types of `/browser`, `/inline`, of the tag in React, Vue, Svelte and Solid, and of the `.wasm` files',
  'dist/analysis/': '`attention-spotlight/analysis`: what causes a model’s output',
  'dist/teaching/': '`attention-spotlight/teaching`: checks exercises',
  'dist/image/': '`attention-spotlight/image`: models that read images, in the element',
  'dist/inline/': '`attention-spotlight/inline`: everything in one file, as a module and as a classic script',
  'dist/engine-inline/':
    '`attention-spotlight/engine-inline`: the engine and its WebAssembly in one module, also for `importScripts()` and `require()`',
  'dist/locales/': 'the texts of the element, a folder for each language',
  'dist/text/': 'text → tokens, for engine and element',
  'dist/ui/': 'theme, buttons and type of the element',
  'dist/view/': 'the pictures that the element draws',
  'dist/custom-elements.json': 'the description of the tag for tools',
  'dist/vscode.html-custom-data.json': 'the same for VS Code',
  'dist/web-types.json': 'the same for JetBrains’ editors',
  'models/default/': 'the default model with its license and its model card',
  'models/stories/': 'the storyteller, likewise',
  LICENSE: 'MIT, for the code',
  'THIRD-PARTY.md': 'the licenses of what is bundled',
  'README.md': 'what npm shows',
  'README.zh.md': 'the same in Chinese',
  'CHANGELOG.md': 'what has changed',
  'package.json': 'the entries',
};

/** Longest prefix in CONTENTS that matches the path of a file; undefined if there is none. */
export const pathOf = (file) =>
  Object.keys(CONTENTS)
    .filter((path) => file.startsWith(path))
    .sort((a, b) => b.length - a.length)[0];
