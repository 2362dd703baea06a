// npm run bench:page: measures in headless Chromium how fast the page is for its users, compared with a plain heat map
// that redraws one DOM element per cell.
import { cpus } from 'node:os';
import { writeFileSync } from 'node:fs';
import prettier from 'prettier';
import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { median } from './interleaved.mjs';
import { buildPage } from '../../scripts/build-page.mjs';
import { buildWasm } from '../../scripts/build-wasm.mjs';
import { command, say } from '../../scripts/say.mjs';
import { npmPackages } from '../../scripts/npm-packages.mjs';
import { project } from '../../scripts/paths.mjs';
import { servePage } from '../../scripts/serve-page.mjs';
import { browser } from '../../scripts/toolchain/browser.mjs';

const PORT = 4191;
const COLD_STARTS = 7;
const KEYS = 15;
const FRAME = 1000 / 60;

const sentence = (tokens) =>
  Array.from({ length: tokens }, (_, index) => ['the', 'cat', 'sat', 'on', 'it'][index % 5]).join(' ');

/**
 * Time from navigation until the page shows the trained model's attention, with an empty cache, and the number of bytes
 * transferred.
 */
async function coldStart(chromium, address) {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  const bodies = [];
  const collect = (response) => bodies.push(response.body());
  page.on('response', collect);
  await page.addInitScript(() => {
    const shown = () => {
      const element = document.querySelector('attention-spotlight');
      if (element?.scene && element.run?.trained) window.firstPicture = performance.now();
      else requestAnimationFrame(shown);
    };
    requestAnimationFrame(shown);
  });
  await page.goto(address);
  await page.waitForFunction(() => window.firstPicture);
  page.off('response', collect); // files that the page loads when it is idle do not count
  const milliseconds = await page.evaluate(() => window.firstPicture);
  const bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
  await context.close();
  return { milliseconds, bytes };
}

/** Time in a browser with an empty cache from navigation until all `count` elements on a page are ready. */
async function manyStart(chromium, address, count) {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  await page.addInitScript((more) => {
    document.addEventListener('DOMContentLoaded', () => {
      const first = document.querySelector('attention-spotlight');
      first.style.cssText = 'position: fixed; inset: 0';
      for (let copy = 0; copy < more; copy++) document.body.append(first.cloneNode());
    });
  }, count - 1);
  await page.goto(`${address}embed.html`);
  const milliseconds = await page.evaluate(async () => {
    await Promise.all([...document.querySelectorAll('attention-spotlight')].map(({ ready }) => ready));
    return performance.now();
  });
  await context.close();
  return milliseconds;
}

/** Time from pressing a key in the text field until the canvas shows the new text. */
async function typing(page, tokens) {
  await page.evaluate(async (text) => {
    const element = document.querySelector('attention-spotlight');
    element.state = { text, view: 'steps', stage: 'output', progress: 1 };
    await element.updateComplete;
    window.longTasks = [];
    window.observer ??= new PerformanceObserver((list) =>
      window.longTasks.push(...list.getEntries().map((e) => e.duration)),
    );
    window.observer.observe({ type: 'longtask' });
    window.delays = [];
    const field = element.shadowRoot.querySelector('textarea');
    field.focus();
    field.onkeydown = () => {
      const began = performance.now();
      const { scene } = element;
      const drawn = () => {
        if (element.scene === scene) requestAnimationFrame(drawn);
        else window.delays.push(performance.now() - began);
      };
      requestAnimationFrame(drawn);
    };
  }, sentence(tokens));
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.type(key % 2 ? 'a' : 't');
    await page.waitForFunction((count) => window.delays.length >= count, key + 1);
  }
  return page.evaluate(() => ({ delays: window.delays, longTasks: window.longTasks }));
}

async function frames(page, seconds, each) {
  return page.evaluate(
    async ([length, source]) => {
      const step = new Function('element', 'share', source);
      const element = document.querySelector('attention-spotlight');
      await element.updateComplete;
      const times = [];
      const began = performance.now();
      await new Promise((resolve) => {
        const next = (now) => {
          times.push(now);
          const share = (performance.now() - began) / (length * 1000);
          if (share >= 1) resolve();
          else {
            step(element, share);
            requestAnimationFrame(next);
          }
        };
        requestAnimationFrame(next);
      });
      return times.slice(1).map((time, at) => time - times[at]);
    },
    [seconds, each],
  );
}

const late = (durations) => durations.filter((each) => each > 1.5 * FRAME).length / durations.length;
const perSecond = (durations) => 1000 / (durations.reduce((a, b) => a + b, 0) / durations.length);

/** Number of tokens per second that the story model generates on the screen. */
async function storyTokens(chromium, address, seconds) {
  const page = await chromium.newPage({ viewport: { width: 1280, height: 860 } });
  await page.goto(
    `${address}?lang=en&model=stories&view=sentence&controls=text,generate,head,card&text=Once upon a time`,
  );
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  const count = () => page.evaluate(() => document.querySelector('attention-spotlight').run.tokens.length);
  const before = await count();
  await page.getByRole('button', { name: 'Go on', exact: true }).click();
  await page.waitForTimeout(1000 * seconds);
  const written = (await count()) - before;
  await page.close();
  return written / seconds;
}

