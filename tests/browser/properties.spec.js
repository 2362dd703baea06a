// The element's properties and attributes, as scripts, frameworks and HTML set them.
import { expect, sceneOf, test } from './page.js';

/** Sets a property. @returns its value afterwards, and the errors reported by events and on the window */
const set = (page, name, value) =>
  page.locator('attention-spotlight').evaluate(
    async (element, [property, given]) => {
      const errors = { events: [], reports: [] };
      element.addEventListener('error', ({ detail }) => errors.events.push(detail.error.message), { once: true });
      const listen = (event) => {
        event.preventDefault(); // keeps it out of the console, where the fixture expects no errors
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
    ['stage', 'nowhere', 'softmax', /stage: expected one of .*, got the string 'nowhere'/],
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
    ...{ stage: 'output', view: 'matrix', causal: true, drawn: true },
    reports: [expect.stringContaining('stage: expected one of')],
  });
});
