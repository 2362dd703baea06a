import { buildPage } from '../build-page.mjs';
import { buildWasm } from '../build-wasm.mjs';
import { npmPackages } from '../npm-packages.mjs';
import { servePage } from '../serve-page.mjs';
import { browser } from '../toolchain/browser.mjs';

/**
 * Builds and serves the page, calls `use` with { address, chromium }, and closes the server and Chromium afterwards.
 */
export async function withBuiltPage(port, use) {
  await npmPackages();
  await buildWasm();
  await buildPage();
  const { path, env } = await browser();
  const { chromium: launcher } = await import('@playwright/test');
  const { address, close } = await servePage(port);
  const chromium = await launcher.launch({
    executablePath: path,
    env: { ...process.env, ...env },
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    await use({ address, chromium });
  } finally {
    await chromium.close();
    await close();
  }
}
