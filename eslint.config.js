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
      // Allowed for an index that a loop or a shape guarantees.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      '@typescript-eslint/no-unnecessary-condition': 'off', // browsers lack what the DOM's types promise
      'no-restricted-properties': ['error', { property: 'innerHTML' }, { property: 'insertAdjacentHTML' }],
    },
  },
  {
    // Globals that a layer may not use. scripts/lint/architecture.mjs checks imports between the layers.
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
    // The worker of “Look inside” only computes and must not use the DOM.
    files: ['web/inside/work/**/*.ts', 'web/inside/{first-layer,views/*}/{work.ts,work/**/*.ts}'],
    rules: {
      'no-restricted-globals': ['error', 'window', 'document'],
      'no-restricted-imports': ['error', { patterns: ['lit', 'lit/*', '**/element/**', '**/view.js'] }],
    },
  },
  {
    // Complexity is limited by the number of branches in a function rather than by lines: a densely written file is no
    // simpler.
    files: ['web/**/*.ts'],
    rules: { complexity: ['error', 20] },
  },
  { files: ['web/element/**/*.ts'], rules: { complexity: ['error', 17] } },
  {
    // Only the element has state: in these folders, no variable may outlive a call.
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
    // These programs install npm packages when they run; until then, only Node.js's own modules can be imported.
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
