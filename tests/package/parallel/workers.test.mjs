// Asynchronous calls of the engine: equal results in workers and in time slices, progress, aborting, and crashing
// workers.
import { jest } from '@jest/globals';
import { Worker } from 'node:worker_threads';
import { createEngine } from 'attention-spotlight';
import fc from 'fast-check';
import { partition } from '../../../dist/engine/parallel/partition.js';
import { multiplyAdds } from '../../../dist/engine/parallel/work-item.js';
import { engineFactory } from '../../../dist/engine/api/create-engine.js';
import { readFile } from 'node:fs/promises';
import { startWorker } from '../../../dist/engine/parallel/start-worker-node.js';
import { SOME_BUILDS } from '../../engine/engines.mjs';
import { lcg } from '../../engine/fixtures.mjs';
import { about } from '../../about.mjs';

const RUNS = Math.ceil(Number(process.env.PROPERTY_RUNS ?? 24) / 6);

const size = (least, most) => fc.integer({ min: least, max: most });
/** Random shapes of attention that are so large that asynchronous calls split them. */
const largeShapes = fc
  .record({
    batch: size(1, 2),
    numKeyValueHeads: size(1, 3),
    group: size(1, 2),
    queries: size(100, 400),
    keys: size(100, 400),
    headDim: size(30, 80),
    valueDim: size(30, 80),
    isCausal: fc.boolean(),
    dropoutP: fc.constantFrom(0, 0.3),
    masked: fc.boolean(),
    seed: fc.nat(1e6),
  })
  .filter(
    ({ batch, numKeyValueHeads, group, queries, keys, headDim, valueDim }) =>
      batch * numKeyValueHeads * group * queries * keys * (headDim + valueDim) > 4e7,
  );

function arrangement({
  batch,
  numKeyValueHeads,
  group,
  queries,
  keys,
  headDim,
  valueDim,
  seed,
  masked,
  isCausal,
  dropoutP,
}) {
  const heads = numKeyValueHeads * group;
  const allow = { data: Uint8Array.from(lcg(seed, [keys]).data, (x) => (x > 0 ? 1 : 0)), shape: [keys] };
  return [
    lcg(seed, [batch, heads, queries, headDim]),
    lcg(seed + 1, [batch, numKeyValueHeads, keys, headDim]),
    lcg(seed + 2, [batch, numKeyValueHeads, keys, valueDim]),
    { isCausal, dropoutP, enableGqa: true, ...(masked ? { mask: { allow } } : {}) },
  ];
}

/** Checks that two arrays are bit-identical. Jest's own comparison takes longer than the attention itself. */
function expectSame(given, expected) {
  expect(given.shape).toEqual(expected.shape);
  expect(Buffer.compare(Buffer.from(given.data.buffer), Buffer.from(expected.data.buffer))).toBe(0);
}

const LONG = [1, 2, 3].map((seed) => lcg(seed, [1, 1, 2000, 64]));
const long = () => LONG.map(({ data, shape }) => ({ data: data.slice(), shape }));

