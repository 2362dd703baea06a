// Engines with several threads give the same numbers as engines with one, bit for bit, in every kind of call. Failures
// of threads are reported.
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { configure, createEngine, tensor } from 'attention-spotlight';
import { engineFactory } from '../../../dist/engine/api/create-engine.js';
import { startThreads } from '../../../dist/engine/parallel/threads.js';
import { wasmLoader } from '../../../dist/engine/runtime/wasm-module.js';
import { startWorker } from '../../../dist/engine/parallel/start-worker-node.js';
import { safetensors } from '../../safety/model-file.mjs';
import { engines, SOME_BUILDS } from '../../engine/engines.mjs';
import { lcg } from '../../engine/fixtures.mjs';
import { casesOf, FAMILIES, filesOf } from '../../engine/models/tiny-models.mjs';

const THREADS = 3;

/** All Float32Arrays in a result, in the order of its properties. */
const arraysOf = (value) =>
  value?.data instanceof Float32Array ? [value.data] : Object.values(value).flatMap((each) => arraysOf(each));

/**
 * Checks that two results are bit-identical, or equal up to rounding with relaxed SIMD, which may round differently
 * until its code has been optimized.
 */
function expectSame(build, given, expected) {
  const [a, b] = [arraysOf(given), arraysOf(expected)];
  expect(a.map(({ length }) => length)).toEqual(b.map(({ length }) => length));
  const bytes = ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength);
  const isSame = a.every((array, which) => Buffer.compare(bytes(array), bytes(b[which])) === 0);
  if (isSame && a.every((array) => !Number.isNaN(array[0]))) return;
  expect(build).toBe('relaxed');
  let largest = 0;
  let isNaNSomewhere = false;
  a.forEach((array, which) => {
    for (let at = 0; at < array.length; at++) {
      largest = Math.max(largest, Math.abs(array[at] - b[which][at]) || 0);
      isNaNSomewhere ||= Number.isNaN(array[at]);
    }
  });
  expect(isNaNSomewhere).toBe(false);
  expect(largest).toBeLessThanOrEqual(1e-4);
}

/**
 * Files of a Llama with one layer that is large enough for several threads, with weights in bfloat16 that depend on a
 * seed.
 */
function wideModel() {
  const [dim, hidden, vocabulary, heads] = [256, 512, 1024, 8];
  const shapes = {
    'model.embed_tokens.weight': [vocabulary, dim],
    'lm_head.weight': [vocabulary, dim],
    'model.norm.weight': [dim],
    'model.layers.0.input_layernorm.weight': [dim],
    'model.layers.0.post_attention_layernorm.weight': [dim],
    'model.layers.0.self_attn.q_proj.weight': [dim, dim],
    'model.layers.0.self_attn.k_proj.weight': [dim / 2, dim],
    'model.layers.0.self_attn.v_proj.weight': [dim / 2, dim],
    'model.layers.0.self_attn.o_proj.weight': [dim, dim],
    'model.layers.0.mlp.gate_proj.weight': [hidden, dim],
    'model.layers.0.mlp.up_proj.weight': [hidden, dim],
    'model.layers.0.mlp.down_proj.weight': [dim, hidden],
  };
  const header = {};
  const bodies = [];
  let begin = 0;
  Object.entries(shapes).forEach(([name, shape], at) => {
    const numbers = lcg(at + 1, shape).data;
    const upper = new Uint16Array(new Uint32Array(numbers.map((x) => 0.1 * x).buffer).map((bits) => bits >>> 16));
    bodies.push(Buffer.from(upper.buffer));
    header[name] = { dtype: 'BF16', shape, data_offsets: [begin, (begin += upper.byteLength)] };
  });
  const config = {
    model_type: 'llama',
    architectures: ['LlamaForCausalLM'],
    hidden_act: 'silu',
    tie_word_embeddings: false,
    hidden_size: dim,
    intermediate_size: hidden,
    vocab_size: vocabulary,
    num_hidden_layers: 1,
    num_attention_heads: heads,
    num_key_value_heads: heads / 2,
    max_position_embeddings: 128,
    rms_norm_eps: 1e-6,
    rope_theta: 10000,
    bos_token_id: 1,
    eos_token_id: 2,
  };
  return { weights: safetensors(header, Buffer.concat(bodies)), config: new Blob([JSON.stringify(config)]) };
}

