// The example notebook in JupyterLab: the widget appears, its selection is synchronized with Python in both directions,
// and the HTML page that it saves works from disk. Nothing is loaded from other servers.
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { notebooks } from './playwright.config.js';

const EXAMPLE = join(import.meta.dirname, '../../examples/notebook/attention.ipynb');
const saved = join(notebooks, 'attention.html');

/** Records the addresses that a page requests, except those that begin with `own`. */
function foreignRequests(page, own) {
  const requests = [];
  page.on('request', (request) => requests.push(request.url()));
  return () => requests.filter((url) => !url.startsWith(own) && !/^(data|blob):/.test(url));
}

test('the example notebook', async ({ page, baseURL }) => {
  copyFileSync(EXAMPLE, join(notebooks, 'attention.ipynb'));
  const foreign = foreignRequests(page, baseURL);
  await page.goto('lab/tree/attention.ipynb?reset');
  const cellWith = (text) => page.locator('.jp-CodeCell').filter({ hasText: text });
  await expect(page.getByText('Python 3 (ipykernel) | Idle')).toBeVisible(); // before this, commands would be lost
  await page.locator('.jp-Notebook').click({ position: { x: 5, y: 5 } });
  await page.getByRole('menuitem', { name: 'Run', exact: true }).click();
  await page.getByText('Run All Cells', { exact: true }).click();
  const saves = cellWith('save_html');
  await saves.scrollIntoViewIfNeeded();
  await expect(saves.getByText("PosixPath('attention.html')")).toBeVisible();
  await expect(page.locator('.jp-OutputArea-output[data-mime-type$=stderr]')).toHaveCount(0);

  // Python code sets the widget's selected cell; the widget shows it.
  const shown = cellWith('previous = ');
  await shown.scrollIntoViewIfNeeded();
  const element = shown.locator('attention-spotlight');
  await expect(element).toBeVisible();
  await expect
    .poll(() => element.evaluate(({ head, view }) => ({ head, view })))
    .toEqual({ head: 2, view: 'sentence' });

  // A click in the widget selects a head; Python code receives the selection.
  await element.getByRole('radio', { name: 'layer 1, head 1' }).check({ force: true });
  await element.getByText('Numbers', { exact: true }).click();
  await element.locator('tbody tr').nth(7).getByRole('button').click();
  const asks = cellWith('widget.selection');
  await asks.scrollIntoViewIfNeeded();
  await asks.locator('.cm-content').click();
  await page.keyboard.press('Control+Enter');
  await expect(asks.locator('.jp-OutputArea-output')).toContainText("head=0, query=7, query_token='it'");

  // JupyterLab does not interpret keys that are pressed in the widget as commands: D twice would delete the notebook's
  // cell.
  const cells = await page.locator('.jp-Cell').count();
  await element.getByText('Matrix', { exact: true }).click();
  await element.locator('canvas').focus();
  for (const key of ['ArrowDown', 'd', 'd']) await page.keyboard.press(key);
  expect(await element.evaluate(({ cell }) => cell)).not.toBeNull();
  await expect(page.locator('.jp-Cell')).toHaveCount(cells);

  // The widget has the same theme, light or dark, as JupyterLab.
  expect(await element.evaluate(({ currentTheme }) => currentTheme)).toBe('light');
  await page.getByRole('menuitem', { name: 'Settings', exact: true }).click();
  await page.locator('.lm-Menu-itemLabel', { hasText: /^Theme$/ }).hover();
  await page.locator('.lm-Menu-itemLabel', { hasText: /^JupyterLab Dark$/ }).click();
  await expect.poll(() => element.evaluate(({ currentTheme }) => currentTheme)).toBe('dark');
  expect(foreign()).toEqual([]);
});

test('the page that it saved', async ({ page }) => {
  expect(existsSync(saved)).toBe(true);
  const complaints = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  const address = String(pathToFileURL(saved));
  const foreign = foreignRequests(page, address);
  await page.goto(address);
  await page.getByText('Numbers', { exact: true }).click();
  await expect(page.locator('tbody th').nth(7)).toContainText('it');
  // Weight in the row of the query “it”, whose weights for recent tokens are small.
  expect(await page.locator('tbody td').nth(70).textContent()).toMatch(/^0\.0\d+$/);
  expect(foreign()).toEqual([]);
  expect(complaints).toEqual([]);
});
