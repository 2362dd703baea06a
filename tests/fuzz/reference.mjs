// Reference for the fuzz tests: attention in plain loops and in double precision, as the papers define it, written from
// the documentation only.

const size = (shape) => shape.reduce((a, b) => a * b, 1);

/** Matrix product a [n, k] · b [k, m] of row-major arrays. */
export function product(a, b, n, k, m) {
  const c = new Float64Array(n * m);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < m; j++) {
      let sum = 0;
      for (let l = 0; l < k; l++) sum += a[i * k + l] * b[l * m + j];
      c[i * m + j] = sum;
    }
  return c;
}

/** Linear layer: x [n, from] · weightᵀ + bias, with weight [to, from]. */
export function linear(x, weight, bias, n, from, to) {
  const y = new Float64Array(n * to);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < to; j++) {
      let sum = bias ? bias[j] : 0;
      for (let l = 0; l < from; l++) sum += x[i * from + l] * weight[j * from + l];
      y[i * to + j] = sum;
    }
  return y;
}

/** Value at [batch b, head h, query i, key j] of an array that is broadcast to 4 dimensions. */
function broadcastAt({ data, shape }, [b, h, i, j]) {
  const padded = [...Array(4 - shape.length).fill(1), ...shape];
  const at = [b, h, i, j].map((index, axis) => (padded[axis] === 1 ? 0 : index));
  return data[((at[0] * padded[1] + at[1]) * padded[2] + at[2]) * padded[3] + at[3]];
}

function maskedBy(options, [b, h, i, j]) {
  const { mask, isCausal, keyLengths, pattern } = options;
  if (isCausal && j > i) return -Infinity;
  if (keyLengths && j >= keyLengths[b]) return -Infinity;
  if (pattern) {
    const global = pattern.global ?? [];
    const near = Math.abs(i - j) <= Math.floor(pattern.window / 2);
    if (!near && !global.includes(i) && !global.includes(j)) return -Infinity;
  }
  if (mask?.allow) return broadcastAt(mask.allow, [b, h, i, j]) ? 0 : -Infinity;
  if (mask?.block) return broadcastAt(mask.block, [b, h, i, j]) ? -Infinity : 0;
  return mask?.add ? broadcastAt(mask.add, [b, h, i, j]) : 0;
}

/** Attention weights of one query, from its row of masked scores. */
function weightsOf(row, { activation = 'softmax', eps = 0 }) {
  let weights;
  if (activation === 'relu') weights = row.map((score) => Math.max(0, score));
  else {
    const maximum = Math.max(...row);
    const powers = row.map((score) => (maximum === -Infinity ? 0 : Math.exp(score - maximum)));
    const sum = powers.reduce((a, b) => a + b, 0);
    weights = powers.map((power) => (sum > 0 ? power / sum : 0));
  }
  if (eps === 0) return weights;
  const smoothed = weights.map((weight) => weight + eps);
  const sum = smoothed.reduce((a, b) => a + b, 0);
  return smoothed.map((weight) => weight / sum);
}

/**
 * All steps of attention for query [batch, heads, queries, headDim]; key and value have as many heads as the query or
 * fewer.
 */
export function attention(query, key, value, options = /** @type {any} */ ({})) {
  const [batch, heads, queries, headDim] = query.shape;
  const [, kvHeads, keys] = key.shape;
  const valueDim = value.shape[3];
  const scale = options.scale ?? 1 / Math.sqrt(headDim);
  const steps = {};
  for (const step of ['scores', 'scaled', 'masked', 'weights'])
    steps[step] = new Float64Array(batch * heads * queries * keys);
  steps.output = new Float64Array(batch * heads * queries * valueDim);
  for (let b = 0; b < batch; b++)
    for (let h = 0; h < heads; h++)
      for (let i = 0; i < queries; i++) {
        const from = ((b * heads + h) * queries + i) * keys;
        const kv = (b * kvHeads + Math.floor((h * kvHeads) / heads)) * keys;
        for (let j = 0; j < keys; j++) {
          let score = 0;
          for (let c = 0; c < headDim; c++) {
            score += query.data[((b * heads + h) * queries + i) * headDim + c] * key.data[(kv + j) * headDim + c];
          }
          steps.scores[from + j] = score;
          steps.scaled[from + j] = score * scale;
          steps.masked[from + j] = score * scale + maskedBy(options, [b, h, i, j]);
        }
        const weights = weightsOf([...steps.masked.subarray(from, from + keys)], options);
        steps.weights.set(weights, from);
        for (let c = 0; c < valueDim; c++) {
          let sum = 0;
          for (let j = 0; j < keys; j++) sum += weights[j] * value.data[(kv + j) * valueDim + c];
          steps.output[((b * heads + h) * queries + i) * valueDim + c] = sum;
        }
      }
  return steps;
}

