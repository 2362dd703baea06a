// The built pages contain the license notices of everything that is bundled with them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from './page.js';

const project = join(import.meta.dirname, '../..');
const NOTICES = readFileSync(join(project, 'THIRD-PARTY.md'), 'utf8');

test('the page links to them, in both languages', async ({ page, open }) => {
  await open('lang=en');
  const addressOf = (name) => page.getByRole('link', { name }).evaluate(({ href }) => href);
  const address = await addressOf('Open-source licenses');
  const answer = await page.request.get(address);
  expect(answer.ok()).toBe(true);
  expect(await answer.text()).toBe(NOTICES);
  await page.locator('#language').click();
  expect(await addressOf('开源许可')).toBe(address);
});

test('the single-file page contains them', async ({ page, complaints }) => {
  void complaints;
  await page.goto(`${pathToFileURL(join(project, 'build/spotlight.html')).href}?lang=en`);
  const notices = page.locator('#licenses');
  await expect(notices).toBeHidden();
  await page.getByRole('link', { name: 'Open-source licenses' }).click();
  await expect(notices).toBeVisible();
  expect((await notices.textContent()).trim()).toBe(NOTICES.trim());
});
