// Locations from which the package loads its files: configure(), and WebAssembly that the caller provides.
import { readFileSync } from 'node:fs';
import { configure, createEngine, tensor } from 'attention-spotlight';
import { defaultModel } from 'attention-spotlight/model';
import { configure as configureElement } from 'attention-spotlight/element';

const WASM = new URL('../../dist/engine/wasm/', import.meta.url);
const MODEL = new URL('../../models/default/', import.meta.url);

/** Attention output of an engine for a query with scores 1 and 0: softmax([1, 0]/√2)·[1, 0]. */
const number = (engine) =>
  engine.scaledDotProductAttention(
    tensor([1, 0], [1, 1, 1, 2]),
    tensor([1, 0, 0, 1], [1, 1, 2, 2]),
    tensor([1, 0], [1, 1, 2, 1]),
  ).output.data[0];
const EXPECTED = Math.exp(Math.SQRT1_2) / (Math.exp(Math.SQRT1_2) + 1);

afterEach(() => configure({ wasmUrl: null, modelUrl: null, workerUrl: null }));

describe('configure', () => {
  test('sets the location of the .wasm files, for engines that do not set their own', async () => {
    const requested = [];
    configure({ wasmUrl: (file) => requested.push(file) && new URL(file, WASM) });
    expect(number(await createEngine({ build: 'simd' }))).toBeCloseTo(EXPECTED, 6);
    await createEngine({ wasmUrl: WASM });
    expect(requested).toEqual(['spotlight-simd.wasm']);
    configure({ wasmUrl: new URL('./nowhere/', import.meta.url) });
    await expect(createEngine()).rejects.toThrow(/nowhere\/spotlight-relaxed\.wasm/);
  });

  test('sets the location of the default model', async () => {
    const requested = [];
    const engine = await createEngine();
    configure({ modelUrl: (file) => requested.push(file) && new URL(file, MODEL) });
    expect((await engine.loadModel(defaultModel)).trained).toBe(true);
    expect((await engine.loadModel()).trained).toBe(true);
    expect(requested.sort()).toEqual(
      ['config.json', 'model.safetensors', 'tokenizer.json'].flatMap((file) => [file, file]),
    );
    configure({ modelUrl: new URL('./nowhere', import.meta.url) });
    await expect(engine.loadModel(defaultModel)).rejects.toThrow(
      /(weights|config|tokenizer): .*nowhere\/(model\.safetensors|config\.json|tokenizer\.json)/,
    );
    await expect(engine.loadModel()).rejects.toThrow(/import \{ defaultModel \} from 'attention-spotlight\/model'/);
  });

  test('keeps omitted values, and resets with null', async () => {
    configure({ wasmUrl: WASM, modelUrl: 'file:///nowhere/' });
    configure({ modelUrl: MODEL });
    expect((await (await createEngine()).loadModel(defaultModel)).trained).toBe(true);
    configure({ wasmUrl: 'file:///nowhere/' });
    configure({ wasmUrl: null });
    await createEngine();
  });

  test('applies to engine and element', () => expect(configureElement).toBe(configure));

  test.each([
    [{ wasmUrl: 7 }, /wasmUrl: expected a URL, a string or a function, got 7/],
    [{ modelUrl: {} }, /modelUrl: expected a URL, a string or a function/],
    [{ workerUrl: [] }, /workerUrl: expected a URL, a string or a function, got an array of 0/],
    [{ wasm: 'x' }, /unknown option 'wasm'; known are wasmUrl, modelUrl, workerUrl/],
    [null, /urls: expected .*got null/],
  ])('rejects %j', (urls, message) => expect(() => configure(urls)).toThrow(message));
});

