import { defineConfig } from '@playwright/test';
import consumers from '../consumers/playwright.config.js';

export default defineConfig(consumers, {
  testDir: import.meta.dirname,
  testMatch: '*.spec.js', // unit-tests/ contains the tests of other runners.
  globalSetup: './setup.mjs',
  outputDir: '../../test-results/frameworks',
});
