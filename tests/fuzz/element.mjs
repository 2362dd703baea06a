// Fuzz test of <attention-spotlight> in Chromium, in random states: every error must be an event whose message names
// the property, and no painted number may be NaN.
import { chromium } from '@playwright/test';
import { servePage } from '../../scripts/serve-page.mjs';
import { VIEW_NAMES } from '../../dist/view/views/index.js';
import { Finding } from './checks.mjs';

const PROPERTIES = {
  text: ['The cat sat on it', '我喜欢猫', 'x', '', ' ', '<b>&amp;', '\ud800', 'a '.repeat(60), 'naïve 👩‍👩‍👧 𠮷'],
  model: ['default', 'untrained', 'stories', 'evil'],
  sampling: ['0:1:0', { temperature: 1, topP: 0.5, seed: 3 }, '3:1:0', '1:0:0', { temperature: NaN }, 'x'],
  attention: ['auto', 'encoder', 'decoder', 'cross', 'self'],
  layer: [0, 1, 3, 63, -1, 0.5],
  head: [0, 3, 63, 'auto', 'antecedent', 'previous', 'nobody'],
  compare: [true, false, 'on', 'maybe'],
  view: [...VIEW_NAMES, 'none'],
  zoom: [{ factor: 2, x: 0.5, y: 1 }, '2:0.5:1', { factor: 1e9, x: 0, y: 0 }, null],
  sort: ['layer', 'role', 'worth', 'entropy', 'previous', 'none'],
  matrices: [true, false, 'on', 'maybe'],
  pin: ['encoder.0.1', 'cross.1.0', 'encoder.63.63', 'evil.1.1', { attention: 'encoder', layer: 0, head: 0 }, {}, null],
  stage: ['tokens', 'embed', 'project', 'score', 'scale', 'mask', 'softmax', 'sum', 'output', 'end'],
  progress: [0, 0.5, 1, 1.5, NaN],
  speed: [0.25, 4, 0, Infinity],
  query: [0, 3, -1, 99999, 1e9],
  cell: [
    'attention:0:0',
    'attention:2:1',
    'attention:9:9',
    { matrix: 'attention', row: 0, column: 0 },
    { matrix: 'evil' },
    null,
  ],
  lang: ['auto', 'en', 'zh', 'xx'],
  theme: ['auto', 'light', 'dark', 'none'],
  controls: ['all', 'none', 'play,scrub', 'evil'],
  causal: [true, false, 'on', 3],
  scaling: [true, false, 'off', null],
  temperature: [0.05, 2, 20, 0, 1e-300, '2'],
  padding: [0, 2, 1023, -1],
  mask: [[[0, 1]], '0.1,1.2', [[99, 99]], [[0]], 'x', []],
  ablate: ['0', 'encoder.0.1', [0], 'evil.1.1', [null], []],
};
const HOSTILE = [
  undefined,
  null,
  NaN,
  -1,
  2 ** 53,
  1e300,
  '',
  '__proto__',
  [],
  {},
  [null],
  { length: 5 },
  true,
  '<img onerror=alert(1)>',
];

/**
 * Hostile property values that cannot be sent to the page, such as symbols and cyclic objects, as source code that
 * creates them there.
 */
const SOURCES = [
  '5n',
  'Symbol("hostile")',
  '() => 1',
  '(() => { const cyclic = {}; cyclic.self = cyclic; return cyclic; })()',
  '(() => { const cyclic = []; cyclic.push(cyclic); return cyclic; })()',
  'new Proxy({}, { get() { throw new Error("mine"); }, has() { throw new Error("mine"); } })',
  'new Proxy([], { get() { throw new Error("mine"); } })',
  '({ toString() { throw new Error("mine"); }, valueOf() { throw new Error("mine"); } })',
  'Object.create(null)',
  'new Date(NaN)',
  'new Map([[1, 2]])',
  'new Float32Array(4)',
  'new Array(2 ** 32 - 1)',
  'document.body',
  'Promise.reject(new Error("mine")).catch(() => 1) && ({})',
];

/**
 * Settable members of the element that are not in its table of properties, with values that they accept, as source
 * code.
 */
const MEMBERS = {
  state: ['({ text: "I am" })', '({ stage: "softmax", head: null })', '({})'],
  moment: ['({ stage: "mask", progress: 0.5 })', '({ stage: "mask" })', '({ progress: 1 })'],
  data: [
    'null',
    '({ tokens: ["a"], attention: [[[[1]]]] })',
    '({ tokens: ["a", "b"], attention: [[[[1.1, 0], [0, 1]]]] })',
    '({ tokens: ["a"], attention: { data: new Float32Array(1), shape: [1, 1, 1, 1] } })',
  ],
  pretrained: [
    'null',
    '({ part() {}, tokenize: () => 5, run: () => 5, layers: { encoder: 1, decoder: 0, cross: 0 }, heads: [] })',
    '({ part() {}, tokenize: () => [], run() {}, layers: { encoder: 1, decoder: 0, cross: 0 }, heads: [{}] })',
  ],
};

