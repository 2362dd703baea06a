// Spotlight embedded in other pages: in a frame, as a single file, in a tutorial, ten times on a page.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { VIEW_NAMES } from '../../dist/view/views/index.js';
import { cellCard, expect, FULL, isFull, test as base } from './page.js';
import { serve } from './servers.js';

const test = base.extend({
  /**
   * Fixture that opens a page of another origin whose frame shows Spotlight, connected with the package's helper
   * connectFrame.
   */
  host: async ({ page, baseURL }, use) => {
    const servers = [];
    const origin = await serve(servers);
    await page.goto(origin);
    await page.evaluate(
      async ([helper, src]) => {
        const { connectFrame } = await import(helper);
        const frame = document.createElement('iframe');
        frame.src = src;
        frame.style.cssText = 'width: 900px; height: 10px';
        window.states = [];
        document.body.append(frame);
        window.frame = frame;
        window.connected = connectFrame(frame, (query) => window.states.push(query));
      },
      [`${origin}/dist/embed/index.js`, `${baseURL}embed.html?lang=en&text=I like deep learning`],
    );
    await use(page.frameLocator('iframe'));
    for (const server of servers) server.close();
  },
});

/** A height in pixels that the frame exceeds in every view once it has grown to its content. */
const SOME_HEIGHT = 600;
const heightOf = (page) => page.evaluate(() => window.frame.getBoundingClientRect().height);

/** Waits until the frame is as high as its content, whose height may still change. */
async function fit(page, host) {
  await expect(host.locator('aside')).toBeVisible();
  await expect(async () => {
    const inside = await host
      .locator('attention-spotlight')
      .evaluate((element) => element.getBoundingClientRect().height);
    const outside = await heightOf(page);
    expect(outside).toBeGreaterThan(SOME_HEIGHT);
    expect(Math.abs(outside - inside)).toBeLessThan(6);
  }).toPass();
}

test('a frame takes the height of its content', async ({ page, host }) => {
  await fit(page, host);
});

test('a page that embeds a chapter gets the results of its steps', async ({ page, host, baseURL }) => {
  void host; // a page of any other origin
  await page.evaluate(async (src) => {
    const { connectFrame } = await import('/dist/embed/index.js');
    window.connected.disconnect();
    window.results = [];
    window.frame.src = src;
    connectFrame(window.frame, undefined, (result) => window.results.push(result));
  }, `${baseURL}embed.html?lang=en&chapter=masks.1`);
  const inside = page.frameLocator('iframe');
  await inside.getByRole('radio', { name: 'to all tokens evenly' }).check();
  await inside.getByRole('checkbox', { name: 'Causal mask' }).check();
  await expect
    .poll(() => page.evaluate(() => window.results))
    .toEqual([{ step: 'masks.1', predicted: false, done: 1, steps: 4 }]);
});

test('a value that is not a frame is rejected by name', async ({ page, host }) => {
  void host; // connected for the duration of the test
  const messages = await page.evaluate(async () => {
    const { connectFrame } = await import('/dist/embed/index.js');
    const bare = Object.assign(document.createElement('iframe'), { src: 'https://[' });
    const calls = [
      () => connectFrame(null),
      () => connectFrame(undefined),
      () => connectFrame(document.body),
      () => connectFrame({ src: 'embed.html' }),
      () => connectFrame(new Proxy({}, { get: () => 5 })),
      () => connectFrame(document.createElement('iframe')),
      () => connectFrame(bare),
      () => connectFrame(window.frame, 'states'),
      () => connectFrame(window.frame, undefined, 'results'),
      () => window.connected.show(null),
    ];
    return calls.map((call) => {
      try {
        call();
        return 'no error';
      } catch (error) {
        return `${error.name} ${error.message}`;
      }
    });
  });
  expect(messages).toEqual([
    'TypeError frame: expected an iframe, got null',
    'TypeError frame: expected an iframe, got undefined',
    expect.stringMatching(/^TypeError frame: expected an iframe, got a HTMLBodyElement/),
    expect.stringMatching(/^TypeError frame: expected an iframe, got an object with src/),
    expect.stringMatching(/^TypeError frame: expected an iframe, got /),
    "TypeError frame.src: expected the address of an embed.html, got the string ''",
    "TypeError frame.src: expected the address of an embed.html, got the string 'https://['",
    "TypeError onState: expected a function, got the string 'states'",
    "TypeError onResult: expected a function, got the string 'results'",
    'TypeError query: expected a string, got null',
  ]);
});

