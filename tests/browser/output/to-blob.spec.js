// element.toBlob() returns the current scene as an image file.
import { writeFileSync } from 'node:fs';
import { expect, setState, test } from '../page.js';

/** Type and bytes of the image that element.toBlob() returns, or the message of its error. */
const pictureOf = (page, ...args) =>
  page.evaluate(
    async ([given]) => {
      try {
        const blob = await document.querySelector('attention-spotlight').toBlob(...given);
        const bytes = new Uint8Array(await blob.arrayBuffer());
        return { type: blob.type, base64: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) };
      } catch (error) {
        return { error: `${error.name}: ${error.message}` };
      }
    },
    [args],
  );
const bytesOf = ({ base64 }) => Buffer.from(base64, 'base64');
const sizeOf = (picture) => [16, 20].map((at) => bytesOf(picture).readUInt32BE(at));
const cornerOf = (page, { base64 }) =>
  page.evaluate(async (png) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    return [...context.getImageData(0, 0, 1, 1).data];
  }, base64);

test('a PNG and an SVG of the picture, in the requested size and color, loaded on first use', async ({
  page,
  open,
}, info) => {
  const loaded = [];
  page.on('request', (request) => loaded.push(request.url()));
  await open(
    `view=sentence&theme=light&lang=en&text=${'The cat sat on the mat because it was tired '.repeat(2).trim()}`,
  );
  expect(loaded.filter((url) => /picture-blob/.test(url))).toEqual([]);
  const { width, height } = await page.locator('canvas').boundingBox();
  const png = await pictureOf(page, 'png');
  expect(png.type).toBe('image/png');
  expect(sizeOf(png)).toEqual([Math.round(2 * width), Math.round(2 * height)]);
  expect(await cornerOf(page, png)).toEqual([255, 255, 255, 255]);
  expect(sizeOf(await pictureOf(page, 'png', { scale: 1 }))).toEqual([Math.round(width), Math.round(height)]);
  const narrow = await pictureOf(page, 'png', { scale: 1, width: 320, background: 'rgb(255 0 0)' });
  writeFileSync(info.outputPath('narrow.png'), bytesOf(narrow)); // saved for inspection
  expect(sizeOf(narrow)[0]).toBe(320);
  expect(await cornerOf(page, narrow)).toEqual([255, 0, 0, 255]);
  expect(await cornerOf(page, await pictureOf(page, 'png', { background: 'transparent' }))).toEqual([0, 0, 0, 0]);
  const svg = await pictureOf(page, 'svg', { width: 320, background: 'red' });
  expect(svg.type).toBe('image/svg+xml');
  expect(bytesOf(svg).toString()).toMatch(/^<svg [^>]*width="320".*fill="#ff0000".*tired/s);
  const places = Array.from(
    bytesOf(svg)
      .toString()
      .matchAll(/<text [^>]*\bx="([\d.]+)"/g),
    ([, x]) => Number(x),
  );
  expect(Math.max(...places)).toBeLessThan(320); // the scene has a new layout
  expect(Math.max(...places)).toBeGreaterThan(160);
  await setState(page, { view: 'matrix', text: 'I love Beijing' });
  expect(bytesOf(await pictureOf(page, 'svg')).toString()).toContain('>Beijing<');
});

test('invalid options are rejected by name', async ({ page, open }) => {
  await open('view=sentence&lang=en');
  for (const [args, message] of [
    [[], /^RangeError: type: expected one of png, svg, got undefined$/],
    [['gif'], /^RangeError: type: expected one of png, svg, got the string 'gif'$/],
    [['png', null], /^TypeError: options: expected an object, got null$/],
    [['png', { size: 2 }], /^TypeError: options: unknown option 'size'; known are scale, width, background, frame$/],
    [['png', { scale: '2' }], /^TypeError: scale: expected a number, got the string '2'$/],
    [['png', { scale: 0 }], /^RangeError: scale: expected a number from 0.1 to 16, got 0$/],
    [['svg', { width: 1e9 }], /^RangeError: width: expected a number from 1 to 10000, got 1000000000$/],
    [['png', { background: 'no color' }], /^RangeError: background: expected a CSS color, got the string 'no color'$/],
    [['svg', { background: 'var(--x)' }], /^RangeError: background: expected a CSS color/],
    [['png', { background: 7 }], /^TypeError: background: expected a string, got 7$/],
  ]) {
    expect((await pictureOf(page, ...args)).error, JSON.stringify(args)).toMatch(message);
  }
  await setState(page, { text: '' });
  expect((await pictureOf(page, 'png')).error).toBe('Error: text: expected at least one token to draw, got none');
  await setState(page, { text: 'a', view: 'sentence' });
  await page.evaluate(() => (document.querySelector('attention-spotlight').style.display = 'none'));
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect((await pictureOf(page, 'svg')).error).toMatch(/^RangeError: width: expected one, since the element is hidden/);
  expect(bytesOf(await pictureOf(page, 'svg', { width: 400 })).toString()).toContain('width="400"');
  const alone = await page.evaluate(() =>
    document
      .createElement('attention-spotlight')
      .toBlob('png')
      .catch(({ message }) => message),
  );
  expect(alone).toMatch(/expected one in a document/);
});

test('the picture shows the latest state, also while a model loads, and far from the screen', async ({
  page,
  open,
}) => {
  await open('view=matrix&lang=en');
  const stories = await page.evaluate(async () => {
    const element = document.querySelector('attention-spotlight');
    element.state = { model: 'stories', text: 'Once upon a time' };
    return (await element.toBlob('svg')).text();
  });
  expect(stories).toContain('>upon<');
  const far = await page.evaluate(async () => {
    const element = document.createElement('attention-spotlight');
    element.style.cssText = 'position: absolute; top: 30000px; width: 500px';
    Object.assign(element, { text: 'far away', view: 'matrix' });
    document.body.append(element);
    return (await element.toBlob('svg')).text();
  });
  expect(far).toContain('>away<');
});

test('a frame has the shape of a slide, and holds the captions and the note', async ({ page, open }) => {
  await open('lang=en&view=sentence&controls=text');
  const made = await page.evaluate(async () => {
    const element = document.querySelector('attention-spotlight');
    const sizeOf = async (options) => {
      const { width, height } = await createImageBitmap(await element.toBlob('png', options));
      return [width, height];
    };
    const refused = (type, options) => element.toBlob(type, options).then(String, String);
    return {
      sizes: [
        await sizeOf({ frame: '16:9' }),
        await sizeOf({ frame: '4:3', scale: 1 }),
        await sizeOf({ frame: '1:1', scale: 1 }),
      ],
      refused: [
        await refused('svg', { frame: '16:9' }),
        await refused('png', { frame: '16:9', width: 500 }),
        await refused('png', { frame: '3:2' }),
      ],
    };
  });
  expect(made.sizes).toEqual([
    [2560, 1440],
    [1024, 768],
    [900, 900],
  ]);
  expect(made.refused[0]).toMatch(/TypeError: frame: expected none for an 'svg'/);
  expect(made.refused[1]).toMatch(/TypeError: width: expected none beside frame/);
  expect(made.refused[2]).toMatch(/RangeError: frame: expected one of 16:9, 4:3, 1:1, got/);
});