/** Methods of the element, with lists of arguments that they accept, as source code. */
const CALLS = {
  toBlob: ['"svg"', '"png", { scale: 1, width: 300 }', '"svg", { background: "red" }', '"png", {}'],
  play: [''],
  pause: [''],
};

export async function openElement() {
  const server = await servePage(0);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const page = await browser.newPage();
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('crash', () => complaints.push('the page crashed'));
  page.on('dialog', (dialog) => complaints.push(`a dialog: ${dialog.message()}`));
  await page.goto(server.address);
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  const close = async () => {
    await browser.close();
    await server.close();
  };
  return { page, complaints, close };
}

/**
 * Changes the element in the page. Returns the messages of its errors, the paths of numbers in its scene that are NaN,
 * and the milliseconds that the changes took.
 */
const change = async (element, changes) => {
  const errors = [];
  const listen = (event) => {
    event.preventDefault();
    errors.push(String(event.reason?.stack ?? event.error?.message ?? event.message));
  };
  window.addEventListener('error', listen);
  window.addEventListener('unhandledrejection', listen);
  const start = performance.now();
  const made = (source) => (0, eval)(source);
  for (const { way, name, value, source } of changes) {
    try {
      if (way === 'call') await made(`(element) => element.${name}(${source})`)(element);
      else if (way === 'made') element[name] = made(source);
      else if (way === 'made state') element.state = { [name]: made(source) };
      else if (way === 'attribute') element.setAttribute(name, String(value));
      else if (way === 'state') element.state = { [name]: value };
      else element[name] = value;
    } catch (error) {
      errors.push(String(error?.message));
    }
  }
  await element.updateComplete;
  await Promise.race([element.ready.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 3000))]);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const milliseconds = performance.now() - start;
  window.removeEventListener('error', listen);
  window.removeEventListener('unhandledrejection', listen);
  const wrong = [];
  const visit = (value, path) => {
    if (wrong.length > 3) return;
    if (typeof value === 'number' && Number.isNaN(value)) wrong.push(path);
    else if (ArrayBuffer.isView(value)) {
      for (let at = 0; at < value.length; at++) if (Number.isNaN(value[at])) return void wrong.push(`${path}[${at}]`);
    } else if (typeof value === 'object' && value !== null) {
      for (const key of Object.keys(value)) visit(value[key], `${path}.${key}`);
    }
  };
  visit(element.scene, 'scene');
  return { errors, wrong, milliseconds };
};

/** Pattern of allowed error messages: the library's own, and “mine” of the errors that hostile values throw. */
const OURS = /^[\w.[\]]+: (expected|unknown)|: expected |\bmine\b/;

function madeChange(random) {
  const hostile = () => random.pick([...SOURCES, 'null', 'undefined', 'NaN', '[]', '({})', '""', '-1']);
  if (random.chance(0.3)) {
    const name = random.pick(Object.keys(CALLS));
    const source = random.chance(0.5)
      ? random.pick(CALLS[name])
      : [hostile(), hostile()].slice(0, random.int(1, 2)).join();
    return { way: 'call', name, source };
  }
  if (random.chance(0.5)) {
    const name = random.pick(Object.keys(MEMBERS));
    return { way: 'made', name, source: random.chance(0.5) ? random.pick(MEMBERS[name]) : hostile() };
  }
  const name = random.pick(Object.keys(PROPERTIES));
  return { way: random.pick(['made', 'made state']), name, source: hostile() };
}

export async function elementState({ page, complaints }, random) {
  const changes = Array.from({ length: random.int(1, 4) }, () => {
    if (random.chance(0.3)) return madeChange(random);
    const name = random.pick(Object.keys(PROPERTIES));
    const value = random.chance(0.15) ? random.pick(HOSTILE) : random.pick(PROPERTIES[name]);
    return { way: random.pick(['property', 'property', 'attribute', 'state']), name, value };
  });
  const found = (what) => new Finding(`${what}, after ${JSON.stringify(changes)}`);
  const result = await page.locator('attention-spotlight').evaluate(change, changes);
  const foreign = result.errors.find((message) => !OURS.test(message));
  if (foreign) throw found(`an error of others: ${foreign}`);
  if (result.wrong.length > 0) throw found(`NaN in ${result.wrong.join(', ')}`);
  if (result.milliseconds > 3000) throw found(`took ${Math.round(result.milliseconds)} ms`);
  if (complaints.length > 0) throw found(complaints.splice(0).join('; '));
}