/** Time to redraw the plain heat map (a table of colored cells) with which the canvas is compared. */
const plain = (page, tokens) =>
  page.evaluate(async (count) => {
    const host = document.createElement('div');
    document.body.append(host);
    const times = [];
    for (let run = 0; run < 7; run++) {
      const began = performance.now();
      const table = document.createElement('table');
      for (let row = 0; row < count; row++) {
        const line = table.insertRow();
        for (let column = 0; column < count; column++) {
          const cell = line.insertCell();
          cell.style.background = `rgb(${(row * column + run) % 256},120,90)`;
          if (count <= 64) cell.textContent = ((row + column) % 1).toFixed(2);
        }
      }
      host.replaceChildren(table);
      void host.offsetHeight;
      await new Promise(requestAnimationFrame);
      times.push(performance.now() - began);
    }
    host.remove();
    return times.sort((a, b) => a - b)[3];
  }, tokens);

await command(async () => {
  await npmPackages();
  await buildWasm();
  await buildPage();
  const { path, env } = await browser();
  const { chromium: launcher } = await import('@playwright/test');
  const { address, close } = await servePage(PORT);
  const chromium = await launcher.launch({
    executablePath: path,
    env: { ...process.env, ...env },
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const table = [];
  const report = (what, value, limit) => {
    table.push([what, value, limit]);
    say(`${what}: ${value} (limit: ${limit})`);
  };

  const starts = [];
  for (let run = 0; run < COLD_STARTS; run++) starts.push(await coldStart(chromium, address));
  report(
    'first view drawn, nothing cached',
    `${median(starts.map(({ milliseconds }) => milliseconds)).toFixed(0)} ms`,
    '≤ 1000 ms',
  );
  report('page, engine and model, gzip -9', `${(starts[0].bytes / 1e6).toFixed(2)} MB`, '≤ 2 MB');

  const together = [];
  for (let run = 0; run < COLD_STARTS; run++) {
    together.push([await manyStart(chromium, address, 1), await manyStart(chromium, address, 10)]);
  }
  const [one, ten] = [0, 1].map((which) => median(together.map((pair) => pair[which])));
  report(
    'ten elements on a page, all ready',
    `${ten.toFixed(0)} ms, ${(ten / one).toFixed(2)}× one (${one.toFixed(0)} ms)`,
    '≤ 1.5×',
  );

  const page = await chromium.newPage({ viewport: { width: 1280, height: 860 } });
  await page.goto(`${address}?controls=all`);
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  const tasks = [];
  for (const [tokens, most] of [
    [12, 50],
    [64, 100],
  ]) {
    const { delays, longTasks } = await typing(page, tokens);
    tasks.push(...longTasks);
    const peer = await plain(page, tokens);
    report(
      `key press to new view, ${tokens} tokens`,
      `${median(delays).toFixed(0)} ms (plain heat map: ${peer.toFixed(0)} ms)`,
      `≤ ${most} ms`,
    );
  }
  report('longest task while typing', `${tasks.length > 0 ? Math.max(...tasks).toFixed(0) : '< 50'} ms`, '≤ 100 ms');

  await page.evaluate((text) => {
    const element = document.querySelector('attention-spotlight');
    element.state = { text, view: 'steps', stage: 'score', progress: 0, attention: 'encoder', layer: 0, head: 0 };
    element.play();
  }, sentence(64));
  const playing = await frames(page, 8, '');
  report(
    'late frames, playing at 64 tokens',
    `${(100 * late(playing)).toFixed(1)}% (${perSecond(playing).toFixed(0)} frames per second)`,
    '≤ 5%',
  );

  await page.evaluate((text) => {
    const element = document.querySelector('attention-spotlight');
    element.pause();
    element.state = { text, view: 'matrix', stage: 'softmax', progress: 1 };
  }, sentence(512));
  const move =
    'element.zoom = { factor: 1 + 30 * (1 - Math.abs(2 * share - 1)), x: 0.5 + 0.4 * Math.sin(share * 9), y: 0.5 + 0.4 * Math.cos(share * 7) };';
  const moving = await frames(page, 6, move);
  const peer = await plain(page, 512);
  report(
    'panning and zooming a matrix of 512 tokens',
    `${perSecond(moving).toFixed(0)} frames per second (plain heat map: ${(1000 / peer).toFixed(1)})`,
    '≥ 30',
  );

  const written = await storyTokens(chromium, address, 5);
  report('tokens that the storyteller writes', `${written.toFixed(0)} per second`, '≥ 15');

  const version = chromium.version();
  await chromium.close();
  await close();
  const made = new Date().toISOString().slice(0, 10);
  const text = `# Speed of the page

Made by \`npm run bench:page\` on ${made}: ${cpus()[0].model}, ${cpus().length} cores; Chromium ${version}, headless,
no GPU, files from the same machine. Medians. “Plain heat map” is an HTML table with one element per cell that is rebuilt
without computing anything. “Limit” is the budget that a change has to stay within.

| | measured | limit |
| --- | --- | --- |
${table.map((row) => `| ${row.join(' | ')} |`).join('\n')}
`;
  const file = join(project, 'docs/page-speed.md');
  writeFileSync(file, await prettier.format(text, { ...(await prettier.resolveConfig(file)), parser: 'markdown' }));
});