describe.each(SOME_BUILDS)('%s build', (build) => {
  const alone = engines[build];
  let engine;
  beforeAll(async () => (engine = await createEngine({ build, threads: THREADS })));
  afterAll(() => engine.dispose());

  test('the engine reports its number of threads', () => {
    expect(engine.threads).toBe(THREADS);
    expect(alone.threads).toBe(1);
    expect(engine.build).toBe(build);
  });

  const large = [1, 2, 3].map((seed) => lcg(seed, [2, 6, 200, 32]));

  test.each([
    ['attention', (one) => one.scaledDotProductAttention(...large, { isCausal: true, dropoutP: 0.2, seed: 4 })],
    ['attention with weights', (one) => one.scaledDotProductAttention(...large, { needWeights: true })],
    [
      'a sparse pattern',
      (one) =>
        one.scaledDotProductAttention(...large, {
          pattern: { kind: 'bigbird', window: 16, global: [0, 100], randomBlocks: 1, seed: 2 },
        }),
    ],
    ['its trace', (one) => one.traceAttention(...large)],
    ['its gradients', (one) => one.attentionBackward(...large, large[2])],
    ['a product', (one) => one.matmul(lcg(4, [3, 70, 300]), lcg(5, [3, 300, 250]))],
    [
      'a multi-head layer',
      (one) => {
        const layer = one.createMultiheadAttention({ embedDim: 192, numHeads: 6, seed: 1 });
        const result = layer.forward(...[6, 7, 8].map((seed) => lcg(seed, [2, 90, 192])));
        layer.dispose();
        return result;
      },
    ],
  ])('%s is the same', (_, compute) => {
    for (let time = 0; time < 3; time++) expectSame(build, compute(engine), compute(alone));
  });

  test('so is an asynchronous call, whose workers have no helpers', async () => {
    const long = [1, 2, 3].map((seed) => lcg(seed, [1, 2, 700, 64]));
    const { output } = await engine.scaledDotProductAttentionAsync(...long);
    expectSame(build, { output }, alone.scaledDotProductAttention(...long));
  });

  test.each(FAMILIES)('a model of the family %s', async (name) => {
    const [one] = casesOf(name);
    const results = [];
    for (const each of [engine, alone]) {
      const model = await each.loadPretrained(filesOf(name));
      const run = model.run(one.ids, {
        ...(one.target && { target: one.target.slice(1) }),
        ...(one.types && { tokenTypes: one.types }),
      });
      results.push([run.output, ...(one.logits ? [run.logits] : [])]);
      model.dispose();
    }
    expectSame(build, ...results);
  });

  test.each(['float32', 'stored', 'int8'])(
    'a model whose layers are split between threads, in %s',
    async (precision) => {
      const results = [];
      for (const each of [engine, alone]) {
        const model = await each.loadPretrained(wideModel(), { precision });
        const ids = Array.from({ length: 64 }, (_, at) => (7 * at) % 100);
        const { output, logits } = model.run(ids);
        const tokens = [...model.generate(ids, { maxTokens: 5 })].map(({ id }) => id);
        results.push({ output, logits, tokens: tensor(tokens, [tokens.length]) });
        model.dispose();
      }
      // With relaxed SIMD and int8, only shapes are compared: code that rounds differently before it is optimized may
      // round an activation to another quantization step.
      if (build === 'relaxed' && precision === 'int8') expect(results[0].logits.shape).toEqual(results[1].logits.shape);
      else expectSame(build, ...results);
    },
  );

  test('the default model translates the same', async () => {
    const translations = [];
    for (const each of [engine, alone]) {
      const model = await each.loadModel();
      translations.push(model.run('The cat sat on the mat because it was tired').decode().text);
      model.dispose();
    }
    expect(translations[0]).toEqual(translations[1]);
    expect(translations[0]).toMatch(/猫/);
  });

  test('memory grows while there are helpers, and its content stays', () => {
    const layer = engine.createMultiheadAttention({ embedDim: 64, numHeads: 4, seed: 1 });
    const x = lcg(1, [1, 50, 64]);
    const before = layer.forward(x, x, x);
    const many = tensor(new Float32Array(3e7).fill(0.5), [1, 1, 30_000, 1000]);
    const few = tensor(new Float32Array(1000).fill(0.5), [1, 1, 1, 1000]);
    expect(engine.scaledDotProductAttention(few, many, many).output.data[0]).toBeCloseTo(0.5, 4);
    expectSame(build, layer.forward(x, x, x), before);
    layer.dispose();
  });

  test('it stays usable after an error', () => {
    const wrong = tensor(new Float32Array(2 * 6 * 200 * 32).fill(NaN), [2, 6, 200, 32]);
    const huge = tensor(new Float32Array(1e5), [1, 1, 1e5, 1]);
    expect(() => engine.scaledDotProductAttention(wrong, large[1], large[2])).toThrow(/query\[0, 0, 0, 0\]/);
    expect(() => engine.traceAttention(huge, huge, huge)).toThrow(/out of memory/);
    const compute = (one) => one.scaledDotProductAttention(...large);
    expectSame(build, compute(engine), compute(alone));
  });
});

test('1 thread means no helpers', async () => {
  const engine = await createEngine({ threads: 1 });
  expect(engine.threads).toBe(1);
  engine.dispose();
});

test("'auto' uses the available processors, at most 8", async () => {
  const { availableParallelism } = await import('node:os');
  const engine = await createEngine({ threads: 'auto' });
  expect(engine.threads).toBe(Math.min(availableParallelism(), 8));
  engine.dispose();
});

