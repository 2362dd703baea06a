// Firefox, driven through WebDriver BiDi.
import puppeteer from 'puppeteer-core';
import { which } from '../../scripts/toolchain/path.mjs';

export const NAMES = ['firefox-esr', 'firefox'];

/** Resolves with { version, open, evaluate, close }; evaluate calls a function in the page and awaits its promise. */
export async function startFirefox() {
  const executablePath = NAMES.map(which).find((path) => path !== null);
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
  const page = await browser.newPage();
  return {
    version: await browser.version(),
    open: (address) => page.goto(address),
    evaluate: (task, ...told) => page.evaluate(task, ...told),
    close: () => browser.close(),
  };
}
