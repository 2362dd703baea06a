// The element's properties and attributes, set by scripts, frameworks and HTML.
import { expect, sceneOf, stateOf, test } from './page.js';
import { about } from '../about.mjs';

/**
 * Sets a property of the element.
 * @returns the property's value afterwards, and the messages of the errors that the element's event 'error' and the
 * window have reported
 */
const set = (page, name, value) =>
  page.locator('attention-spotlight').evaluate(
    async (element, [property, given]) => {
      const errors = { events: [], reports: [] };
      element.addEventListener('error', ({ detail }) => errors.events.push(detail.error.message), { once: true });
      const listen = (event) => {
        event.preventDefault(); // keeps the error out of the console, where the fixture expects no errors
        errors.reports.push(event.message);
      };
      window.addEventListener('error', listen);
      element[property] = given;
      window.removeEventListener('error', listen);
      await element.updateComplete;
      return { value: element[property], ...errors };
    },
    [name, value],
  );

test('an invalid value is reported and leaves the property unchanged', async ({ page, open }) => {
  await open('stage=softmax&head=3');
  const before = await sceneOf(page);
  for (const [name, value, unchanged, message] of [
    ['stage', 'nowhere', 'softmax', about('stage', 'nowhere')],
    ['head', 1.5, 3, /head: expected .*, got 1.5/],
    ['cell', { matrix: 'evil' }, null, /cell: expected .*, got an object with matrix/],
    ['text', 42, 'The cat sat on the mat because it was tired', /text: expected text, got 42/],
  ]) {
    expect(await set(page, name, value)).toEqual({
      value: unchanged,
      events: [expect.stringMatching(message)],
      reports: [expect.stringMatching(message)],
    });
  }
  expect(await sceneOf(page)).toEqual(before);
});

/** Source of a fake model that has only the members that the element reads before its first run. */
const HOLLOW = `({ parameter() {}, parameters: [], tokenize: () => [{ text: 'a', start: 0, end: 1 }], run: () => ({ layers: { encoder: 1, decoder: 0, cross: 0 }, numHeads: 1,
  tokens: [{ text: 'a' }] }), layers: { encoder: 1, decoder: 0, cross: 0 }, heads: [], activations: [], numHeads: 1, embedDim: 1, description: null })`;

test('invalid states, moments and models are rejected by name, and nothing is lost', async ({ page, open }) => {
  await open('stage=softmax&head=3&lang=en');
  const before = await sceneOf(page);
  const state = await stateOf(page);
  for (const [name, value, message] of [
    ['state', 'null', about('state', null)],
    ['state', 'undefined', about('state', undefined)],
    ['state', '5n', about('state', 5n)],
    ['state', '[1]', about('state', Array(1))],
    ['moment', 'null', about('moment', null)],
    ['moment', '"softmax"', about('moment', 'softmax')],
    ['moment', '({ stage: "softmax", progress: NaN })', /^progress: expected a number from 0 to 1, got NaN$/],
    [
      'pretrained',
      '({})',
      /^pretrained: expected a model of engine.loadPretrained or withImage, or null, got an object/,
    ],
    ['pretrained', '7', about('pretrained', 7)],
    [
      'pretrained',
      'new Proxy({}, { get() { throw 1 } })',
      /^pretrained: expected .*, got an object that cannot be read/,
    ],
  ]) {
    const [errors, reports, rejections] = await page.locator('attention-spotlight').evaluate(
      async (element, [property, source]) => {
        const lists = [[], [], []];
        const onError = ({ detail }) => lists[0].push([detail.error.name, detail.error.message]);
        const onReport = (event) => (event.preventDefault(), lists[1].push(event.message));
        const onRejection = (event) => (event.preventDefault(), lists[2].push(String(event.reason)));
        element.addEventListener('error', onError);
        window.addEventListener('error', onReport);
        window.addEventListener('unhandledrejection', onRejection);
        element[property] = (0, eval)(source);
        await element.updateComplete;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        element.removeEventListener('error', onError);
        window.removeEventListener('error', onReport);
        window.removeEventListener('unhandledrejection', onRejection);
        return lists;
      },
      [name, value],
    );
    const type = name === 'moment' && value.includes('NaN') ? 'RangeError' : 'TypeError';
    expect(errors, `${name} = ${value}`).toEqual([[type, expect.stringMatching(message)]]);
    expect(reports).toEqual([expect.stringContaining(': expected ')]);
    expect(rejections).toEqual([]);
    expect(await stateOf(page)).toEqual(state);
  }
  expect(await sceneOf(page)).toEqual(before);
});

