import { createServer } from 'node:net';
import { defineConfig } from '@playwright/test';

/** Finds a port that is not in use. */
const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

// Each process of the tests reads this file. The first one chooses the port.
process.env.PAGE_PORT ??= String(await freePort());
const PORT = Number(process.env.PAGE_PORT);

export default defineConfig({
  testDir: 'tests/browser',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // The limits are high, so that tests also pass on a slow machine.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  grepInvert: process.env.FULL ? undefined : /@full/,
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${PORT}/`,
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
  webServer: {
    command: `npx vite preview --port ${PORT} --strictPort`,
    port: PORT,
    reuseExistingServer: false,
  },
});
