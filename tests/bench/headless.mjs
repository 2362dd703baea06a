// Opens pages of the benchmark in headless Chromium.
import { browser } from '../../scripts/toolchain/browser.mjs';
import { ISOLATION, serve } from '../serve.mjs';
import { BENCH_FOLDERS } from './served.mjs';

export async function withChromium(work) {
  const { path, env } = await browser();
  const { chromium } = await import('@playwright/test');
  const args = ['--no-sandbox', '--disable-gpu'];
  const running = await chromium.launch({ executablePath: path, env: { ...process.env, ...env }, args });
  try {
    return await work(running);
  } finally {
    await running.close();
  }
}

/**
 * Opens a page of the benchmark, calls `work` with it, and closes it.
 * @param isolated true for a cross-origin isolated page, whose WebAssembly may have threads
 */
export async function withPage(chromium, { isolated, path }, work) {
  const server = await serve(BENCH_FOLDERS, isolated ? ISOLATION : {});
  const context = await chromium.newContext();
  try {
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(error.message));
    await page.goto(`${server.origin}/${path}`);
    await page.waitForFunction('window.isReady');
    return await work(page);
  } finally {
    await context.close();
    server.close();
  }
}