describe('if memory cannot be shared', () => {
  beforeAll(() => (globalThis.crossOriginIsolated = false));
  afterAll(() => delete globalThis.crossOriginIsolated);

  test('several threads are rejected, and the error says what the page needs', async () => {
    await expect(createEngine({ threads: 2 })).rejects.toThrow(
      /threads: expected 1, got 2: .*cross-origin isolated.*Cross-Origin-Opener-Policy.*Cross-Origin-Embedder-Policy.*'auto'/,
    );
  });

  test('without SharedArrayBuffer, too', async () => {
    const { SharedArrayBuffer } = globalThis;
    delete globalThis.crossOriginIsolated;
    delete globalThis.SharedArrayBuffer;
    try {
      await expect(createEngine({ threads: 2 })).rejects.toThrow(
        /threads: expected 1, got 2: SharedArrayBuffer is not available/,
      );
    } finally {
      Object.assign(globalThis, { SharedArrayBuffer, crossOriginIsolated: false });
    }
  });

  test("'auto' is one", async () => {
    const engine = await createEngine({ threads: 'auto' });
    expect(engine.threads).toBe(1);
    engine.dispose();
  });
});

const read = async (url) => (await readFile(url)).buffer;
const wasm = new URL('../../../dist/engine/wasm/', import.meta.url);

test('helpers take part in computing', async () => {
  const { module, dispose } = await startThreads('simd', 3, { wasmUrl: wasm, wasmLoader, read, startWorker });
  const session = new module.MatmulSession();
  session.resize(64, 512, 512);
  const deadline = performance.now() + 60_000;
  while (module.rangesOfHelpers() === 0 && performance.now() < deadline) session.compute();
  expect(module.rangesOfHelpers()).toBeGreaterThan(0);
  session.delete();
  dispose();
});

describe('if threads cannot be started', () => {
  const warnings = [];
  const { warn } = console;
  beforeAll(() => (console.warn = (message) => warnings.push(message)));
  beforeEach(() => (warnings.length = 0));
  afterAll(() => (console.warn = warn));

  const none = { workerUrl: new URL('./nowhere.js', import.meta.url) };
  afterEach(() => configure({ workerUrl: null }));

  test('a number is an error with advice', async () => {
    configure(none);
    await expect(createEngine({ threads: 2 })).rejects.toThrow(
      /threads: a worker could not be started: .*nowhere\.js.*configure\(\{ workerUrl \}\)/,
    );
  });

  test("'auto' is one, with a warning", async () => {
    configure(none);
    const engine = await createEngine({ threads: 'auto' });
    expect(engine.threads).toBe(1);
    expect(warnings).toEqual([expect.stringMatching(/threads: a worker could not.*The engine has one thread/)]);
    engine.dispose();
  });

  test('so it is without a module file', async () => {
    const wasmUrl = (file) => new URL(file.includes('threads') ? 'nowhere.wasm' : file, wasm);
    await expect(createEngine({ threads: 2, wasmUrl })).rejects.toThrow(/nowhere\.wasm: expected the file/);
    const engine = await createEngine({ threads: 'auto', wasmUrl });
    expect(engine.threads).toBe(1);
    engine.dispose();
  });

  test('if one of several workers fails, the others end', async () => {
    let started = 0;
    let ended = 0;
    const startButOne = (onReply, onCrash) => {
      const worker = startWorker(onReply, onCrash);
      if (++started === 2) queueMicrotask(() => onCrash('no more'));
      return { ...worker, terminate: () => (++ended, worker.terminate()) };
    };
    const create = engineFactory({ read, startWorker: startButOne, processors: () => 4 });
    await expect(create({ threads: 4, wasmUrl: wasm })).rejects.toThrow(
      /threads: a worker could not be started: no more/,
    );
    expect([started, ended]).toEqual([3, 3]);
  });
});

test('files are loaded only if needed', async () => {
  const loaded = async (options) => {
    const files = [];
    const engine = await createEngine({
      ...options,
      build: 'simd',
      wasmUrl: (file) => (files.push(file), new URL(file, wasm)),
    });
    engine.dispose();
    return files;
  };
  expect(await loaded({})).toEqual(['spotlight-simd.wasm']);
  expect(await loaded({ threads: 2 })).toEqual(['spotlight-threads-simd.wasm', 'spotlight-simd.wasm']);
  expect(await loaded({ threads: 2, workers: 0 })).toEqual(['spotlight-threads-simd.wasm']);
});

test("'auto' with a given module is one thread", async () => {
  const engine = await createEngine({ wasm: await read(new URL('spotlight-simd.wasm', wasm)), threads: 'auto' });
  expect(engine.threads).toBe(1);
  engine.dispose();
});

test('after dispose, a call is an error', async () => {
  const engine = await createEngine({ threads: 2 });
  const x = lcg(1, [1, 1, 4, 4]);
  engine.dispose();
  expect(() => engine.scaledDotProductAttention(x, x, x)).toThrow(/disposed/);
});

test('a process exits even if an engine with threads has not been disposed of', () => {
  const program = `
    import { createEngine, tensor } from 'attention-spotlight';
    const engine = await createEngine({ threads: 3 });
    const x = tensor(new Float32Array(8 * 200 * 64).fill(0.5), [1, 8, 200, 64]);
    console.log(engine.scaledDotProductAttention(x, x, x).output.data[0]);`;
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    timeout: 60_000,
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  expect(Number(stdout)).toBeCloseTo(0.5, 5);
});
