// Serves the built documentation website at the path that it expects, and records the requests and errors of its pages.
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { serve } from '../serve.mjs';

export { expect } from '@playwright/test';
export const folder = join(import.meta.dirname, '../../build/docs');

export const test = base.extend({
  site: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads it
    async ({}, use) => {
      const server = await serve({ '/docs/': folder });
      await use(server.origin);
      server.close();
    },
    { scope: 'worker' },
  ],
  /**
   * Opens a page of the website. `foreign` lists its requests to other servers, `complaints` its errors and warnings.
   */
  open: async ({ page, site }, use) => {
    const [foreign, complaints] = [[], []];
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(site) && !/^(blob|data|about):/.test(url)) foreign.push(url);
    });
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await use(async (path) => {
      await page.goto(`${site}/docs/${path}`);
      return { foreign, complaints };
    });
  },
});
