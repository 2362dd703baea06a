/** The built package, as an importer has it: no transformation. */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/tests/engine', '<rootDir>/tests/view'],
  testMatch: ['**/*.test.mjs'],
  transform: {},
  testTimeout: 120_000, // for thousands of random cases, and machines that do other things as well
};
