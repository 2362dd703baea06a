// Fuzz test of random valid calls, compared with the reference in reference.mjs.
import * as library from 'attention-spotlight';
import { expectClose, Finding } from './checks.mjs';
import { layerWeights } from './layer-weights.mjs';
import * as reference from './reference.mjs';

const TOLERANCE = 2e-4;
/** Tolerance of a sum that the engine computes in float32, so that its error grows with the number of terms. */
const toleranceOf = (terms) => TOLERANCE * Math.max(1, Math.sqrt(terms) / 8);

function randomMask(random, [batch, heads, queries, keys]) {
  const kind = random.pick(['none', 'none', 'allow', 'block', 'add']);
  if (kind === 'none') return {};
  const full = [batch, heads, queries, keys].map((size) => (random.chance(0.3) ? 1 : size));
  const shape = full.slice(random.int(0, 3));
  if (kind !== 'add') return { mask: { [kind]: random.flags(shape) } };
  const add = random.tensor(shape, 3);
  for (let at = 0; at < add.data.length; at++) if (random.chance(0.2)) add.data[at] = -Infinity;
  return { mask: { add } };
}

function arrangement(random, { grouped = true, long = false } = {}) {
  const batch = random.int(1, 2);
  const kvHeads = random.int(1, 3);
  const heads = grouped && random.chance(0.3) ? kvHeads * random.int(1, 3) : kvHeads;
  const most = long ? 150 : random.pick([3, 17, 70]);
  const queries = random.int(1, most);
  const keys = random.chance(0.4) ? queries : random.int(1, most);
  const [headDim, valueDim] = [random.int(1, 20), random.int(1, 20)];
  const magnitude = random.pick([0.1, 1, 2, 5]);
  const inputs = [
    random.tensor([batch, heads, queries, headDim], magnitude),
    random.tensor([batch, kvHeads, keys, headDim], magnitude),
    random.tensor([batch, kvHeads, keys, valueDim], magnitude),
  ];
  const options = {
    ...(heads !== kvHeads ? { enableGqa: true } : {}),
    ...(random.chance(0.3) ? { isCausal: true } : {}),
    ...(random.chance(0.3) ? { keyLengths: Array.from({ length: batch }, () => random.int(0, keys)) } : {}),
    ...(random.chance(0.3) ? { scale: random.pick([0, 1, 0.3, -0.5]) } : {}),
  };
  return { inputs, options, sizes: [batch, heads, queries, keys] };
}

const patternOf = (random, tokens) => ({
  kind: 'window',
  window: random.int(0, tokens + 3),
  global: Array.from({ length: random.int(0, 3) }, () => random.int(0, tokens - 1)),
});

async function scaledDotProduct(engine, random) {
  const { inputs, options, sizes } = arrangement(random, { long: random.chance(0.1) });
  Object.assign(options, randomMask(random, sizes));
  if (sizes[2] === sizes[3] && random.chance(0.3)) options.pattern = patternOf(random, sizes[3]);
  if (random.chance(0.2)) options.eps = random.pick([0.01, 1]);
  if (random.chance(0.2)) options.activation = 'relu';
  const expected = reference.attention(...inputs, options);
  const tolerance = toleranceOf(inputs[0].shape[3] * sizes[3]);
  const { output } = engine.scaledDotProductAttention(...inputs, options);
  expectClose('output', output.data, expected.output, tolerance);
  const withWeights = engine.scaledDotProductAttention(...inputs, { ...options, needWeights: true });
  expectClose('weights', withWeights.weights.data, expected.weights, tolerance);
  expectClose('output with weights', withWeights.output.data, expected.output, tolerance);
  const trace = engine.traceAttention(...inputs, options);
  for (const step of ['scores', 'scaled', 'masked', 'weights', 'output']) {
    expectClose(`trace.${step}`, trace[step].data, expected[step], tolerance);
  }
  const out = new Float32Array(output.data.length).fill(random.unit());
  const later = await engine.scaledDotProductAttentionAsync(...inputs, { ...options, out });
  if (later.output.data !== out) throw new Finding('out: another array came back');
  expectClose('asynchronous output', out, output.data, 0);
}

/**
 * Asynchronous attention over sequences that are long enough for workers and time slices. The inputs are changed while
 * the call runs.
 */
