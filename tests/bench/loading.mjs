// node tests/bench/loading.mjs: measures how much memory Chromium's renderer uses while it loads a GPT-2 of 548 MB from
// a file, beyond the memory that it uses afterwards, as the operating system counts it (Linux). Options such as
// `--precision stored` are those of loadPretrained. Requires `npm run build`.
import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, project } from '../../scripts/paths.mjs';
import { browser } from '../../scripts/toolchain/browser.mjs';
import { largeGpt2 } from '../large-gpt2.mjs';
import { serve } from '../serve.mjs';

const { values: options } = parseArgs({ options: { precision: { type: 'string', default: 'float32' } } });
const folder = join(build, 'large-gpt2');
const FILES = ['model.safetensors', 'config.json'].map((name) => join(folder, name));

/**
 * Writes a model file in which all weights are 0, and which therefore takes no space on disk.
 * @returns its size in bytes
 */
function writeModel() {
  const { header, size, config } = largeGpt2({ embedDim: 768, heads: 12, layers: 12, vocabulary: 50_257 });
  mkdirSync(folder, { recursive: true });
  const file = openSync(FILES[0], 'w');
  const prefix = Buffer.alloc(8);
  prefix.writeBigUInt64LE(BigInt(header.length));
  writeSync(file, Buffer.concat([prefix, Buffer.from(header)]));
  const bytes = prefix.length + header.length + size;
  ftruncateSync(file, bytes);
  closeSync(file);
  writeFileSync(FILES[1], JSON.stringify(config));
  return bytes;
}

const megabytes = (bytes) => Math.round(bytes / 1e6);

const size = writeModel();
const { path, env } = await browser();
const { chromium } = await import('@playwright/test');
const args = ['--no-sandbox', '--disable-gpu'];
const running = await chromium.launch({ executablePath: path, env: { ...process.env, ...env }, args });
const server = await serve({ '/': project });
try {
  const page = await running.newPage();
  const html = { contentType: 'text/html', body: '<input type="file" multiple />' };
  await page.route(`${server.origin}/`, (route) => route.fulfill(html));
  await page.goto(`${server.origin}/`);
  await page.setInputFiles('input', FILES);
  await page.evaluate(async () => {
    const { createEngine } = await import('/dist/engine/index.js');
    window.engine = await createEngine({ workers: 0 });
  });
  const session = await running.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const pids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const present = () => pids.filter((id) => existsSync(`/proc/${id}`)); // one process is kept in reserve, and may end
  const held = (line) =>
    present().reduce((sum, id) => {
      const status = readFileSync(`/proc/${id}/status`, 'utf8');
      return sum + 1024 * Number(new RegExp(`${line}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
    }, 0);
  const collect = async () => (await page.context().newCDPSession(page)).send('HeapProfiler.collectGarbage');
  await collect();
  const before = held('VmRSS');
  for (const id of present()) writeFileSync(`/proc/${id}/clear_refs`, '5'); // resets the peak of the resident memory
  const seconds = await page.evaluate(async (precision) => {
    const [weights, config] = document.querySelector('input').files;
    const start = performance.now();
    window.model = await window.engine.loadPretrained({ weights, config }, { precision });
    return (performance.now() - start) / 1000;
  }, options.precision);
  const most = held('VmHWM');
  await collect();
  const after = held('VmRSS');
  const heap = await page.evaluate(() => window.engine.heapSize);
  console.log(
    `${megabytes(size)} MB loaded in ${seconds.toFixed(1)} s, ${options.precision}: ${megabytes(heap)} MB stay in the engine, ` +
      `${megabytes(after - before)} MB in the process; at most ${megabytes(most - after)} MB beyond`,
  );
} finally {
  await running.close();
  server.close();
}