describe.each(SOME_BUILDS)('%s build', (build) => {
  describe.each([0, 2])('with %i workers', (workers) => {
    let engine;
    beforeAll(async () => (engine = await createEngine({ build, workers })));
    afterAll(() => engine.dispose());

    test('the same numbers, bit for bit, as the synchronous call', async () => {
      await fc.assert(
        fc.asyncProperty(largeShapes, async (shape) => {
          const args = arrangement(shape);
          const { output } = await engine.scaledDotProductAttentionAsync(...args);
          expectSame(output, engine.scaledDotProductAttention(...args).output);
        }),
        { numRuns: RUNS },
      );
    });

    test('concurrent calls do not interfere', async () => {
      const all = [1, 2, 3, 4].map((seed) => [0, 1, 2].map((more) => lcg(seed * 9 + more, [1, seed, 500, 64])));
      const results = await Promise.all(all.map((args) => engine.scaledDotProductAttentionAsync(...args)));
      results.forEach(({ output }, index) =>
        expectSame(output, engine.scaledDotProductAttention(...all[index]).output),
      );
    });

    test('progress increases to 1', async () => {
      const seen = [];
      await engine.scaledDotProductAttentionAsync(...long(), { onProgress: (done) => seen.push(done) });
      expect(seen.length).toBeGreaterThan(2);
      expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
      expect(seen.at(-1)).toBe(1);
    });

    test('it can be aborted while running, with the given reason, and stays usable', async () => {
      const controller = new AbortController();
      const seen = [];
      const onProgress = (done) => {
        seen.push(done);
        controller.abort(new Error('enough'));
      };
      const promise = engine.scaledDotProductAttentionAsync(...long(), { onProgress, signal: controller.signal });
      await expect(promise).rejects.toThrow('enough');
      const { output } = await engine.scaledDotProductAttentionAsync(...long());
      expectSame(output, engine.scaledDotProductAttention(...long()).output);
      expect(seen).toHaveLength(1);
    });

    test('it does not begin if the signal is already aborted', async () => {
      const promise = engine.scaledDotProductAttentionAsync(...long(), { signal: AbortSignal.abort() });
      await expect(promise).rejects.toMatchObject({ name: 'AbortError' });
    });

    test.each([
      ['query', 0, about('query[0, 0, 1999, 63]', NaN)],
      ['key', 1, about('key[0, 0, 1999, 63]', NaN)],
      ['value', 2, about('value[0, 0, 1999, 63]', NaN)],
    ])('a %s that is not finite is named, and the next call works', async (_, index, message) => {
      const wrong = long();
      wrong[index].data[wrong[index].data.length - 1] = NaN;
      await expect(engine.scaledDotProductAttentionAsync(...wrong)).rejects.toThrow(message);
      const { output } = await engine.scaledDotProductAttentionAsync(...long());
      expectSame(output, engine.scaledDotProductAttention(...long()).output);
    });

    test('a callback that throws rejects the promise', async () => {
      const onProgress = () => {
        throw new Error('mine');
      };
      await expect(engine.scaledDotProductAttentionAsync(...long(), { onProgress })).rejects.toThrow('mine');
    });

    test('changes after the call do not affect the result', async () => {
      const [query, key, value] = long();
      const allow = { data: Uint8Array.from(lcg(5, [2000]).data, (x) => (x > 0 ? 1 : 0)), shape: [2000] };
      const shape = [...query.shape];
      const expected = engine.scaledDotProductAttention(query, key, value, { mask: { allow } });
      const promise = engine.scaledDotProductAttentionAsync({ data: query.data, shape }, key, value, {
        mask: { allow },
      });
      for (const { data } of [query, key, value]) data.fill(NaN);
      allow.data.fill(1);
      shape[2] = 1;
      expectSame((await promise).output, expected.output);
    });

    test('an output on top of an input', async () => {
      const [query, key, value] = long();
      const expected = engine.scaledDotProductAttention(query, key, value);
      const { output } = await engine.scaledDotProductAttentionAsync(query, key, value, { out: key.data });
      expect(output.data).toBe(key.data);
      expectSame(output, expected.output);
    });

    test('an output whose buffer shrinks during the call', async () => {
      const buffer = new ArrayBuffer(4 * 2000 * 64, { maxByteLength: 4 * 2000 * 64 });
      const onProgress = () => buffer.byteLength > 8 && buffer.resize(8);
      const promise = engine.scaledDotProductAttentionAsync(...long(), { out: new Float32Array(buffer), onProgress });
      await expect(promise).rejects.toThrow(/^out: its length changed during the call/);
      const { output } = await engine.scaledDotProductAttentionAsync(...long());
      expectSame(output, engine.scaledDotProductAttention(...long()).output);
    });

    test('invalid options are named', async () => {
      const call = (options) => engine.scaledDotProductAttentionAsync(...long(), options);
      await expect(call({ onProgress: 3 })).rejects.toThrow('onProgress: expected a function, got 3');
      await expect(call({ signal: {} })).rejects.toThrow('signal: expected an AbortSignal, got an object');
      await expect(call({ workers: 2 })).rejects.toThrow(/^options: unknown option 'workers'; .*signal/);
    });

    test('short calls are computed synchronously', async () => {
      const [q, k, v] = [1, 2, 3].map((seed) => lcg(seed, [1, 1, 8, 4]));
      const seen = [];
      const options = { needWeights: true, onProgress: (done) => seen.push(done) };
      const { weights } = await engine.scaledDotProductAttentionAsync(q, k, v, options);
      expect(weights).toEqual(engine.traceAttention(q, k, v).weights);
      expect(seen).toEqual([1]);
    });
  });

  test.each([0, 1, 2])('disposing of the engine with %i workers rejects pending and later calls', async (workers) => {
    const engine = await createEngine({ build, workers });
    const seen = [];
    const call = () => engine.scaledDotProductAttentionAsync(...long(), { onProgress: (done) => seen.push(done) });
    const promise = call();
    engine.dispose();
    await expect(promise).rejects.toThrow('this engine has been disposed of');
    const before = seen.length;
    await expect(call()).rejects.toThrow('this engine has been disposed of');
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen).toHaveLength(before);
  });
});

