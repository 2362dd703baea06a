// The built pages under the Content-Security-Policy of docs/embedding.md, and frames in pages that send no referrer.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve as serveFolders } from '../serve.mjs';
import { expect, FULL, test as base } from './page.js';

const project = join(import.meta.dirname, '../..');
const STATED = readFileSync(join(project, 'docs/embedding.md'), 'utf8').match(/^default-src .*$/m)[0];

const test = base.extend({
  /** Fixture that serves folders with the given HTTP headers until the test ends. */
  serve: async ({ page }, use) => {
    void page;
    const servers = [];
    await use(async (folders, headers) => {
      const server = await serveFolders(folders, headers);
      servers.push(server);
      return server.origin;
    });
    for (const server of servers) server.close();
  },
});

for (const name of ['index.html', 'embed.html', 'tutorial/en.html']) {
  test(`${name} works under the stated policy without violations`, async ({ page, serve, complaints }) => {
    void complaints;
    const policy = `${STATED}; img-src data:`; // the policy also allows the page's icon
    const origin = await serve({ '/': join(project, 'build/page') }, { 'Content-Security-Policy': policy });
    await page.addInitScript(() => {
      globalThis.violations = [];
      document.addEventListener('securitypolicyviolation', (event) =>
        globalThis.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`),
      );
    });
    await page.goto(`${origin}/${name}`);
    const element = page.locator('attention-spotlight').first();
    await element.evaluate(({ ready }) => ready);
    await expect.poll(() => element.evaluate(({ scene }) => scene !== null)).toBe(true);
    for (const change of [{ theme: 'light' }, { view: 'heads' }, { view: 'numbers', text: 'two words' }]) {
      await element.evaluate((spotlight, state) => {
        spotlight.state = state;
        return spotlight.updateComplete;
      }, change);
    }
    expect(await page.evaluate(() => globalThis.violations)).toEqual([]);
    expect(readFileSync(join(project, 'build/page', name), 'utf8')).not.toMatch(/<style| style=| on\w+=|<script>/);
  });
}

test('“Look inside” works under the stated policy without violations', FULL, async ({ page, serve, complaints }) => {
  void complaints;
  const policy = `${STATED}; img-src data:`;
  const origin = await serve({ '/': join(project, 'build/page') }, { 'Content-Security-Policy': policy });
  await page.addInitScript(() => {
    globalThis.violations = [];
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
      globalThis.violations.push(violatedDirective),
    );
  });
  for (const [view, shown] of [
    ['lens', '.lens .chart'],
    ['attribution', '.waterfall'],
    ['knockOut', '.repair'],
    ['heads', '.map image'],
  ]) {
    await page.goto(`${origin}/?inside=${view}&model=stories`);
    await expect(page.locator('look-inside').locator(shown).first()).toBeVisible();
    expect(await page.evaluate(() => globalThis.violations)).toEqual([]);
  }
});

test.describe('a frame in a page with the referrer policy no-referrer', () => {
  /**
   * Opens a page that sends no referrer and contains a frame with Spotlight.
   * @param late true to connect the page with the frame only after the frame has loaded
   */
  async function host(page, serve, baseURL, { late = false } = {}) {
    const origin = await serve(
      { '/dist/': join(project, 'dist'), '/': join(import.meta.dirname, 'empty') },
      { 'Referrer-Policy': 'no-referrer', 'Access-Control-Allow-Origin': '*' },
    );
    await page.goto(origin);
    await page.evaluate(
      async ([helper, src, waits]) => {
        const { connectFrame } = await import(helper);
        const frame = document.createElement('iframe');
        frame.src = src;
        frame.style.cssText = 'width: 900px; height: 10px';
        window.states = [];
        window.frame = frame;
        document.body.append(frame);
        if (waits) await new Promise((resolve) => (frame.onload = resolve));
        window.connected = connectFrame(frame, (query) => window.states.push(query));
      },
      [`${origin}/dist/embed/index.js`, `${baseURL}embed.html?lang=en&text=I like deep learning`, late],
    );
    const frame = page.frameLocator('iframe');
    await expect(frame.locator('aside')).toBeVisible();
    return frame;
  }

  for (const late of [false, true]) {
    test(`gets its height, accepts a state and reports its own${late ? ', also connected late' : ''}`, async ({
      page,
      serve,
      baseURL,
      complaints,
    }) => {
      void complaints;
      const frame = await host(page, serve, baseURL, { late });
      await expect.poll(() => page.evaluate(() => window.frame.getBoundingClientRect().height)).toBeGreaterThan(600);
      await page.evaluate(() => window.connected.show('view=matrix&scaling=off'));
      await expect.poll(() => frame.locator('attention-spotlight').evaluate(({ view }) => view)).toBe('matrix');
      await expect.poll(() => page.evaluate(() => window.states.at(-1))).toContain('view=matrix');
    });
  }

  test('reports its state only to a page that has introduced itself', async ({ page, serve, baseURL }) => {
    const origin = await serve({ '/': join(import.meta.dirname, 'empty') }, { 'Referrer-Policy': 'no-referrer' });
    await page.goto(origin);
    await page.evaluate((src) => {
      window.received = [];
      addEventListener('message', ({ data }) => window.received.push(data));
      const frame = document.createElement('iframe');
      frame.src = src;
      frame.style.cssText = 'width: 900px; height: 900px';
      document.body.append(frame);
    }, `${baseURL}embed.html?lang=en&text=secret`);
    const spotlight = page.frameLocator('iframe').locator('attention-spotlight');
    await expect(page.frameLocator('iframe').locator('aside')).toBeVisible();
    await spotlight.evaluate((element) => {
      element.text = 'more secret';
      return element.updateComplete;
    });
    // The frame ignores a request for a connection that does not come from the page in which it is embedded.
    await spotlight.evaluate(() => window.postMessage({ to: 'attention-spotlight' }, '*'));
    await spotlight.evaluate((element) => {
      element.view = 'matrix';
      return element.updateComplete;
    });
    await expect.poll(() => page.evaluate(() => window.received.length)).toBeGreaterThan(0);
    expect(JSON.stringify(await page.evaluate(() => window.received))).not.toContain('secret');
  });
});
