/** The built package, as an importer has it: no transformation. */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/tests/engine', '<rootDir>/tests/view'],
  testMatch: ['**/*.test.mjs'],
  transform: {},
};
