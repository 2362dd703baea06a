// The element's properties, as a script or a framework sets them.
import { expect, sceneOf, test } from './page.js';

/** Sets a property and tells what became of it: its value, and what the page heard of errors. */
const set = (page, name, value) =>
  page.locator('attention-spotlight').evaluate(
    async (element, [property, given]) => {
      const heard = { events: [], reports: [] };
      element.addEventListener('error', ({ detail }) => heard.events.push(detail.error.message), { once: true });
      const listen = (event) => {
        event.preventDefault(); // keeps it out of the console, which the test wants silent
        heard.reports.push(event.message);
      };
      window.addEventListener('error', listen);
      element[property] = given;
      window.removeEventListener('error', listen);
      await element.updateComplete;
      return { value: element[property], ...heard };
    },
    [name, value],
  );

test('what a property does not take is told, and it stays as it was', async ({ page, open }) => {
  await open('stage=softmax&head=3');
  const before = await sceneOf(page);
  for (const [name, value, kept, message] of [
    ['stage', 'nowhere', 'softmax', /stage: expected one of .*, got the text 'nowhere'/],
    ['head', 1.5, 3, /head: expected .*, got 1.5/],
    ['cell', { matrix: 'evil' }, null, /cell: expected .*, got an object with matrix/],
    ['text', 42, 'The cat sat on the mat because it was tired', /text: expected a text, got 42/],
  ]) {
    expect(await set(page, name, value)).toEqual({
      value: kept,
      events: [expect.stringMatching(message)],
      reports: [expect.stringMatching(message)],
    });
  }
  expect(await sceneOf(page)).toEqual(before);
});

test('a property takes what its attribute would say, as frameworks set it', async ({ page, open }) => {
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

test('an attribute does as a property does: what it may not say is told, without it the default counts', async ({
  page,
  open,
}) => {
  await open();
  const result = await page.locator('attention-spotlight').evaluate((element) => {
    const told = [];
    element.addEventListener('error', ({ detail }) => told.push(detail.error.message));
    window.addEventListener('error', (event) => event.preventDefault());
    const values = ['softmax', 'nowhere', null].map((text) => {
      if (text === null) element.removeAttribute('stage');
      else element.setAttribute('stage', text);
      return element.stage;
    });
    return { values, told };
  });
  expect(result).toEqual({
    values: ['softmax', 'softmax', 'merge'],
    told: [expect.stringContaining("got the text 'nowhere'")],
  });
});

test('properties that were set before the element was defined count, but for those that it does not take', async ({
  page,
  open,
}) => {
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
    ...{ stage: 'merge', view: 'matrix', causal: true, drawn: true },
    reports: [expect.stringContaining('stage: expected one of')],
  });
});
