// Starts and controls Firefox with WebDriver BiDi.
import puppeteer from 'puppeteer-core';

/**
 * Starts Firefox. Resolves with { version, open, evaluate, close }. `evaluate` calls a function in the page and awaits
 * its promise.
 */
export async function startFirefox() {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: process.env.FIREFOX, headless: true });
  const page = await browser.newPage();
  return {
    version: await browser.version(),
    open: (address) => page.goto(address),
    evaluate: (task, ...args) => page.evaluate(task, ...args),
    close: () => browser.close(),
  };
}