/**
 * Gradients of Σ output · outputGradient with respect to query, key and value, which all have the same number of heads.
 */
export function attentionGradients(query, key, value, outputGradient, options = {}) {
  const [batch, heads, queries, headDim] = query.shape;
  const keys = key.shape[2];
  const valueDim = value.shape[3];
  const scale = options.scale ?? 1 / Math.sqrt(headDim);
  const { weights } = attention(query, key, value, options);
  const gradients = {
    query: new Float64Array(query.data.length),
    key: new Float64Array(key.data.length),
    value: new Float64Array(value.data.length),
  };
  for (let head = 0; head < batch * heads; head++)
    for (let i = 0; i < queries; i++) {
      const row = head * queries + i;
      const toWeights = Array.from({ length: keys }, (_, j) => {
        let sum = 0;
        for (let c = 0; c < valueDim; c++) {
          const gradient = outputGradient.data[row * valueDim + c];
          sum += gradient * value.data[(head * keys + j) * valueDim + c];
          gradients.value[(head * keys + j) * valueDim + c] += weights[row * keys + j] * gradient;
        }
        return sum;
      });
      const mean = toWeights.reduce((sum, gradient, j) => sum + gradient * weights[row * keys + j], 0);
      for (let j = 0; j < keys; j++) {
        const toScore = weights[row * keys + j] * (toWeights[j] - mean) * scale;
        for (let c = 0; c < headDim; c++) {
          gradients.query[row * headDim + c] += toScore * key.data[(head * keys + j) * headDim + c];
          gradients.key[(head * keys + j) * headDim + c] += toScore * query.data[row * headDim + c];
        }
      }
    }
  return gradients;
}

/** Reshapes [batch, n, heads · d] to [batch, heads, n, d]. */
export function splitHeads(x, batch, n, heads, d) {
  const split = new Float64Array(x.length);
  for (let b = 0; b < batch; b++)
    for (let i = 0; i < n; i++)
      for (let h = 0; h < heads; h++)
        for (let c = 0; c < d; c++) split[((b * heads + h) * n + i) * d + c] = x[(b * n + i) * heads * d + h * d + c];
  return { data: split, shape: [batch, heads, n, d] };
}

const joinHeads = (x, batch, n, heads, d) => {
  const joined = new Float64Array(x.length);
  for (let b = 0; b < batch; b++)
    for (let i = 0; i < n; i++)
      for (let h = 0; h < heads; h++)
        for (let c = 0; c < d; c++) joined[(b * n + i) * heads * d + h * d + c] = x[((b * heads + h) * n + i) * d + c];
  return joined;
};

/**
 * Multi-head attention like PyTorch's nn.MultiheadAttention: inWeight [3·d, d], outWeight [d, d]; biases may be null.
 */
export function multihead({
  x,
  memory,
  batch,
  queries,
  keys,
  d,
  heads,
  inWeight,
  inBias,
  outWeight,
  outBias,
  options,
}) {
  const part = (array, index, rows) => array && array.subarray(index * rows, (index + 1) * rows);
  const project = (from, n, index) =>
    splitHeads(
      linear(from, part(inWeight, index, d * d), part(inBias, index, d), batch * n, d, d),
      batch,
      n,
      heads,
      d / heads,
    );
  const steps = attention(project(x, queries, 0), project(memory, keys, 1), project(memory, keys, 2), options);
  const concat = joinHeads(steps.output, batch, queries, heads, d / heads);
  return { ...steps, output: linear(concat, outWeight, outBias, batch * queries, d, d) };
}

function normalize(x, d, weight, bias, kind) {
  const y = new Float64Array(x.length);
  for (let from = 0; from < x.length; from += d) {
    const row = x.subarray(from, from + d);
    const mean = kind === 'rms' ? 0 : row.reduce((a, b) => a + b, 0) / d;
    const variance = row.reduce((sum, number) => sum + (number - mean) ** 2, 0) / d;
    row.forEach((number, c) => {
      y[from + c] = ((number - mean) / Math.sqrt(variance + 1e-5)) * weight[c] + (bias ? bias[c] : 0);
    });
  }
  return y;
}

