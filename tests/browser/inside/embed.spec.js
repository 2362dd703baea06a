// A view of “Look inside” on the page embed.html, opened directly and in the frame of another page.
import { accessibilityFindings, expect } from '../page.js';
import { finished, inspection, test } from './inside.js';

test('embed.html shows a view with its question alone, and tells its height and state', async ({
  page,
  complaints,
}) => {
  void complaints;
  await page.goto('embed.html?inside=paths&model=stories&threshold=50&lang=en');
  await finished(page, 'paths');
  await expect(page.locator('look-inside .asked')).toHaveText(
    '“Lily had a dog named Max. One day, Lily and”: why “M” rather than “Lily” after “and”?',
  );
  await expect(page.locator('look-inside .path-list li').first()).toContainText('layer 5, head 5');
  for (const part of ['.ask', '.model', '.views', '.detail'])
    await expect(page.locator(`look-inside ${part}`)).toHaveCount(0);
  await expect(page.locator('attention-spotlight')).toHaveCount(0);
  expect(await accessibilityFindings(page)).toEqual([]);
  // Below, embed.html is in a frame of a page with the same origin.
  const messages = await page.evaluate(async () => {
    const frame = document.createElement('iframe');
    const told = [];
    addEventListener('message', ({ source, data }) => source === frame.contentWindow && told.push(data));
    frame.src = 'embed.html?inside=heads&model=stories';
    document.body.append(frame);
    const until = async (found) => {
      while (!told.some(found)) await new Promise((next) => setTimeout(next, 50));
    };
    await until(({ query }) => /inside=heads.*head=/.test(query ?? '')); // the model is open
    frame.contentWindow.postMessage({ to: 'attention-spotlight', query: 'inside=attribution&model=stories' }, '*');
    await until(({ query }) => query?.includes('inside=attribution'));
    return told.filter(({ height }) => height > 100).length;
  });
  expect(messages).toBeGreaterThan(0);
  expect(await inspection(page, ({ state }) => state.view)).toBe('paths');
});
