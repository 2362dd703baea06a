/** The built package, as an importer has it: no transformation. */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/tests/engine', '<rootDir>/tests/safety', '<rootDir>/tests/view'],
  testMatch: ['**/*.test.mjs'],
  transform: {},
  maxWorkers: '100%', // of the processors; by default one is left out, which on two is half of them
  testTimeout: process.env.PROPERTY_RUNS ? 900_000 : 120_000, // thousands of random cases take their time
};