const read = async (url) => {
  const { buffer, byteOffset, byteLength } = await readFile(url);
  return buffer.slice(byteOffset, byteOffset + byteLength);
};

/** Simulated worker that crashes immediately, or when it gets work after it has reported that it is ready. */
const crashing = (source) => (onReply, onCrash) => {
  const worker = new Worker(source, { eval: true });
  worker.on('message', onReply);
  worker.on('error', (error) => onCrash(error.message));
  worker.on('exit', (code) => onCrash(`it exited with code ${code}`));
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    setIdle: () => undefined,
    terminate: () => void worker.terminate(),
  };
};
const AT_WORK = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', (message) => (message.kind === 'init' ? parentPort.postMessage({ kind: 'ready' }) : process.exit(7)));
`;

test('a worker crash rejects the call, and the next call gets a new worker', async () => {
  let started = 0;
  const crashesFirst = (...args) => (started++ === 0 ? crashing(AT_WORK) : startWorker)(...args);
  const engine = await engineFactory({ read, startWorker: crashesFirst })({ workers: 1 });
  const first = engine.scaledDotProductAttentionAsync(...long());
  await expect(first).rejects.toThrow('a worker of the engine crashed: it exited with code 7');
  const { output } = await engine.scaledDotProductAttentionAsync(...long());
  expectSame(output, engine.scaledDotProductAttention(...long()).output);
  expect(started).toBe(2);
  engine.dispose();
});

const LONGER = [1, 2, 3].map((seed) => lcg(seed, [1, 1, 3000, 64]));

/** Simulated worker that crashes before it starts. */
const absent = (_, onCrash) => {
  queueMicrotask(() => onCrash('it lacks memory'));
  return { post: () => undefined, setIdle: () => undefined, terminate: () => undefined };
};

test.each([0, 1])('of two workers, one that does not start leaves its work to the other: number %i', async (number) => {
  const warn = jest.spyOn(console, 'warn');
  let started = 0;
  const onlyOne = (...args) => (started++ === number ? absent : startWorker)(...args);
  const engine = await engineFactory({ read, startWorker: onlyOne })({ workers: 2 });
  const { output } = await engine.scaledDotProductAttentionAsync(...LONGER);
  expectSame(output, engine.scaledDotProductAttention(...LONGER).output);
  expect(started).toBe(2);
  expect(warn).not.toHaveBeenCalled(); // this thread has not computed it instead
  engine.dispose();
  warn.mockRestore();
});

test('this thread replaces a worker for short calls; long ones are left to the workers', async () => {
  let started = 0;
  let sent = 0;
  const counting = (...args) => {
    started++;
    const worker = startWorker(...args);
    return {
      ...worker,
      post: (message, transfer) => worker.post(message, transfer, message.kind === 'work' && sent++),
    };
  };
  const engine = await engineFactory({ read, startWorker: counting })({ workers: 2 });
  const parts = [];
  await engine.scaledDotProductAttentionAsync(...long(), { onProgress: (done) => parts.push(done) });
  expect(started).toBe(1);
  expect(sent).toBeLessThan(parts.length);
  sent = 0;
  parts.length = 0;
  const { output } = await engine.scaledDotProductAttentionAsync(...LONGER, { onProgress: (done) => parts.push(done) });
  expectSame(output, engine.scaledDotProductAttention(...LONGER).output);
  expect(started).toBe(2);
  expect(sent).toBe(parts.length);
  engine.dispose();
});

test('of very long keys only one copy is in flight at a time', async () => {
  const begun = [];
  const inFlight = new Set();
  let most = 0;
  const watching = (onReply, onCrash) => {
    const sentKeys = [];
    const worker = startWorker((reply) => {
      if (reply.kind !== 'ready') inFlight.delete(sentKeys.shift());
      onReply(reply);
    }, onCrash);
    const post = (message, transfer) => {
      if (message.kind === 'work') {
        const copy = message.batch.items.some(({ keyValue }) => keyValue) ? Symbol('keys') : null;
        sentKeys.push(copy);
        if (copy) {
          inFlight.add(copy);
          begun.push(worker);
        }
        most = Math.max(most, inFlight.size);
      }
      worker.post(message, transfer);
    };
    return { ...worker, post };
  };
  const engine = await engineFactory({ read, startWorker: watching })({ workers: 2 });
  const query = lcg(1, [1, 1, 400, 32]);
  const [key, value] = [2, 3].map((seed) => {
    const data = new Float32Array(270_000 * 32);
    const { data: block } = lcg(seed, [100, 32]);
    for (let at = 0; at < data.length; at += block.length) data.set(block, at);
    return { data, shape: [1, 1, 270_000, 32] };
  });
  const { output } = await engine.scaledDotProductAttentionAsync(query, key, value);
  expectSame(output, engine.scaledDotProductAttention(query, key, value).output);
  expect(new Set(begun).size).toBe(2);
  expect(begun).toHaveLength(2);
  expect(most).toBe(1);
  engine.dispose();
});

/**
 * Causal masks, as options that have already been checked: none, aligned at the first query and the first key, or at
 * the last query and the last key.
 */
const causalOf = fc.constantFrom(
  () => ({ isCausal: false, firstQuery: 0 }),
  () => ({ isCausal: true, firstQuery: 0 }),
  ({ queries, keys }) => ({ isCausal: true, firstQuery: keys - queries }),
);

test('the work of causal attention counts the keys up to each query’s position', () => {
  const sizes = fc.record({ queries: size(1, 40), keys: size(1, 40) });
  fc.assert(
    fc.property(sizes, causalOf, ({ queries, keys }, causal) => {
      const { isCausal, firstQuery } = causal({ queries, keys });
      const options = { needWeights: false, activation: 'softmax', eps: 0, variant: null, pattern: null };
      const attended = (query) => Math.min(Math.max(firstQuery + query + 1, 0), keys);
      const pairs = Array.from({ length: queries }, (_, query) => (isCausal ? attended(query) : keys));
      const shape = { batch: 2, heads: 3, queries, keys, headDim: 4, valueDim: 5 };
      expect(multiplyAdds({ sizes: shape, options: { ...options, isCausal, firstQuery } })).toBeCloseTo(
        2 * 3 * (4 + 5) * pairs.reduce((sum, count) => sum + count),
        6,
      );
    }),
  );
});

test('partitions cover all rows once and in order, begin at multiples of the block, and shrink', () => {
  const sizes = fc.record({
    batch: size(1, 3),
    heads: size(1, 9),
    queries: size(1, 3000),
    keys: size(1, 3000),
    headDim: size(1, 90),
    valueDim: size(1, 90),
  });
  const partitions = fc.record({
    threads: size(1, 9),
    maxFma: size(1e7, 1e9),
    queryBlock: size(1, 90),
    maxRows: fc.oneof(fc.constant(Infinity), size(1, 5000)),
  });
  const fused = { needWeights: false, activation: 'softmax', eps: 0, variant: null, pattern: null };
  fc.assert(
    fc.property(sizes, partitions, causalOf, (shape, { queryBlock, ...limits }, causal) => {
      const job = { sizes: shape, options: { ...fused, ...causal(shape) } };
      const batches = partition(job, { queryBlock, ...limits });
      let row = 0;
      for (const { batch, head, firstQuery, queries } of batches.flat()) {
        expect((batch * shape.heads + head) * shape.queries + firstQuery).toBe(row);
        expect(firstQuery % queryBlock).toBe(0);
        expect(queries).toBeGreaterThan(0);
        expect(firstQuery + queries).toBeLessThanOrEqual(shape.queries);
        row += queries;
      }
      expect(row).toBe(shape.batch * shape.heads * shape.queries);
      const heads = batches.map((items) => items.length);
      expect(heads).toEqual(heads.toSorted((a, b) => b - a));
    }),
  );
});

test('if no worker can be started, this thread computes', async () => {
  const never = crashing(`throw new Error('not here')`);
  const engine = await engineFactory({ read, startWorker: never })({ workers: 2 });
  const { output } = await engine.scaledDotProductAttentionAsync(...long());
  expectSame(output, engine.scaledDotProductAttention(...long()).output);
  engine.dispose();
});

test.each([-1, 1.5, 65, 'two'])('workers: %p is rejected', async (workers) => {
  await expect(createEngine({ workers })).rejects.toThrow(about('workers'));
});