test('a frame accepts a state from its host and reports its own', async ({ page, host }) => {
  await expect(host.locator('aside')).toBeVisible();
  await page.evaluate(() => window.connected.show('view=matrix&scaling=off'));
  await expect
    .poll(() => host.locator('attention-spotlight').evaluate(({ view, scaling, text }) => ({ view, scaling, text })))
    .toEqual({ view: 'matrix', scaling: false, text: 'I like deep learning' });
  await expect.poll(() => page.evaluate(() => window.states.at(-1))).toContain('view=matrix');
});

test('messages from other windows are ignored', async ({ page, host }) => {
  await fit(page, host);
  await page.evaluate(() => window.postMessage({ from: 'attention-spotlight', height: 5 }, '*'));
  await host.locator('attention-spotlight').evaluate((element) => {
    window.postMessage({ to: 'attention-spotlight', query: 'text=evil' }, '*');
    return element.updateComplete;
  });
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await heightOf(page)).toBeGreaterThan(SOME_HEIGHT);
  expect(await host.locator('attention-spotlight').evaluate(({ text }) => text)).toBe('I like deep learning');
});

test('a frame that navigated to another origin is ignored', async ({ page, host }) => {
  await fit(page, host);
  const servers = [];
  const elsewhere = await serve(servers);
  await page.evaluate((address) => {
    window.messages = [];
    window.addEventListener('message', ({ origin }) => window.messages.push(origin));
    window.frame.contentWindow.location = address;
  }, elsewhere);
  // The message is sent from the frame with retries, since the frame may still be navigating.
  await expect(async () => {
    const frame = page.frames().find((each) => each.url().startsWith(elsewhere));
    await frame.evaluate(() => window.parent.postMessage({ from: 'attention-spotlight', height: 5 }, '*'));
  }).toPass();
  await expect.poll(() => page.evaluate(() => window.messages)).toContain(elsewhere);
  expect(await heightOf(page)).toBeGreaterThan(SOME_HEIGHT);
  servers.forEach((server) => server.close());
});