async function asynchronous(engine, random) {
  const [heads, queries, keys, dim] = [
    random.int(1, 3),
    random.int(200, 400),
    random.int(200, 400),
    random.int(48, 64),
  ];
  const inputs = [queries, keys, keys].map((n) => random.tensor([1, heads, n, dim], 1));
  const options = {
    isCausal: random.chance(0.5),
    dropoutP: random.pick([0, 0.4]),
    seed: random.int(0, 9),
    needWeights: random.chance(0.5),
    activation: random.pick(['softmax', 'softmax', 'relu']),
  };
  const expected = engine.scaledDotProductAttention(...inputs, options);
  const promise = engine.scaledDotProductAttentionAsync(...inputs, options);
  const { data } = random.pick(inputs);
  data.fill(random.pick([NaN, 0, 1]));
  const { output, weights } = await promise;
  expectClose('asynchronous output', output.data, expected.output.data, 0);
  if (options.needWeights) expectClose('asynchronous weights', weights.data, expected.weights.data, 0);
}

function dropout(engine, random) {
  const { inputs, options } = arrangement(random);
  const dropoutP = random.pick([0.1, 0.5, 0.9, 1]);
  const seed = random.pick([0, 7, 2 ** 53 - 1]);
  const { weights: whole } = engine.traceAttention(...inputs, options);
  const { weights, output } = engine.traceAttention(...inputs, { ...options, dropoutP, seed });
  weights.data.forEach((weight, at) => {
    const kept = whole.data[at] / (1 - dropoutP);
    if (weight !== 0 && !(Math.abs(weight - kept) <= 1e-5 * Math.max(1, kept))) {
      throw new Finding(`dropout[${at}]: got ${weight}, expected 0 or ${kept}`);
    }
  });
  const fused = engine.scaledDotProductAttention(...inputs, { ...options, dropoutP, seed }).output;
  expectClose('output with dropout', fused.data, output.data, 20 * TOLERANCE);
}

function gradients(engine, random) {
  const { inputs, options, sizes } = arrangement(random, { grouped: false });
  Object.assign(options, randomMask(random, sizes));
  const outputGradient = random.tensor([...sizes.slice(0, 3), inputs[2].shape[3]], 1);
  const expected = reference.attentionGradients(...inputs, outputGradient, options);
  const got = engine.attentionBackward(...inputs, outputGradient, options);
  const tolerance = 10 * toleranceOf(sizes[3] * sizes[2]);
  for (const name of ['query', 'key', 'value'])
    expectClose(`gradient of ${name}`, got[name].data, expected[name], tolerance);
}

function linear(engine, random) {
  const { inputs, options } = arrangement(random);
  if (options.scale <= 0) delete options.scale;
  const expected = reference.linearAttention(...inputs, options);
  const { output } = engine.scaledDotProductAttention(...inputs, { ...options, variant: { kind: 'linear' } });
  expectClose('linear attention', output.data, expected, 10 * toleranceOf(inputs[1].shape[2]));
}

function linformer(engine, random) {
  const { inputs, options } = arrangement(random);
  const [query, key, value] = inputs;
  const { enableGqa, scale } = options;
  const [batch, kvHeads, keys] = key.shape;
  const rank = random.int(1, keys);
  const [e, f] = [random.tensor([rank, keys], 1), random.tensor([rank, keys], 1)];
  const project = ({ data, shape }, matrix) => {
    const dim = shape[3];
    const projected = [];
    for (let head = 0; head < batch * kvHeads; head++) {
      projected.push(...reference.product(matrix.data, data.subarray(head * keys * dim), rank, keys, dim));
    }
    return { data: projected, shape: [batch, kvHeads, rank, dim] };
  };
  const plain = { ...(enableGqa ? { enableGqa } : {}), ...(scale === undefined ? {} : { scale }) };
  const expected = reference.attention(query, project(key, e), project(value, f), plain).output;
  const variant = { kind: 'linformer', rank, keyProjection: e, valueProjection: f };
  const { output } = engine.scaledDotProductAttention(query, key, value, { ...plain, variant });
  expectClose('linformer', output.data, expected, 20 * toleranceOf(keys * keys));
}

