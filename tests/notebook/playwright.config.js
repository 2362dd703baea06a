import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { defineConfig } from '@playwright/test';

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

export const notebooks = join(import.meta.dirname, '../../build/notebook');

/**
 * Folders for Jupyter's settings and data in this test run, so that the user's own Jupyter is neither read nor changed.
 */
const home = (name) => join(notebooks, '.jupyter', name);

const SETTINGS = {
  // JupyterLab setting that keeps all cells of a notebook in the page, even those outside the visible part.
  '@jupyterlab/notebook-extension/tracker': { windowingMode: 'none' },
  '@jupyterlab/apputils-extension/notification': { fetchNews: 'false' },
};

// Every test process reads this configuration. The first one chooses the port and empties the folder of notebooks.
if (!process.env.NOTEBOOK_PORT) {
  process.env.NOTEBOOK_PORT = String(await freePort());
  rmSync(notebooks, { recursive: true, force: true });
  for (const [name, setting] of Object.entries(SETTINGS)) {
    const file = join(home('settings'), `${name}.jupyterlab-settings`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(setting));
  }
}
const PORT = Number(process.env.NOTEBOOK_PORT);

const OPTIONS = [
  '--allow-root',
  '--no-browser',
  '--ip=127.0.0.1',
  `--port=${PORT}`,
  '--ServerApp.port_retries=0',
  '--IdentityProvider.token=""',
  `--ServerApp.root_dir="${notebooks}"`,
  '--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate',
  '--LabApp.extension_manager=readonly',
];

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/notebook',
  workers: 1,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${PORT}/`,
    locale: 'en-US',
    colorScheme: 'light',
    viewport: { width: 1280, height: 900 },
    launchOptions: { executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] },
  },
  webServer: {
    command: `"${process.env.PYTHON}" -m jupyterlab ${OPTIONS.join(' ')}`,
    url: `http://127.0.0.1:${PORT}/api`,
    env: {
      JUPYTER_CONFIG_DIR: home('config'),
      JUPYTERLAB_SETTINGS_DIR: home('settings'),
      JUPYTER_DATA_DIR: home('data'),
      JUPYTER_RUNTIME_DIR: home('runtime'),
      IPYTHONDIR: home('ipython'),
    },
    timeout: 120_000,
    reuseExistingServer: false,
  },
});
