// Starts and controls WebKitGTK with its own WebDriver, on a virtual screen.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Builder, Capabilities } from 'selenium-webdriver';

const LIBRARIES = '/usr/lib';

/** Path of WebKit's MiniBrowser, which is in the folder of the distribution's libraries. */
function miniBrowser() {
  const folders = readdirSync(LIBRARIES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const paths = folders.flatMap(({ name }) =>
    ['4.1', '6.0', '4.0'].map((version) => join(LIBRARIES, name, `webkit2gtk-${version}`, 'MiniBrowser')),
  );
  const path = paths.find(existsSync);
  if (!path) throw new Error(`no MiniBrowser of WebKit in ${LIBRARIES}/*/webkit2gtk-*`);
  return path;
}

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Starts a virtual screen (X server). Resolves with its process and the name of its display. */
function startScreen() {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
    server.stdio[3].once('data', (number) => resolve({ server, display: `:${String(number).trim()}` }));
  });
}

async function driverIsReady(address, tries = 100) {
  const isReady = await fetch(`${address}/status`).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isReady) return;
  if (tries === 0) throw new Error('WebKitWebDriver does not respond');
  await new Promise((resolve) => setTimeout(resolve, 100));
  await driverIsReady(address, tries - 1);
}

/** Source of a script that calls a function in the page and returns the value or the error of its promise. */
const CALL = (task) => `
  const args = [...arguments], done = args.pop();
  Promise.resolve((${task})(...args)).then((value) => done({ value }), (error) => done({ error: String(error) }));`;

async function startDriver(display) {
  const port = await freePort();
  const service = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1' },
    stdio: 'ignore',
  });
  try {
    const address = `http://127.0.0.1:${port}`;
    await driverIsReady(address);
    const capabilities = new Capabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] },
    });
    const driver = await new Builder().usingServer(address).withCapabilities(capabilities).build();
    await driver.manage().setTimeouts({ script: 60_000 });
    return { service, driver };
  } catch (error) {
    service.kill();
    throw error;
  }
}

/**
 * Starts WebKit. Resolves with { version, open, evaluate, close }. `evaluate` calls a function in the page and awaits
 * its promise.
 */
export async function startWebkit() {
  const { server, display } = await startScreen();
  const closeScreen = () => server.removeAllListeners('exit').kill();
  const { service, driver } = await startDriver(display).catch((error) => {
    closeScreen();
    throw error;
  });
  return {
    version: `webkit/${(await driver.getCapabilities()).get('browserVersion')}`,
    open: (page) => driver.get(page),
    evaluate: async (task, ...args) => {
      const { value, error } = await driver.executeAsyncScript(CALL(task), ...args);
      if (error) throw new Error(error);
      return value;
    },
    close: async () => {
      await driver.quit();
      service.kill();
      closeScreen();
    },
  };
}