function matmul(engine, random) {
  const [rows, depth, columns] = [random.int(1, 70), random.int(1, 70), random.int(1, 70)];
  const batch = Array.from({ length: random.int(0, 2) }, () => random.int(1, 3));
  const part = () => batch.map((size) => (random.chance(0.3) ? 1 : size)).slice(random.int(0, batch.length));
  const [a, b] = [random.tensor([...part(), rows, depth]), random.tensor([...part(), depth, columns])];
  const product = engine.matmul(a, b);
  const whole = product.shape.slice(0, -2);
  const indexIn = ({ shape }, index) => {
    let [at, step, rest] = [0, 1, index];
    for (let axis = whole.length - 1; axis >= 0; axis--) {
      const size = shape.slice(0, -2)[axis - whole.length + shape.length - 2] ?? 1;
      if (size > 1) at += (rest % whole[axis]) * step;
      step *= size;
      rest = Math.floor(rest / whole[axis]);
    }
    return at;
  };
  for (let index = 0; index < reference.size(whole); index++) {
    const [from, other] = [indexIn(a, index) * rows * depth, indexIn(b, index) * depth * columns];
    const expected = reference.product(a.data.subarray(from), b.data.subarray(other), rows, depth, columns);
    const got = product.data.subarray(index * rows * columns, (index + 1) * rows * columns);
    expectClose('matmul', got, expected, toleranceOf(depth));
  }
}

function multihead(engine, random) {
  const heads = random.int(1, 4);
  const d = heads * random.int(1, 8);
  const [batch, queries, keys] = [random.int(1, 2), random.int(1, 40), random.int(1, 40)];
  const [inWeight, outWeight] = [random.tensor([3 * d, d], 0.5), random.tensor([d, d], 0.5)];
  const biases = random.chance(0.5);
  const [inBias, outBias] = [random.tensor([3 * d]), random.tensor([d])];
  const [x, other] = [random.tensor([batch, queries, d]), random.tensor([batch, keys, d])];
  const memory = random.chance(0.5) ? x : other;
  const options = random.chance(0.5) ? { isCausal: true } : {};
  const layer = engine.createMultiheadAttention({
    embedDim: d,
    numHeads: heads,
    inProjWeight: inWeight,
    outProjWeight: outWeight,
    ...(biases ? { inProjBias: inBias, outProjBias: outBias } : {}),
  });
  try {
    const expected = reference.multihead({
      x: x.data,
      memory: memory.data,
      batch,
      queries,
      keys: memory.shape[1],
      d,
      heads,
      options,
      inWeight: inWeight.data,
      outWeight: outWeight.data,
      inBias: biases ? inBias.data : null,
      outBias: biases ? outBias.data : null,
    });
    const tolerance = 10 * toleranceOf(d * memory.shape[1]);
    expectClose('multi-head output', layer.forward(x, memory, memory, options).output.data, expected.output, tolerance);
    const trace = layer.trace(x, memory, memory, options);
    for (const step of ['scores', 'scaled', 'masked', 'weights', 'output']) {
      expectClose(`multi-head ${step}`, trace[step].data, expected[step], tolerance);
    }
  } finally {
    layer.dispose();
  }
}

function layer(engine, random) {
  const heads = random.int(1, 3);
  const d = heads * random.int(1, 6);
  const [batch, n, hidden] = [random.int(1, 2), random.int(1, 20), random.int(1, 24)];
  const [norm, activation] = [random.pick(['layer', 'rms']), random.pick(['relu', 'gelu', 'swiglu'])];
  const normFirst = random.chance(0.5);
  const weights = layerWeights(random, { d, hidden, norm, activation, magnitude: 1 });
  const config = { embedDim: d, numHeads: heads, feedforwardDim: hidden, normFirst, norm, activation, weights };
  const made = engine.createTransformerLayer(config);
  try {
    const x = random.tensor([batch, n, d]);
    const options = { isCausal: random.chance(0.5) };
    const expected = reference.encoderLayer({ x: x.data, batch, n, d, heads, hidden, ...config, options });
    // The layer's tolerance is high because post-norm divides by the standard deviation of a row, which may be small.
    expectClose('layer', made.forward(x, options).data, expected, 0.01);
    if (batch > 1) return;
    const causal = made.forward(x, { isCausal: true }).data;
    made.begin();
    for (let token = 0; token < n; token++) {
      const vector = { data: x.data.subarray(token * d, (token + 1) * d), shape: [1, 1, d] };
      expectClose('step', made.step(vector).data, causal.subarray(token * d, (token + 1) * d), 0.01);
    }
  } finally {
    made.dispose();
  }
}

