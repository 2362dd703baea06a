// The page, and another page with the element, in Firefox and WebKit: their numbers are compared with those of the
// engine in Node.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { join } from 'node:path';
import { createEngine, tensor } from '../../dist/engine/node.js';
import { build, project } from '../../scripts/paths.mjs';
import { ISOLATION, serve } from '../serve.mjs';
import { startFirefox } from './firefox.mjs';
import { startWebkit } from './webkit.mjs';

const TEXTS = ['The cat sat on the mat because it was tired', '小猫坐在垫子上，因为它累了', '我爱 deep learning！'];
const FOLDERS = {
  '/package/': project,
  '/element/': import.meta.dirname,
  '/': join(build, 'page'),
};
const BROWSERS = { Firefox: startFirefox, WebKit: startWebkit };

/**
 * WebAssembly module with i8x16.relaxed_swizzle, a relaxed SIMD instruction. It tells whether a browser supports
 * relaxed SIMD, independently of the engine's own test module.
 */
const RELAXED = [
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0],
  ...[0x0a, 15, 1, 13, 0, 0x41, 0, 0xfd, 0x0f, 0x41, 0, 0xfd, 0x0f, 0xfd, 0x80, 2, 0x0b],
];

const largestDifference = (one, other) => Math.max(...one.map((number, at) => Math.abs(number - other[at])));

/** Tokens, attention weights, translation and selected head of the element on the page for a text. */
const shownOf = async (text) => {
  await customElements.whenDefined('attention-spotlight');
  const element = document.querySelector('attention-spotlight');
  await element.ready;
  element.text = text;
  await element.updateComplete;
  const { attention, layer, head } = element.state;
  return {
    tokens: element.run.tokens.map((token) => token.text),
    weights: Array.from(element.trace.weights.data),
    translation: element.run.decode().text,
    headRef: { attention, layer, head },
  };
};

for (const [name, start] of Object.entries(BROWSERS)) {
  describe(name, () => {
    let browser, server, isolated, model;
    before(async () => {
      server = await serve(FOLDERS);
      isolated = await serve(FOLDERS, ISOLATION);
      browser = await start();
      model = await (await createEngine()).loadModel();
      console.log(`# ${browser.version}`);
    });
    after(async () => {
      model?.dispose();
      await browser?.close();
      server?.close();
      isolated?.close();
    });

    for (const text of TEXTS) {
      test(`the page shows what Node computes: ${text}`, async () => {
        await browser.open(`${server.origin}/index.html?lang=en&attention=encoder&layer=3&head=0`);
        const shown = await browser.evaluate(shownOf, text);
        const run = model.run(text);
        assert.deepEqual(
          shown.tokens,
          run.tokens.map((token) => token.text),
        );
        assert.deepEqual(shown.headRef, { attention: 'encoder', layer: 3, head: 0 });
        assert.ok(largestDifference(shown.weights, [...run.trace('encoder', 3, 0).weights.data]) < 1e-5);
        assert.equal(shown.translation, run.decode().text);
      });
    }

    test('loads the best build that the browser supports', async () => {
      await browser.open(`${server.origin}/index.html`);
      const { files, relaxed } = await browser.evaluate(async (bytes) => {
        await customElements.whenDefined('attention-spotlight');
        await document.querySelector('attention-spotlight').ready;
        const names = performance.getEntriesByType('resource').map((entry) => entry.name);
        return {
          files: names.filter((each) => each.endsWith('.wasm')),
          relaxed: WebAssembly.validate(Uint8Array.from(bytes)),
        };
      }, RELAXED);
      assert.equal(files.length, 1);
      assert.ok(files[0].includes(relaxed ? 'spotlight-relaxed' : 'spotlight-simd'), files[0]);
    });

    test('paints the canvas', async () => {
      await browser.open(`${server.origin}/index.html`);
      const colors = await browser.evaluate(async () => {
        await customElements.whenDefined('attention-spotlight');
        const element = document.querySelector('attention-spotlight');
        await element.ready;
        await new Promise(requestAnimationFrame);
        const canvas = element.shadowRoot.querySelector('canvas');
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return new Set(new Uint32Array(data.buffer)).size;
      });
      assert.ok(colors > 100, `${colors} colors`);
    });

    test('as many threads as memory can be shared by compute what one does', async () => {
      await browser.open(`${isolated.origin}/element/element.html`);
      const { canShare, processors, threads, outputs } = await browser.evaluate(async () => {
        const { createEngine: create, tensor: of } = await import('/package/dist/engine/index.js');
        const inputs = [1.1, 1.7, 2.3].map((seed) =>
          of(
            Float32Array.from({ length: 4 * 300 * 64 }, (_, at) => Math.sin(at * seed)),
            [1, 4, 300, 64],
          ),
        );
        const engines = [await create({ build: 'simd', threads: 'auto' }), await create({ build: 'simd' })];
        return {
          canShare: crossOriginIsolated && typeof SharedArrayBuffer === 'function',
          processors: navigator.hardwareConcurrency,
          threads: engines.map((engine) => engine.threads),
          outputs: engines.map((engine) => Array.from(engine.scaledDotProductAttention(...inputs).output.data)),
        };
      });
      assert.ok(canShare || name === 'WebKit'); // WebKitGTK has no SharedArrayBuffer, even in isolated pages.
      assert.deepEqual(threads, [canShare ? Math.min(processors, 8) : 1, 1]);
      assert.deepEqual(outputs[0], outputs[1]);
    });

    test('elements in a page, and attention in a worker', async () => {
      await browser.open(`${server.origin}/element/element.html`);
      const { weights, output, inThisThread } = await browser.evaluate(async () => {
        await customElements.whenDefined('attention-spotlight');
        const elements = [...document.querySelectorAll('attention-spotlight')];
        await Promise.all(elements.map(({ ready }) => ready));
        const library = await import('/package/dist/engine/attention-spotlight.js');
        const engine = await library.createEngine({ workers: 1 });
        const inputs = [1.1, 1.7, 2.3].map((seed) =>
          library.tensor(
            Float32Array.from({ length: 300 * 64 }, (_, at) => Math.sin(at * seed)),
            [1, 1, 300, 64],
          ),
        );
        return {
          weights: elements.map(({ trace }) => Array.from(trace.weights.data)),
          output: Array.from((await engine.scaledDotProductAttentionAsync(...inputs)).output.data),
          inThisThread: Array.from(engine.scaledDotProductAttention(...inputs).output.data),
        };
      });
      assert.ok(weights[1][6 * 8] > 0.5); // 它 attends to 小猫.
      assert.deepEqual(output, inThisThread);
      const engine = await createEngine();
      const inputs = [1.1, 1.7, 2.3].map((seed) =>
        tensor(
          Float32Array.from({ length: 300 * 64 }, (_, at) => Math.sin(at * seed)),
          [1, 1, 300, 64],
        ),
      );
      assert.ok(largestDifference(output, [...engine.scaledDotProductAttention(...inputs).output.data]) < 1e-5);
    });
  });
}