test('the single file works from disk without a network, including its worker', async ({
  page,
  context,
  complaints,
}) => {
  void complaints;
  await context.setOffline(true);
  const requested = [];
  page.on('request', (request) => requested.push(request.url()));
  const file = pathToFileURL(join(import.meta.dirname, '../../build/spotlight.html')).href;
  await page.goto(`${file}?lang=en`);
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  await expect(page.getByText('“it” attends most to “cat”').first()).toBeVisible();
  await page.goto(`${file}?lang=en&chapter=cost.1`);
  await expect(page.locator('course-cost')).toBeVisible();
  await page.getByLabel('Number of tokens', { exact: true }).and(page.locator('input')).fill('30');
  await page.locator('course-cost tr', { hasText: 'fused' }).getByRole('button', { name: 'Measure' }).click();
  await expect(page.locator('course-cost tr', { hasText: 'fused' })).toHaveText(/m?s \(n = /);
  expect(page.workers()).toHaveLength(1);
  expect(requested.filter((url) => !/^(file|data|blob):/.test(url))).toEqual([]);
});

test('the single file looks inside a model in its own thread, and says so', async ({ page, context, complaints }) => {
  void complaints;
  await context.setOffline(true);
  const file = pathToFileURL(join(import.meta.dirname, '../../build/spotlight.html')).href;
  await page.goto(`${file}?lang=en&inside`);
  await expect(page.locator('look-inside')).toContainText('all is computed in its own thread');
  await page.getByRole('button', { name: 'Look into the storyteller' }).click();
  await expect(page.locator('look-inside .ask .token')).toBeVisible();
  await page.locator('look-inside .views').getByRole('button', { name: 'Knock-out' }).click();
  await expect(page.locator('look-inside .statement')).toContainText('the answer loses most');
  await expect.poll(() => page.workers()).toHaveLength(0);
});

for (const lang of ['en', 'zh']) {
  const title = `every element of the tutorial works (${lang})`;
  test(title, lang === 'zh' ? {} : FULL, async ({ page, complaints }) => {
    void complaints;
    await page.goto(`tutorial/${lang}.html`);
    const frames = page.locator('attention-spotlight');
    const count = await frames.count();
    expect(count).toBeGreaterThan(5);
    for (let index = 0; index < count; index++) {
      await frames.nth(index).scrollIntoViewIfNeeded();
      await frames.nth(index).evaluate((element) => element.ready);
      await expect.poll(() => frames.nth(index).evaluate((element) => element.scene !== null)).toBe(true);
    }
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
}

test('an element far from the screen does not start', async ({ page }) => {
  await page.goto('tutorial/en.html');
  const frames = page.locator('attention-spotlight');
  await frames.first().evaluate((element) => element.ready);
  expect(await frames.last().evaluate((element) => element.scene)).toBeNull();
});

test('ten elements on a page share the engine, the model, and the run of the same text', async ({
  page,
  open,
  allLoaded,
}) => {
  await open();
  await allLoaded();
  const requested = [];
  page.on('request', (request) => requested.push(request.url()));
  const runs = await page.evaluate(async () => {
    const elements = Array.from({ length: 10 }, () => document.createElement('attention-spotlight'));
    for (const element of elements) element.style.cssText = 'position: fixed; inset: 0; width: 600px';
    document.body.append(...elements);
    await Promise.all(elements.map(({ ready }) => ready));
    const different = new Set(elements.map(({ run }) => run));
    for (const element of elements) element.remove();
    return Array.from(different, (run) => run.decode().text);
  });
  expect(runs).toHaveLength(1);
  expect(requested).toEqual([]); // nothing is loaded again; `npm run bench:page` measures the time
});

const TIMES = isFull ? 200 : 60;
const NODES_OF_AN_ELEMENT = 216;
test(`adding and removing an element ${TIMES} times leaks no memory`, FULL, async ({ page, open, context }) => {
  test.slow(isFull);
  await open();
  const session = await context.newCDPSession(page);
  const addAndRemove = (times) =>
    page.evaluate(async (count) => {
      for (let time = 0; time < count; time++) {
        const element = document.createElement('attention-spotlight');
        element.style.cssText = 'position: fixed; inset: 0; width: 600px';
        document.body.append(element);
        await element.ready;
        element.remove();
      }
    }, times);
  const held = async () => {
    await session.send('HeapProfiler.collectGarbage');
    await session.send('HeapProfiler.collectGarbage');
    const { nodes } = await session.send('Memory.getDOMCounters');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return { nodes, usedSize };
  };
  // Pending tasks may keep the last removed elements alive for a moment, so each measurement of memory is repeated
  // until it is low enough; a leak would remain.
  const ofThePage = (await held()).nodes;
  let before;
  await addAndRemove(20);
  await expect.poll(async () => (before = await held()).nodes - ofThePage).toBeLessThan(2 * NODES_OF_AN_ELEMENT);
  await addAndRemove(TIMES);
  // After `TIMES` added and removed elements, fewer than `TIMES` additional DOM nodes remain.
  await expect.poll(async () => (await held()).nodes - before.nodes).toBeLessThan(TIMES);
  await expect.poll(async () => (await held()).usedSize - before.usedSize).toBeLessThan(10_000 * Math.max(TIMES, 100));
});

/**
 * Opens a page that contains only the package's script and the element's tag.
 * @returns names of the scripts that the page requests before the element is ready
 */
async function openTag(page, origin, script) {
  await page.goto(origin);
  return page.evaluate(async (src) => {
    const element = document.createElement('attention-spotlight');
    element.lang = 'zh';
    document.body.append(element);
    await import(src);
    const scripts = () => performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1));
    const first = new Promise((resolve) => element.addEventListener('ready', () => resolve(scripts())));
    await element.ready;
    return (await first).filter((name) => name.includes('.js') && !name.endsWith('.json'));
  }, `${origin}/dist/engine/${script}`);
}

test('before the first picture, the single script loads the texts of one language and no other view', async ({
  page,
  complaints,
}) => {
  void complaints;
  const servers = [];
  const scripts = await openTag(page, await serve(servers), 'attention-spotlight.js');
  expect(scripts.filter((name) => name.startsWith('element-'))).toHaveLength(1); // the script with the texts
  expect(
    scripts.filter((name) =>
      /^details-|view-\w+|-(table|panel|grid|card)-|^cards-/.test(name.replace('view-model', '')),
    ),
  ).toEqual([]);
  for (const { close } of servers) close();
});

test('the single script works at a URL with a query, which does not reveal where its parts are', async ({
  page,
  complaints,
}) => {
  void complaints;
  const servers = [];
  await openTag(page, await serve(servers), 'attention-spotlight.js?v=2');
  const regions = await page.evaluate(async (views) => {
    const element = document.querySelector('attention-spotlight');
    const counts = [];
    for (const view of views) {
      element.state = { view, cell: { matrix: 'attention', row: 1, column: 0 } };
      await element.updateComplete;
      counts.push(element.scene?.layers.length ?? 0);
    }
    return counts;
  }, VIEW_NAMES);
  // Exactly one view has a scene without regions: “Numbers”, whose table covers the canvas.
  expect(regions.filter((count) => count === 0)).toHaveLength(1);
  await expect(cellCard(page)).toBeVisible();
  for (const { close } of servers) close();
});
