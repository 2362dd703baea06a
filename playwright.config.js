import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'tests/browser',
  globalSetup: './tests/browser/servers.js',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // The limits are high, so that tests also pass on a slow machine.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  grepInvert: process.env.FULL ? undefined : /@full/,
  reporter: [['list']],
  use: {
    baseURL: `${process.env.PAGE_ORIGIN}/`,
    locale: 'en-US',
    colorScheme: 'dark',
    viewport: { width: 1280, height: 860 },
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
