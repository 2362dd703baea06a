// npm run bench:inside -- FOLDER…: measures "Look inside" in Chromium with the models in these folders, each of which
// contains a .gguf file, or config.json, model.safetensors and tokenizer.json. For each precision, it measures the
// longest task of the page's main thread, the times since the files were chosen, and the memory of the page's process
// before the model is opened, with it, and after it is closed. `--attention` leaves out measurements that take minutes
// with a large model. It runs on Linux only, since it reads the memory of processes from /proc.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { build as buildAll } from '../../scripts/build.mjs';
import { build } from '../../scripts/paths.mjs';
import { command } from '../../scripts/say.mjs';
import { browser } from '../../scripts/toolchain/browser.mjs';
import { table } from './sections.mjs';
import { serve } from '../serve.mjs';
import { tasksWhile } from '../browser/training/tasks.js';

const FILES = ['config.json', 'model.safetensors', 'tokenizer.json'];
const TEXT = 'The quick brown fox jumps over the lazy dog';
const MEBIBYTE = 2 ** 20;

/** Memory of a process in bytes: now, and the maximum so far. */
function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name) => 1024 * Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]);
  return { now: read('VmRSS'), most: read('VmHWM') };
}

/** Process id of the renderer of the page, which contains the page's workers: the process that uses the most memory. */
async function rendererOf(chrome) {
  const devtools = await chrome.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  return renderers.sort((one, other) => memoryOf(other).now - memoryOf(one).now)[0];
}

function filesIn(folder) {
  const gguf = readdirSync(folder).filter((name) => name.endsWith('.gguf'));
  if (gguf.length === 1) return gguf.map((name) => join(folder, name));
  const missing = FILES.find((file) => !existsSync(join(folder, file)));
  if (missing) throw new Error(`${folder}: expected a .gguf file, or ${FILES.join(', ')}; got no ${missing}`);
  return FILES.map((file) => join(folder, file));
}

/**
 * Opens a model, and waits for each view that the model supports. Returns seconds since the files were chosen, or since
 * a view was first opened.
 */
async function seconds(page, files, precision, isAttention) {
  await page.evaluate(
    ({ text, precision, isAttention }) => {
      const { inspection } = document.querySelector('look-inside');
      const times = (window.times = {});
      const wait = async (isReached) => {
        while (!isReached()) await new Promise((next) => setTimeout(next, 5));
      };
      const since = async (name, isReached) => {
        const begin = performance.now();
        await wait(isReached);
        times[name] = (performance.now() - begin) / 1000;
      };
      const isDone = (task) => () => inspection.results[task]?.status === 'done';
      window.measured = (async () => {
        const begin = performance.now();
        const { open } = inspection;
        inspection.open = (source, options) => open.call(inspection, source, { ...options, precision });
        await wait(() => inspection.opening.kind === 'open' || inspection.firstLayer.status === 'done');
        if (inspection.opening.kind !== 'open') times.firstLayer = (performance.now() - begin) / 1000;
        await wait(() => inspection.opening.kind === 'open');
        times.opened = (performance.now() - begin) / 1000;
        inspection.set({ view: 'lens', text, head: { attention: inspection.heads[0].attention, layer: 0, head: 0 } });
        await wait(isDone('row'));
        times.first = (performance.now() - begin) / 1000;
        const predicts = inspection.opened.facts.predicts !== null;
        if (predicts) await since('lens', isDone('lens'));
        inspection.set({ view: 'heads' });
        await since('heads', isDone('patterns'));
        if (isAttention) return;
        await since('roles', isDone('heads'));
        if (!predicts) return;
        inspection.set({ view: 'knockOut', kind: 'zero' });
        await since('effects', isDone('knockOut'));
        inspection.set({ view: 'patching', other: text.replace('lazy', 'wise') });
        await since('patches', isDone('patching'));
      })();
    },
    { text: TEXT, precision, isAttention },
  );
  await page.locator('look-inside input[type=file]').first().setInputFiles(files);
  return page.evaluate(async () => {
    await window.measured;
    return window.times;
  });
}

async function measure(chrome, origin, ...opened) {
  const page = await chrome.newPage({ baseURL: `${origin}/`, viewport: { width: 1280, height: 860 } });
  await page.goto('?inside=heads');
  await page.locator('look-inside .start').waitFor();
  const pid = await rendererOf(chrome);
  const before = memoryOf(pid).now;
  let times;
  const tasks = await tasksWhile(page, async () => {
    times = await seconds(page, ...opened);
  });
  const { now: open, most } = memoryOf(pid);
  await page.locator('look-inside .model').getByRole('button', { name: 'Close' }).click();
  await page.locator('look-inside .start').waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  await page.waitForTimeout(3000);
  const after = memoryOf(pid).now;
  await page.close();
  return { times, longest: Math.max(...tasks), memory: { before, open, most, after } };
}

const HEADER = [
  'Model',
  'longest task of the page',
  'first layer',
  'open',
  'first attention',
  'lens',
  'all heads',
  'roles',
  'knock-out map',
  'two sentences',
  'memory before, open (at most), closed',
];

await command(async () => {
  const { positionals, values } = parseArgs({
    options: {
      precision: { type: 'string', multiple: true, default: ['stored', 'int8'] },
      attention: { type: 'boolean' },
      built: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  if (!values.built) await buildAll();
  const { chromium } = await import('@playwright/test');
  const { headless, env } = await browser();
  const { origin, close } = await serve({ '/': join(build, 'page') });
  const rows = [];
  for (const folder of positionals) {
    const files = filesIn(folder);
    for (const precision of values.precision) {
      const chrome = await chromium.launch({
        executablePath: headless,
        env: { ...process.env, ...env },
        args: ['--no-sandbox'],
      });
      const { times, longest, memory } = await measure(chrome, origin, files, precision, values.attention);
      await chrome.close();
      const { firstLayer, opened, first, lens, heads, roles, effects, patches } = times;
      const shown = (bytes) => `${Math.round(bytes / MEBIBYTE)}`;
      const { before, open, most, after } = memory;
      rows.push([
        `${basename(folder)}, ${precision}`,
        `${longest.toFixed(0)} ms`,
        ...[firstLayer, opened, first, lens, heads, roles, effects, patches].map((each) =>
          each === undefined ? '' : `${each.toFixed(1)} s`,
        ),
        `${shown(before)}, ${shown(open)} (${shown(most)}), ${shown(after)} MiB`,
      ]);
      console.log(rows.at(-1).join('; '));
    }
  }
  close();
  console.log(table(HEADER, rows));
});
