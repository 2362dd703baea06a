/** The built package, as an importer has it: no transformation. */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/tests/engine'],
  testMatch: ['**/*.test.mjs'],
  transform: {},
};