function pureFunctions(engine, random) {
  const { costOf, fromHalfPrecision, fromInt8PerRow, toHalfPrecision, toInt8PerRow } = library;
  const [rows, columns] = [random.int(1, 12), random.int(1, 12)];
  const matrix = random.tensor([rows, columns], 10 ** random.int(-38, 38));
  const back = fromInt8PerRow(toInt8PerRow(matrix)).data;
  for (let row = 0; row < rows; row++) {
    const numbers = matrix.data.subarray(row * columns, (row + 1) * columns);
    const largest = Math.max(...numbers.map(Math.abs));
    numbers.forEach((number, at) => {
      const error = Math.abs(back[row * columns + at] - number);
      if (!(error <= largest * (1 / 254 + 2 ** -23) + 1e-43))
        throw new Finding(`int8 of ${number}: ${back[row * columns + at]}`);
    });
  }
  const small = random.tensor([rows], 60_000);
  expectClose('float16', fromHalfPrecision(toHalfPrecision(small)).data, small.data, 2 ** -11);
  const tokens = random.int(1, 150);
  const pattern = patternOf(random, tokens);
  const kept = engine.patternMask(pattern, tokens).allow.data.reduce((a, b) => a + b, 0);
  const counted = costOf({ queries: tokens, headDim: 1, pattern }).steps.scores.multiplyAdds;
  if (kept !== counted)
    throw new Finding(`costOf counts ${counted} pairs of ${kept}: ${JSON.stringify({ tokens, pattern })}`);
  const weights = random.tensor([2, tokens, tokens], 0.5);
  const rollout = library.attentionRollout([weights, weights]);
  if (rollout.length !== 2) throw new Finding('attentionRollout: not two layers');
  const mean = library.meanOfHeads(weights);
  expectClose(
    'mean',
    mean.data,
    Array.from(mean.data, (_, at) => (weights.data[at] + weights.data[at + tokens ** 2]) / 2),
    1e-6,
  );
  const bound = Math.sqrt(6 / (rows + columns));
  const initial = engine.xavierUniform([rows, columns], { seed: random.pick([0, 5, 2 ** 53 - 1]) });
  if (initial.data.some((x) => !(Math.abs(x) <= bound * 1.000001))) throw new Finding('xavierUniform beyond its bound');
}

const WORDS = [
  'The',
  'cat',
  'sat',
  'on',
  'it',
  'because',
  'tired',
  '.',
  ',',
  '我',
  '喜欢',
  '猫',
  '𠮷',
  'naïve',
  '👩‍👩‍👧',
  'x',
];

/**
 * Runs a model with random interventions, and checks that the steps of each head's attention follow from its queries
 * and keys.
 */
function modelRun(engine, random, { models }) {
  const model = random.pick(models);
  const text = Array.from({ length: random.int(1, 20) }, () => random.pick(WORDS)).join(random.pick([' ', ' ', '']));
  const tokens = library.tokenize(text).length;
  const token = () => random.int(0, tokens - 1);
  const intervene = {
    ...(random.chance(0.3) ? { causal: true } : {}),
    ...(random.chance(0.3) ? { useScaling: false } : {}),
    ...(random.chance(0.3) ? { temperature: random.pick([0.1, 2, 1e-30, 1e30]) } : {}),
    ...(random.chance(0.3) ? { blockedPairs: [[token(), token()]] } : {}),
    ...(random.chance(0.2) ? { ablateTokens: [token()] } : {}),
    ...(random.chance(0.2) ? { padding: token() } : {}),
  };
  const run = model.run(text, { intervene });
  const attention = random.pick(Object.keys(run.layers).filter((each) => run.layers[each] > 0));
  const layer = random.int(0, run.layers[attention] - 1);
  const { query, key, value, scaled, masked, weights, output } = run.trace(
    attention,
    layer,
    random.int(0, run.numHeads - 1),
  );
  const whole = ({ data, shape }) => ({ data, shape: [1, 1, ...shape] });
  const allow = { data: Uint8Array.from(masked.data, (score) => Number(score !== -Infinity)), shape: masked.shape };
  const expected = reference.attention(whole(query), whole(key), whole(value), { scale: run.scale, mask: { allow } });
  const size = Math.max(1, ...scaled.data.map(Math.abs));
  expectClose('scaled', scaled.data, expected.scaled, size * TOLERANCE);
  if (size > 1e3) return; // a softmax of such scores turns their rounding errors into other weights
  expectClose('weights', weights.data, expected.weights, 1e-3 * size);
  expectClose('output', output.data, expected.output, 1e-2 * size);
}

export const VALID_CALLS = {
  scaledDotProduct,
  asynchronous,
  dropout,
  gradients,
  linear,
  linformer,
  matmul,
  multihead,
  layer,
  pureFunctions,
  modelRun,
};
