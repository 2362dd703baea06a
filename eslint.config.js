import eslint from '@eslint/js';
import globals from 'globals';
import lit from 'eslint-plugin-lit';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      '.toolchain',
      'build',
      'dist',
      'docs/public',
      'web/engine/wasm',
      'python/attention_spotlight/static',
      'web/entries/types',
      'test-results',
      '**/.docusaurus',
      '**/.next',
    ],
  },
  eslint.configs.recommended,
  {
    files: ['web/**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, lit.configs['flat/recommended']],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      // An index that a loop or a shape vouches for.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      '@typescript-eslint/no-unnecessary-condition': 'off', // browsers lack what the DOM's types promise
      'no-restricted-properties': ['error', { property: 'innerHTML' }, { property: 'insertAdjacentHTML' }],
    },
  },
  {
    // The layers are checked by scripts/lint/architecture.mjs; here is what each of them may not use.
    files: ['web/engine/**/*.ts', 'web/analysis/**/*.ts', 'web/teaching/**/*.ts', 'web/text/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', 'window', 'document', 'navigator', 'customElements'],
      'no-restricted-imports': ['error', { patterns: ['lit', 'lit/*'] }],
    },
  },
  {
    files: ['web/view/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', 'window', 'fetch', 'WebAssembly', 'requestAnimationFrame', 'performance'],
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { patterns: [{ group: ['lit', 'lit/*'] }, { group: ['**/engine/**'], allowTypeImports: true }] },
      ],
    },
  },
  {
    // "Look inside": the worker computes, and draws nothing.
    files: ['web/inside/work/**/*.ts', 'web/inside/{first-layer,views/*}/{work.ts,work/**/*.ts}'],
    rules: {
      'no-restricted-globals': ['error', 'window', 'document'],
      'no-restricted-imports': ['error', { patterns: ['lit', 'lit/*', '**/element/**', '**/view.js'] }],
    },
  },
  {
    // Branches of a function, in place of lines of a file: a file that is written densely to be short is no simpler.
    files: ['web/**/*.ts'],
    rules: { complexity: ['error', 20] },
  },
  { files: ['web/element/**/*.ts'], rules: { complexity: ['error', 17] } },
  {
    // State lives in the element: no other folder has a variable that outlives a call.
    files: ['web/{analysis,engine/{analysis,attention,core,model,runtime},locales,teaching,view}/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'Program > VariableDeclaration[kind="let"]', message: 'State lives in web/element.' },
        {
          selector: 'Program > ExportNamedDeclaration > VariableDeclaration[kind="let"]',
          message: 'State lives in web/element.',
        },
      ],
    },
  },
  {
    // npm installs packages when such a program runs: until then, only Node.js's own modules can be imported.
    files: ['scripts/**/*.mjs', 'tests/bench/**/*.mjs'],
    rules: { 'no-restricted-imports': ['error', { paths: ['@playwright/test'] }] },
  },
  { files: ['scripts/**', '*.config.js', 'tests/**', 'training/**/*.mjs'], languageOptions: { globals: globals.node } },
  {
    files: ['docs/.vitepress/**', 'examples/**'],
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
  },
  {
    files: ['scripts/docs/*.mjs', 'tests/bench/page/*', 'tests/bench/**/chromium.mjs'],
    languageOptions: { globals: globals.browser },
  },
  {
    files: [
      'scripts/jest/equality.mjs',
      'tests/{engine,models,package,safety,view}/**',
      'tests/frameworks/unit-tests/**',
    ],
    languageOptions: { globals: globals.jest },
  },
  {
    files: [
      'scripts/models/inside.mjs',
      'tests/browser/**',
      'tests/fuzz/element.mjs',
      'tests/bench/page.mjs',
      'tests/bench/loading.mjs',
      'tests/bench/learning.mjs',
      'tests/bench/inside.mjs',
      'tests/consumers/sources/*',
      'tests/docs/**',
      'tests/frameworks/**',
      'tests/other-browsers/browsers.test.mjs',
    ],
    languageOptions: { globals: globals.browser },
  },
);