test('a model that fails on display shows an error in place of the picture, and the element recovers', async ({
  page,
  open,
}) => {
  await open('lang=en&view=matrix');
  const before = await sceneOf(page);
  const element = page.locator('attention-spotlight');
  const failed = await element.evaluate(async (each, source) => {
    const errors = [];
    const rejected = (event) => (event.preventDefault(), errors.push(`rejected: ${String(event.reason)}`));
    window.addEventListener('unhandledrejection', rejected);
    each.addEventListener('error', ({ detail }) => errors.push(detail.error.message));
    each.pretrained = (0, eval)(source);
    await each.updateComplete;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    window.removeEventListener('unhandledrejection', rejected);
    return errors;
  }, HOLLOW);
  expect(failed).toHaveLength(1);
  expect(failed[0]).not.toMatch(/^rejected/);
  await expect(element.getByRole('alert')).toContainText('Something went wrong');
  await element.evaluate((each) => (each.pretrained = null));
  await expect.poll(() => sceneOf(page)).toEqual(before);
});

test('the element defines no globals', async ({ page, open }) => {
  await open();
  expect(await page.evaluate(() => 'litIssuedWarnings' in globalThis)).toBe(false);
});

test('a property accepts the text of its attribute, as frameworks set it', async ({ page, open }) => {
  await open();
  for (const [name, given, value] of [
    ['head', '3', 3],
    ['causal', 'on', true],
    ['mask', '1.2', [[1, 2]]],
    ['lang', 'zh-CN', 'zh'],
    ['head', null, 'auto'],
  ]) {
    expect(await set(page, name, given)).toEqual({ value, events: [], reports: [] });
  }
});

test('an invalid attribute is reported, a removed one restores the default', async ({ page, open }) => {
  await open();
  const result = await page.locator('attention-spotlight').evaluate((element) => {
    const reported = [];
    element.addEventListener('error', ({ detail }) => reported.push(detail.error.message));
    window.addEventListener('error', (event) => event.preventDefault());
    const values = ['softmax', 'nowhere', null].map((text) => {
      if (text === null) element.removeAttribute('stage');
      else element.setAttribute('stage', text);
      return element.stage;
    });
    return { values, reported };
  });
  expect(result).toEqual({
    values: ['softmax', 'softmax', 'output'],
    reported: [expect.stringContaining("got the string 'nowhere'")],
  });
});

test('valid properties set before the element is defined are kept', async ({ page, open }) => {
  await open();
  const shown = await page.evaluate(async () => {
    const Defined = customElements.get('attention-spotlight');
    const early = document.createElement('early-spotlight');
    Object.assign(early, { stage: 'nowhere', view: 'matrix', causal: '' });
    const reports = [];
    const listen = (event) => {
      event.preventDefault();
      reports.push(event.message);
    };
    window.addEventListener('error', listen);
    document.querySelector('attention-spotlight').replaceWith(early);
    customElements.define('early-spotlight', class extends Defined {});
    await early.ready;
    await early.updateComplete;
    window.removeEventListener('error', listen);
    const { stage, view, causal, scene } = early;
    return { stage, view, causal, drawn: scene !== null, reports };
  });
  expect(shown).toEqual({
    stage: 'output',
    view: 'matrix',
    causal: true,
    drawn: true,
    reports: [expect.stringContaining('stage: expected one of')],
  });
});
