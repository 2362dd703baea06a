import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const { exports } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'));

/**
 * The package's exports in Node, mapped to the TypeScript sources from which they are compiled: [name, path below
 * web/].
 */
const sources = Object.entries(exports).flatMap(([name, { node, default: file = '' }]) => {
  const source = (node ?? file).replace(/^\.\/dist\/(.*)\.js$/, '$1.ts');
  return existsSync(join(import.meta.dirname, 'web', source)) ? [[`attention-spotlight${name.slice(1)}`, source]] : [];
});

const shared = {
  testEnvironment: 'node',
  testMatch: ['**/*.test.mjs'],
  setupFilesAfterEnv: ['<rootDir>/scripts/jest/equality.mjs'],
};

export default {
  maxWorkers: '100%', // of the processors; by default one is left out, which on two is half of them
  testTimeout: process.env.PROPERTY_RUNS ? 900_000 : 120_000, // thousands of random cases take their time
  projects: [
    {
      ...shared,
      displayName: 'sources',
      // web/ is included so that Jest knows which tests depend on a source: `--findRelatedTests`, `--onlyChanged`.
      roots: ['<rootDir>/tests/engine', '<rootDir>/tests/safety', '<rootDir>/tests/view', '<rootDir>/web'],
      extensionsToTreatAsEsm: ['.ts'],
      transform: { '\\.(ts|mjs)$': '<rootDir>/scripts/jest/transform.mjs' },
      moduleNameMapper: {
        ...Object.fromEntries(sources.map(([name, file]) => [`^${name}$`, `<rootDir>/web/${file}`])),
        '^(\\.{1,2}/.*)\\.js$': ['$1.ts', '$1.js'],
      },
    },
    {
      ...shared,
      displayName: 'package', // as it was built, without a transform
      roots: ['<rootDir>/tests/package'],
      transform: {},
    },
  ],
};
