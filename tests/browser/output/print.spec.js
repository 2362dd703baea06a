// Printing a page with the element: the scene is printed in light colors, without controls and overlays.
import { expect, FULL, test } from '../page.js';

/** Records, with a listener in the page, how each element is drawn while the page is printed. */
const watchPrint = (page) =>
  page.evaluate(() => {
    globalThis.printed = [];
    window.addEventListener('beforeprint', () => {
      for (const element of document.querySelectorAll('attention-spotlight')) {
        const canvas = element.shadowRoot.querySelector('canvas');
        const arcs = element.scene?.layers.flatMap(({ marks }) => marks).filter(({ kind }) => kind === 'path') ?? [];
        globalThis.printed.push({
          theme: element.currentTheme,
          surface: element.palette.surface,
          pixelRatio: canvas.width / canvas.clientWidth,
          longest: Math.max(0, ...arcs.flatMap(({ from, curves }) => curves.map(({ to }) => Math.abs(to.x - from.x)))),
        });
      }
    });
  });

test('a print has the picture in light colors and sharp at once, and the screen is restored', async ({
  page,
  open,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await open('view=sentence&lang=en');
  const theme = () => page.evaluate(() => document.querySelector('attention-spotlight').currentTheme);
  expect(await theme()).toBe('dark');
  await page.addStyleTag({ content: 'attention-spotlight { --spotlight-surface: #001122; }' });
  await watchPrint(page);
  await page.evaluate(() => (document.querySelector('attention-spotlight').text = 'The cat sat, it was tired'));
  await page.pdf();
  const [printed] = await page.evaluate(() => globalThis.printed);
  expect(printed).toMatchObject({ theme: 'light', surface: '#ffffff' });
  expect(printed.pixelRatio).toBeGreaterThanOrEqual(2.9);
  expect(printed.longest).toBeGreaterThan(40); // the arcs are not those at the beginning of a transition
  await expect.poll(theme).toBe('dark');
});

test('an element far below the screen is printed too', async ({ page, open }) => {
  await open('view=matrix&lang=en');
  await page.evaluate(() => {
    const far = document.createElement('attention-spotlight');
    Object.assign(far, { text: 'far away', view: 'matrix', lang: 'en' });
    far.style.cssText = 'position: absolute; top: 30000px; width: 600px';
    document.body.append(far);
    return far.updateComplete;
  });
  expect(await page.evaluate(() => [...document.querySelectorAll('attention-spotlight')].at(-1).scene)).toBeNull();
  await page.pdf();
  const texts = await page.evaluate(async () => {
    const far = [...document.querySelectorAll('attention-spotlight')].at(-1);
    const drawn = far.scene?.layers.flatMap(({ marks }) => marks.map(({ text }) => text)) ?? [];
    await far.ready;
    return drawn;
  });
  expect(texts).toContain('away');
});

/** Tag names of visible elements that cover the text, and of visible controls. */
const overlaysAndControls = (page) =>
  page.evaluate(() => {
    const all = (root) =>
      [...root.querySelectorAll('*')].flatMap((each) => [each, ...(each.shadowRoot ? all(each.shadowRoot) : [])]);
    const shown = all(document.body).filter(
      (each) => each.checkVisibility({ visibilityProperty: true }) && each.getClientRects().length > 0,
    );
    const isAbove = (each) => ['fixed', 'sticky'].includes(getComputedStyle(each).position) && each.localName !== 'th';
    const isControl = (each) =>
      each.matches('button:not(.link), summary, .timeline, .bar, .handle, .export, dialog, nav');
    return [isAbove, isControl].map((test) => shown.filter(test).map(({ outerHTML }) => outerHTML.slice(0, 80)));
  });

async function expectPaper(page) {
  const [, controls] = await overlaysAndControls(page);
  expect(controls.length).toBeGreaterThan(3); // the controls that are visible on the screen
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 700, height: 1000 });
  await expect.poll(() => overlaysAndControls(page)).toEqual([[], []]);
}

for (const [view, width] of [
  ['steps', 1200],
  ['steps', 500], // at a width of 500 px, the sheet is at the bottom
  ['sentence', 1200],
  ['matrix', 1200],
  ['heads', 1200],
  ['numbers', 1200],
]) {
  test(
    `no control and no overlay on paper: ${view}, ${width} pixels`,
    width === 500 ? {} : FULL,
    async ({ page, open }) => {
      await page.setViewportSize({ width, height: 800 });
      await open(`view=${view}&stage=softmax&lang=en`);
      await expectPaper(page);
      const element = page.locator('attention-spotlight');
      if (view === 'numbers') {
        await expect(element.getByRole('table').first()).toBeVisible();
        await expect(element.getByRole('rowheader', { name: 'tired' })).toBeVisible();
        return;
      }
      const canvas = element.locator('canvas').first();
      const { width: shown, height } = await canvas.boundingBox();
      expect(shown).toBeLessThanOrEqual(700);
      const painted = await canvas.evaluate((each) => each.width / each.height);
      expect(Math.abs(shown / height / painted - 1)).toBeLessThan(0.02); // the canvas is not stretched
    },
  );
}

test('a figure that does not fit on the rest of a sheet begins on the next', async ({ page, open }) => {
  await open('view=matrix&lang=en');
  await page.evaluate(() => {
    const sheets = document.createElement('div'); // columns break pages like sheets of paper
    sheets.style.cssText = 'columns: 600px; column-fill: auto; width: 600px; height: 1400px';
    sheets.innerHTML = `<p style="height: 1000px"></p>
      <attention-spotlight id="figure" text="The cat sat" view="matrix" lang="en"></attention-spotlight>`;
    document.body.append(sheets);
    sheets.lastElementChild.scrollIntoView();
    return sheets.lastElementChild.ready;
  });
  await page.emulateMedia({ media: 'print' });
  const heights = () =>
    page.evaluate(() => Array.from(document.querySelector('#figure').getClientRects(), ({ height }) => height));
  await expect.poll(async () => (await heights()).length).toBe(1);
  expect((await heights())[0]).toBeGreaterThan(400); // the rest of the first sheet
});

test('a chapter of the course on paper', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 800 });
  await page.goto('?chapter=scores&lang=en&theme=dark');
  await expect(page.locator('attention-course footer')).toBeVisible();
  const [above] = await overlaysAndControls(page);
  expect(above.join()).toContain('<footer');
  await page.emulateMedia({ media: 'print' });
  await expect.poll(async () => (await overlaysAndControls(page))[0]).toEqual([]);
  const section = page.locator('attention-course section');
  await expect(section).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await page.emulateMedia({ media: 'screen' });
  await expect(section).toHaveCSS('background-color', 'rgb(21, 28, 45)');
  await page.evaluate(() => {
    const surface = () =>
      getComputedStyle(document.querySelector('attention-course').shadowRoot.querySelector('section')).backgroundColor;
    globalThis.surfaces = [surface()];
    window.addEventListener('beforeprint', () => globalThis.surfaces.push(surface()));
  });
  await page.pdf();
  expect(await page.evaluate(() => globalThis.surfaces)).toEqual(['rgb(21, 28, 45)', 'rgb(255, 255, 255)']);
});
