// The playground of the docs runs the programs of the cookbook, reports errors, and isolates programs from the page and
// the network.
import { readdirSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './site.js';

const examples = join(import.meta.dirname, '../../examples');
const programs = readdirSync(examples).filter((name) => existsSync(join(examples, name, 'main.mjs')));

/** Runs a program in the playground and returns its output. */
async function run(page, code) {
  await page.locator('textarea').fill(code);
  await page.getByRole('button', { name: 'Run' }).click();
  return page.frameLocator('iframe').locator('pre');
}

for (const name of programs) {
  test(`the playground runs ${name}`, async ({ page, open }) => {
    const { foreign } = await open('playground.html');
    await page.getByLabel('Program').selectOption(name);
    const source = readFileSync(join(examples, name, 'main.mjs'), 'utf8');
    await expect(page.locator('textarea')).toHaveValue(source);
    const expected = Array.from(source.matchAll(/\/\/ → (.*)$/gm), ([, line]) => line);
    await page.locator('textarea').press('Control+Enter');
    const output = page.frameLocator('iframe').locator('pre');
    await expect(output).toHaveText(expected.join('\n'), { useInnerText: true });
    if (name === 'heat-map') {
      await expect(page.frameLocator('iframe').getByText('attends most to').first()).toBeVisible();
    }
    expect(foreign).toEqual([]);
  });
}

test('errors are shown, and the next run begins anew', async ({ page, open }) => {
  await open('playground.html');
  await expect(await run(page, "throw new Error('mine')")).toContainText('mine');
  await expect(await run(page, 'const = 1')).toContainText('SyntaxError');
  await expect(await run(page, 'await Promise.reject(new Error("late"))')).toContainText('late');
  await expect(await run(page, 'console.log("fine")')).toHaveText('fine');
});

test('what runs reaches neither the page nor the network', async ({ page, open }) => {
  const { foreign } = await open('playground.html');
  const code = `
    for (const attempt of [() => parent.document.title, () => localStorage.length, () => fetch('/docs/index.html')]) {
      try { await attempt(); console.log('reached'); } catch { console.log('kept away'); }
    }`;
  await expect(await run(page, code)).toHaveText('kept away kept away kept away', { useInnerText: false });
  expect(foreign).toEqual([]);
});
