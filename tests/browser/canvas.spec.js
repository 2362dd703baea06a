// The canvas on different screens: long scenes, a lost drawing context, another pixel ratio, transformed pages.
import { expect, FULL, sceneOf, test } from './page.js';

/** Share of pixels that differ from the background in the visible part of the canvas. */
const inkOf = async (page) => {
  const picture = await page.screenshot();
  return page.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      const box = document
        .querySelector('attention-spotlight')
        .shadowRoot.querySelector('canvas')
        .getBoundingClientRect();
      const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
      const { data } = context.getImageData(box.left + 1, top, box.width - 2, bottom - top);
      const pixels = new Uint32Array(data.buffer);
      return pixels.filter((pixel) => pixel !== pixels[0]).length / pixels.length;
    },
    [...picture],
  );
};

test('a head grid higher than any canvas is painted wherever it is scrolled to', FULL, async ({ page, open }) => {
  await page.setViewportSize({ width: 400, height: 700 });
  await open('view=heads&lang=en');
  await page.evaluate(
    async ([layers, heads]) => {
      const element = document.querySelector('attention-spotlight');
      const data = new Float32Array(layers * heads * 4);
      for (let at = 0; at < data.length; at += 4) data.set([0.9, 0.1, 0.2, 0.8], at);
      element.data = { tokens: ['a', 'b'], attention: { data, shape: [layers, heads, 2, 2] } };
      await element.updateComplete;
    },
    [64, 64],
  );
  const height = await page.locator('canvas').evaluate((canvas) => canvas.clientHeight);
  expect(height).toBeGreaterThan(65_535);
  for (const share of [0, 0.3, 0.7, 0.999]) {
    await page.locator('canvas').evaluate((canvas, part) => {
      scrollTo(0, scrollY + canvas.getBoundingClientRect().top + part * (canvas.clientHeight - innerHeight));
    }, share);
    await expect.poll(() => inkOf(page)).toBeGreaterThan(0.2);
  }
  // The canvas is not larger than browsers allow, and its resolution matches the screen.
  const canvas = await page
    .locator('canvas')
    .evaluate(({ width, height: rows, clientWidth }) => ({ width, height: rows, clientWidth }));
  expect(Math.max(canvas.width, canvas.height)).toBeLessThanOrEqual(16_384);
  expect(canvas.width * canvas.height).toBeLessThanOrEqual(16_777_216);
  expect(canvas.width).toBe(canvas.clientWidth);
  await page.getByText('Export', { exact: true }).click();
  await page.getByRole('button', { name: 'PNG', exact: true }).click();
  await expect(page.getByText('too large for a PNG; an SVG can hold it')).toBeVisible();
});

test('a canvas that has lost its context is repainted', async ({ page, open }) => {
  await open('view=matrix');
  const before = await inkOf(page);
  await page.locator('canvas').evaluate((canvas) => {
    canvas.getContext('2d').reset();
  });
  expect(await inkOf(page)).toBeLessThan(before / 2);
  await page.locator('canvas').evaluate((canvas) => canvas.dispatchEvent(new Event('contextrestored')));
  await expect.poll(() => inkOf(page)).toBeCloseTo(before, 3);
});

test('every change of the pixel ratio, by zooming or another screen, repaints', async ({ page, open, context }) => {
  await open();
  const session = await context.newCDPSession(page);
  const ratio = () => page.locator('canvas').evaluate((canvas) => canvas.width / canvas.clientWidth);
  const setRatio = async (deviceScaleFactor, motion) => {
    const size = { width: 1280, height: 860, mobile: false };
    await session.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor });
    // Chromium notifies the page of an emulated pixel ratio only when another media feature, here reduced motion,
    // changes too.
    await page.emulateMedia({ reducedMotion: motion });
  };
  expect(await ratio()).toBeCloseTo(1, 2);
  for (const [at, scale] of [2, 1.5, 3, 1].entries()) {
    await setRatio(scale, at % 2 === 0 ? 'reduce' : 'no-preference');
    await expect.poll(ratio).toBeCloseTo(scale, 2);
  }
  await page.locator('attention-spotlight').evaluate((element) => element.parentNode.append(element));
  await setRatio(2, 'reduce');
  await expect.poll(ratio).toBeCloseTo(2, 2);
});

test('hovering hits the right cell under any transformation of the page', async ({ page, open }) => {
  await open('view=matrix&stage=softmax&progress=1');
  for (const style of [
    'transform: scale(0.6); transform-origin: 0 0',
    'transform: rotate(8deg) scale(0.7); transform-origin: 200px 0',
    'zoom: 1.5',
    'zoom: 0.75; transform: scale(0.8)',
  ]) {
    await page.evaluate((declarations) => (document.querySelector('main').style = declarations), style);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const box = (await sceneOf(page)).regions.find(({ matrix }) => matrix === 'attention');
    for (const [row, column] of [
      [2, 3],
      [7, 1],
      [9, 8],
    ]) {
      // Screen position of a cell's center on the transformed page, measured with a marker element that is placed
      // there.
      const point = await page.locator('[part=canvas]').evaluate(
        (holder, [x, y]) => {
          const marker = document.createElement('i');
          marker.style.cssText = `position: absolute; left: ${x}px; top: ${y}px; width: 0; height: 0`;
          holder.append(marker);
          marker.scrollIntoView({ block: 'center', inline: 'center' });
          const { left, top } = marker.getBoundingClientRect();
          marker.remove();
          return { x: left, y: top };
        },
        [box.x + ((column + 0.5) * box.width) / box.columns, box.y + ((row + 0.5) * box.height) / box.rows],
      );
      await page.mouse.move(point.x, point.y);
      const hovered = () => page.evaluate(() => document.querySelector('attention-spotlight').hovered);
      await expect.poll(hovered, { message: style }).toEqual({ matrix: 'attention', row, column });
      await page.mouse.click(point.x, point.y);
      expect(await page.evaluate(() => document.querySelector('attention-spotlight').cell)).toEqual(await hovered());
    }
    await page.evaluate(() => (document.querySelector('attention-spotlight').cell = null));
  }
});
