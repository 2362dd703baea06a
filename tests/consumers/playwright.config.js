import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  globalSetup: './setup.mjs',
  outputDir: '../../test-results/consumers',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 240_000, // allows a slow machine to install, bundle and compile
  reporter: [['list']],
  use: {
    locale: 'en-US',
    launchOptions: { executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] },
  },
});
