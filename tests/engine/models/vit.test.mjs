// ViT: images as tokens, compared with transformers (tests/fixtures/make_models.py).
import { tensor } from '../../../web/engine/node.js';
import { BUILDS, engines } from '../engines.mjs';
import { casesOf, difference, file, filesOf } from './tiny-models.mjs';
import { about } from '../../about.mjs';

const preprocessor = (name) => new Blob([file(name, 'preprocessor_config.json')]);
const tensorOf = (lists) =>
  tensor(Float32Array.from(lists.flat(Infinity)), [lists.length, lists[0].length, lists[0][0].length]);

/** RGBA pixels of an RGB image, in the form of ImageData. */
function rgbaOf(rgb) {
  const [height, width] = [rgb[0].length, rgb[0][0].length];
  const data = Uint8ClampedArray.from({ length: 4 * height * width }, (_, at) => {
    const [pixel, channel] = [Math.floor(at / 4), at % 4];
    return channel === 3 ? 255 : rgb[channel][Math.floor(pixel / width)][pixel % width];
  });
  return { data, width, height };
}

describe.each(BUILDS)('%s build', (build) => {
  const engine = engines[build];

  test.each(['vit', 'vit-gray'])('%s attends like transformers', async (name) => {
    const model = await engine.loadPretrained(filesOf(name));
    for (const { pixels, encoder, hidden, logits } of casesOf(name)) {
      const run = model.run(tensorOf(pixels));
      expect(model.layers.encoder).toBe(encoder.length);
      encoder.forEach((heads, layer) =>
        expect(difference(run.attention('encoder', layer), heads)).toBeLessThanOrEqual(1e-5),
      );
      expect(difference(run.output, hidden)).toBeLessThanOrEqual(1e-4);
      if (logits) expect(difference(run.logits, logits)).toBeLessThanOrEqual(1e-3);
      else expect(() => run.logits).toThrow(/encoder only/);
    }
    model.dispose();
  });

  test('an RGBA image is normalized as preprocessor_config.json says', async () => {
    const model = await engine.loadPretrained({ ...filesOf('vit'), preprocessor: preprocessor('vit') });
    const [{ rgb, encoder, logits }] = casesOf('vit');
    const run = model.run(rgbaOf(rgb));
    expect(difference(run.attention('encoder', 1), encoder[1])).toBeLessThanOrEqual(1e-5);
    expect(difference(run.logits, logits)).toBeLessThanOrEqual(1e-3);
    model.dispose();
  });

  test('its tokens are [CLS] and the patches, its candidates the classes', async () => {
    const model = await engine.loadPretrained(filesOf('vit'));
    expect(model.image).toEqual({ channels: 3, height: 8, width: 12, patchHeight: 4, patchWidth: 4 });
    const [{ pixels, logits }] = casesOf('vit');
    const run = model.run(tensorOf(pixels));
    expect(run.tokens.map(({ text }) => text)).toEqual(['[CLS]', '1,1', '1,2', '1,3', '2,1', '2,2', '2,3']);
    for (const { text, start, end } of run.tokens) expect(run.text.slice(start, end)).toBe(text);
    const candidates = run.candidates(0, 5);
    const order = [...logits[0].keys()].sort((a, b) => logits[0][b] - logits[0][a]);
    expect(candidates.map(({ text }) => text)).toEqual(order.map((id) => `LABEL_${id}`));
    expect(candidates.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 6);
    expect(model.labels).toHaveLength(5);
    model.dispose();
  });

  test('the embedding of a patch is its projection', async () => {
    const model = await engine.loadPretrained(filesOf('vit'));
    const [{ pixels }] = casesOf('vit');
    const run = model.run(tensorOf(pixels));
    const patch = pixels.flatMap((channel) => channel.slice(4, 8).flatMap((row) => row.slice(8, 12)));
    const [weight, bias] = ['weight', 'bias'].map((kind) => model.parameter(`encoder.patches.${kind}`));
    const { data: positions } = model.parameter('encoder.positions.weight');
    const x = Array.from(bias.data, (start, row) =>
      patch.reduce((sum, number, at) => sum + number * weight.data[48 * row + at], start + positions[6 * 16 + row]),
    );
    const mean = x.reduce((a, b) => a + b) / 16;
    const deviation = Math.sqrt(x.reduce((sum, number) => sum + (number - mean) ** 2, 0) / 16 + 1e-12);
    const [scale, shift] = ['weight', 'bias'].map((kind) => model.parameter(`encoder.0.self_attention_norm.${kind}`));
    const { data } = run.layer('encoder', 0).queryInput;
    x.forEach((number, at) => {
      const normalized = ((number - mean) / deviation) * scale.data[at] + shift.data[at];
      expect(data[6 * 16 + at]).toBeCloseTo(normalized, 4);
    });
    expect(run.embeddingRows('encoder')).toBeNull();
    expect(model.parameter('encoder.tokens.weight').shape).toEqual([1, 16]); // the only token is [CLS]
    model.dispose();
  });

  test.each(['stored', 'int8'])('weights may be kept in another precision: %s', async (precision) => {
    const [{ pixels, encoder }] = casesOf('vit');
    const model = await engine.loadPretrained(filesOf('vit'), { precision });
    const found = difference(model.run(tensorOf(pixels)).attention('encoder', 0), encoder[0]);
    expect(found).toBeLessThanOrEqual(precision === 'stored' ? 1e-5 : 0.05);
    model.dispose();
  });

  test('interventions and partial models work as for text', async () => {
    const [{ pixels, encoder }] = casesOf('vit');
    const first = await engine.loadPretrained(filesOf('vit'), { layers: 1 });
    const run = first.run(tensorOf(pixels));
    expect(difference(run.attention('encoder', 0), encoder[0])).toBeLessThanOrEqual(1e-5);
    expect(() => run.logits).toThrow('this model was loaded in part, and has no logits');
    const without = first.run(tensorOf(pixels), { intervene: { ablateTokens: [2] } }).attention('encoder', 0);
    const [, queries, keys] = without.shape;
    for (let row = 0; row < without.shape[0] * queries; ++row) expect(without.data[row * keys + 2]).toBe(0);
    first.dispose();
    await expect(engine.loadPretrained(filesOf('vit'), { text: [1] })).rejects.toThrow(
      'text: expected none for a model of images, got one',
    );
  });

  describe('invalid input is rejected by name', () => {
    const sized = (data, width, height) => ({ data: new Uint8ClampedArray(data), width, height });
    let model, plain;
    beforeAll(async () => {
      model = await engine.loadPretrained({ ...filesOf('vit'), preprocessor: preprocessor('vit') });
      plain = await engine.loadPretrained(filesOf('vit'));
    });
    afterAll(() => [model, plain].forEach((each) => each.dispose()));

    test.each([
      [tensor(new Float32Array(300), [3, 10, 10]), RangeError, about('image.shape')],
      [sized(480, 10, 12), RangeError, about('image')],
      [sized(380, 12, 8), RangeError, about('image.data', 380)],
      [{ data: new Uint8Array(384), width: 12, height: 8 }, TypeError, about('image.data')],
      [tensor(new Float32Array(288).fill(NaN), [3, 8, 12]), RangeError, about('image[0, 0, 0]', NaN)],
      ['a cat', TypeError, about('image')],
      [[1, 2], TypeError, /^image/],
    ])('an image: %#', (image, kind, message) => {
      expect(() => model.run(image)).toThrow(kind);
      expect(() => model.run(image)).toThrow(message);
    });

    test('RGBA without preprocessor_config.json, texts, and unavailable features', async () => {
      expect(() => plain.run(sized(384, 12, 8))).toThrow(/loaded without preprocessor_config\.json; got RGBA/);
      expect(() => plain.tokenize('a cat')).toThrow('this model reads images, and no texts');
      expect(() => plain.generate('a cat')).toThrow(/encoder only/);
      const bert = { ...filesOf('bert'), preprocessor: preprocessor('vit') };
      await expect(engine.loadPretrained(bert)).rejects.toThrow(about('preprocessor'));
      const withTokenizer = { ...filesOf('vit'), tokenizer: new Blob(['{}']) };
      await expect(engine.loadPretrained(withTokenizer)).rejects.toThrow(
        'tokenizer: expected none for images, got one',
      );
    });

    const changed = (change) => {
      const config = { ...JSON.parse(file('vit', 'config.json')), ...change };
      return { ...filesOf('vit'), config: new Blob([JSON.stringify(config)]) };
    };

    test.each([
      [{ image_size: 0 }, about('config.image_size')],
      [{ image_size: [8, 12, 3] }, about('config.image_size')],
      [{ patch_size: 9 }, about('config.patch_size', 9)],
      [{ image_size: 4096, patch_size: 1 }, /position_embeddings: expected \[1, 16777217, 16\], got \[1, 7, 16\]/],
      [{ image_size: 16 }, /position_embeddings: expected \[1, 17, 16\], got \[1, 7, 16\]/],
      [{ id2label: { 0: 'cat' } }, /classifier\.weight: expected \[1, 16\], got \[5, 16\]/],
      [{ id2label: { 0: 'cat', dog: 1 } }, /^config\.id2label\['1'\]: expected a string/],
    ])('a config: %j', async (change, message) => {
      await expect(engine.loadPretrained(changed(change))).rejects.toThrow(message);
    });

    test.each([
      [{ image_mean: [0.5], image_std: [1, 1, 1] }, about('preprocessor.image_mean')],
      [{ image_mean: [0, 0, 0], image_std: [1, 0, 1] }, about('preprocessor.image_std')],
      [{ image_std: [1, 1, 1] }, about('preprocessor.image_mean', undefined)],
      [[], about('preprocessor')],
    ])('a preprocessor: %j', async (fields, message) => {
      const files = { ...filesOf('vit'), preprocessor: new Blob([JSON.stringify(fields)]) };
      await expect(engine.loadPretrained(files)).rejects.toThrow(message);
    });
  });
});