describe('createEngine({ wasm })', () => {
  const bytes = readFileSync(new URL('spotlight-simd.wasm', WASM));

  test.each([
    ['a module', new WebAssembly.Module(bytes)],
    ['a view', bytes],
    ['a buffer', Uint8Array.from(bytes).buffer],
  ])('accepts %s, also in workers', async (_, wasm) => {
    const engine = await createEngine({ wasm });
    expect(engine.build).toBe('simd');
    expect(number(engine)).toBeCloseTo(EXPECTED, 6);
    const text = tensor(new Float32Array(8 * 512 * 64).fill(0.5), [1, 8, 512, 64]);
    const { output } = await engine.scaledDotProductAttentionAsync(text, text, text);
    expect(output.data[0]).toBeCloseTo(0.5, 4);
    engine.dispose();
  });

  test('build tells which one it is', async () => {
    const relaxed = readFileSync(new URL('spotlight-relaxed.wasm', WASM));
    expect((await createEngine({ wasm: relaxed, build: 'relaxed' })).build).toBe('relaxed');
  });

  test.each([
    [{ wasm: 'x.wasm' }, /wasm: expected a WebAssembly\.Module or its bytes, got the string 'x\.wasm'/],
    [{ wasm: Uint8Array.of(60, 33) }, /wasm: expected a WebAssembly module, got 2 other bytes/],
    [{ wasm: bytes, wasmUrl: WASM }, /wasm: expected it or wasmUrl, got both/],
  ])('rejects other values', async (options, message) => {
    await expect(createEngine(options)).rejects.toThrow(message);
  });
});

describe('a foreign WebAssembly module is rejected by name', () => {
  const otherFile = (name) =>
    new RegExp(`^${name}: expected spotlight-simd\\.wasm or .*, got another WebAssembly module$`);
  const fileOf = (name) => readFileSync(new URL(name, WASM));
  /** Bytes of an empty WebAssembly module, without imports and exports. */
  const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

  test.each([
    ['a module of others', () => empty],
    ['that of training', () => fileOf('spotlight-training-simd.wasm')],
    ['that of threads', () => fileOf('spotlight-threads-simd.wasm')],
  ])('%s', async (_, read) => {
    await expect(createEngine({ wasm: read() })).rejects.toThrow(otherFile('wasm'));
    const { engineFactory } = await import('../../dist/engine/api/create-engine.js');
    const create = engineFactory({ read: async () => read(), startWorker: null });
    await expect(create({ wasmUrl: 'https://example.org/' })).rejects.toThrow(
      otherFile('https://example\\.org/spotlight-\\w+\\.wasm'),
    );
  });

  test('for training, too', async () => {
    const engine = await createEngine();
    const config = {
      model: { vocabularySize: 2, layers: 1, numHeads: 1, embedDim: 2, maxTokens: 2 },
      data: () => null,
    };
    await expect(engine.createTrainer({ ...config, wasm: fileOf('spotlight-simd.wasm') })).rejects.toThrow(
      /^wasm: expected spotlight-training-….wasm of this version of the package, got another WebAssembly module$/,
    );
    engine.dispose();
  });
});

test('a policy that forbids WebAssembly is named, without advice on bundlers', async () => {
  const { compile } = WebAssembly;
  WebAssembly.compile = async () => {
    throw new WebAssembly.CompileError('WebAssembly.compile(): violates the Content Security policy directive');
  };
  try {
    const message =
      "the Content-Security-Policy of this page forbids WebAssembly: expected 'wasm-unsafe-eval' in its script-src";
    await expect(createEngine()).rejects.toThrow(new RegExp(`^${message}$`));
    await expect(createEngine({ wasm: readFileSync(new URL('spotlight-simd.wasm', WASM)) })).rejects.toThrow(message);
  } finally {
    WebAssembly.compile = compile;
  }
});

test('for files missing next to the script, the error says what to configure', async () => {
  const html = new Blob(['<!doctype html>']);
  const { engineFactory } = await import('../../dist/engine/api/create-engine.js');
  const read = () => html.arrayBuffer();
  await expect(engineFactory({ read, startWorker: null })()).rejects.toThrow(
    /expected a WebAssembly module, got 15 other bytes.*optimizeDeps: \{ exclude: \['attention-spotlight'\] \}.*configure/,
  );
});

test('a missing worker is reported once, and this thread computes', async () => {
  const warnings = [];
  const { warn } = console;
  console.warn = (message) => warnings.push(message);
  try {
    configure({ workerUrl: new URL('./nowhere.js', import.meta.url) });
    const engine = await createEngine();
    const text = tensor(new Float32Array(8 * 512 * 64).fill(0.5), [1, 8, 512, 64]);
    for (let call = 0; call < 2; call++) {
      const { output } = await engine.scaledDotProductAttentionAsync(text, text, text);
      expect(output.data[0]).toBeCloseTo(0.5, 4);
    }
    engine.dispose();
  } finally {
    console.warn = warn;
  }
  expect(warnings).toEqual([
    expect.stringMatching(/no worker could be started: .*nowhere\.js.*configure\(\{ workerUrl \}\)/),
  ]);
});