/** Error function erf, by its series and its continued fraction. */
function erf(x) {
  const size = Math.abs(x);
  if (size > 6) return Math.sign(x);
  if (size < 2.5) {
    let [term, sum] = [size, size];
    for (let n = 1; n < 80; n++) {
      term *= (-size * size) / n;
      sum += term / (2 * n + 1);
    }
    return (Math.sign(x) * 2 * sum) / Math.sqrt(Math.PI);
  }
  let fraction = 0;
  for (let n = 60; n > 0; n--) fraction = n / 2 / (size + fraction);
  return Math.sign(x) * (1 - Math.exp(-size * size) / Math.sqrt(Math.PI) / (size + fraction));
}

const ACTIVATIONS = {
  relu: (x) => Math.max(0, x),
  gelu: (x) => (x / 2) * (1 + erf(x / Math.SQRT2)),
  swiglu: (x) => x / (1 + Math.exp(-x)),
};

/** Encoder layer like PyTorch's TransformerEncoderLayer, for x [batch, n, d]. */
export function encoderLayer({ x, batch, n, d, heads, hidden, normFirst, norm, activation, weights: w, options }) {
  const add = (a, b) => a.map((number, at) => number + b[at]);
  const normalized = (y, which) => normalize(y, d, w[`norm${which}.weight`].data, w[`norm${which}.bias`]?.data, norm);
  const selfAttention = (y) =>
    multihead({
      x: y,
      memory: y,
      batch,
      queries: n,
      keys: n,
      d,
      heads,
      options,
      inWeight: w['self_attn.in_proj_weight'].data,
      inBias: w['self_attn.in_proj_bias'].data,
      outWeight: w['self_attn.out_proj.weight'].data,
      outBias: w['self_attn.out_proj.bias'].data,
    }).output;
  const feedForward = (y) => {
    const to = (name) => linear(y, w[`${name}.weight`].data, w[`${name}.bias`].data, batch * n, d, hidden);
    const inner = to('linear1');
    const up = activation === 'swiglu' ? to('up') : null;
    const active = inner.map((number, at) => ACTIVATIONS[activation](number) * (up ? up[at] : 1));
    return linear(active, w['linear2.weight'].data, w['linear2.bias'].data, batch * n, hidden, d);
  };
  let y = Float64Array.from(x);
  for (const [which, sublayer] of /** @type {const} */ ([
    [1, selfAttention],
    [2, feedForward],
  ])) {
    y = normFirst ? add(y, sublayer(normalized(y, which))) : normalized(add(y, sublayer(y)), which);
  }
  return y;
}

/** Linear attention with the feature map elu(√scale · x) + 1. */
export function linearAttention(query, key, value, options = /** @type {any} */ ({})) {
  const { isCausal, keyLengths, scale } = options;
  const [batch, heads, queries, headDim] = query.shape;
  const [, kvHeads, keys] = key.shape;
  const valueDim = value.shape[3];
  const root = Math.sqrt(scale ?? 1 / Math.sqrt(headDim));
  const feature = (x) => (x > 0 ? x * root + 1 : Math.exp(x * root));
  const output = new Float64Array(batch * heads * queries * valueDim);
  for (let b = 0; b < batch; b++)
    for (let h = 0; h < heads; h++)
      for (let i = 0; i < queries; i++) {
        const kv = (b * kvHeads + Math.floor((h * kvHeads) / heads)) * keys;
        const weights = Array.from({ length: keys }, (_, j) => {
          if ((isCausal && j > i) || (keyLengths && j >= keyLengths[b])) return 0;
          let sum = 0;
          for (let c = 0; c < headDim; c++) {
            const q = query.data[((b * heads + h) * queries + i) * headDim + c];
            sum += feature(q) * feature(key.data[(kv + j) * headDim + c]);
          }
          return sum;
        });
        const total = weights.reduce((a, b2) => a + b2, 0);
        for (let c = 0; c < valueDim; c++) {
          const sum = weights.reduce((a, weight, j) => a + weight * value.data[(kv + j) * valueDim + c], 0);
          output[((b * heads + h) * queries + i) * valueDim + c] = total > 0 ? sum / total : 0;
        }
      }
  return output;
}

export { size };
