// Decomposes a head's queries or keys into sums over residual-stream components.
import { functionalsOf } from './functionals.js';
import { passNorm, sourcesOf, StreamReader, type Source, type SourceValues } from './stream-sources.js';
import { stackOf, type AttentionType } from '../engine/transformer/head-ref.js';
import type { LayeredModel } from './question.js';
import type { Run } from '../engine/transformer/run.js';

/** A head whose queries, keys or scores are decomposed. */
export interface ScoredHead {
  readonly attention: AttentionType;
  readonly layer: number;
  readonly head: number;
}

/**
 * Contribution of one source (a component of the residual stream, or a bias) to a head's final queries or keys,
 * [tokens, headDim].
 */
export interface SourceVectors {
  readonly source: Source;
  readonly vectors: Float64Array;
}

/**
 * Decomposes a head's queries or keys at some tokens into a sum of sources: each component of the residual stream
 * passes through the frozen norm, W_Q or W_K, the frozen norm of queries or keys and the rotation, which are all
 * linear; the norm's β and the bias are separate sources.
 * @param tokens in ascending order
 */
export function vectorsOf(
  run: Run,
  model: LayeredModel,
  side: 'query' | 'key',
  { attention, layer, head }: ScoredHead,
  tokens: readonly number[],
): SourceVectors[] {
  const reader = new StreamReader(run, model, tokens);
  const own = stackOf(attention);
  const isOfSource = attention === 'cross' && side === 'key'; // true if the keys come from the encoder's output
  const { numHeads, numKvHeads, headDim } = model.description[own]!;
  const row = side === 'query' ? head : Math.floor((head * numKvHeads) / numHeads);
  const parameter = `${own}.${layer}.${attention === 'cross' ? 'cross' : 'self'}_attention`;
  const projection = `${parameter}.${side}`;
  const rows = Array.from({ length: headDim }, (_, at) => row * headDim + at);
  const { data } = model.parameter(`${projection}.weight`, rows);
  const matrix = rows.map((_, at) => data.subarray(at * model.embedDim, (at + 1) * model.embedDim));
  const turn = afterProjection(reader, side, { attention, layer, head: row }, parameter);
  const size = tokens.length * headDim;

  function* parts(): Generator<SourceValues> {
    let stream = functionalsOf(matrix, tokens.length);
    const bias = reader.vector(`${projection}.bias`)?.subarray(row * headDim, (row + 1) * headDim);
    if (bias) {
      const source = { name: `${projection}.bias`, kind: 'bias', attention, layer, head: null } as const;
      yield { source, values: Float64Array.from({ length: size }, (_, at) => bias[at % headDim]!) };
    }
    if (isOfSource) {
      if (reader.has('encoder.finalNormScale')) {
        stream = yield* passNorm(
          reader,
          ['encoder', 'encoder', null],
          'encoder.final_norm',
          'encoder.finalNormScale',
          stream,
        );
      }
      yield* sourcesOf(reader, { stack: 'encoder', layer: model.layers.encoder }, stream);
      return;
    }
    if (!reader.has(`${attention}.${layer}.attentionNorm`)) {
      const scale = `${attention}.${layer}.attentionNormScale`;
      stream = yield* passNorm(reader, [own, attention, layer], `${parameter}_norm`, scale, stream);
    }
    yield* sourcesOf(reader, { stack: own, layer, isAfterSelfAttention: attention === 'cross' }, stream);
  }
  return Array.from(parts(), ({ source, values }) => ({ source, vectors: turn(values) }));
}

/**
 * Applies the steps after the projection to queries or keys, [tokens, headDim]: a frozen norm and a rotation, if the
 * model has them.
 */
function afterProjection(
  reader: StreamReader,
  side: 'query' | 'key',
  { attention, layer, head }: ScoredHead,
  parameter: string,
): (vectors: Float64Array) => Float64Array {
  const activation = (step: string) => `${attention}.${layer}.${step}`;
  const stack = reader.model.description[stackOf(attention)]!;
  const { headDim } = stack;
  const divisor = activation(`${side}NormScale`);
  const weight = reader.vector(`${parameter}.${side}_norm.weight`);
  const scale = reader.has(divisor) ? reader.read(divisor, head) : null;
  const rotation = reader.has(activation('rotation')) ? reader.readHeads(activation('rotation')) : null;
  return (vectors) => {
    const scaled = scale
      ? vectors.map((each, at) => (each / scale[Math.floor(at / headDim)]!) * weight![at % headDim]!)
      : vectors;
    if (!rotation) return scaled;
    return rotated(scaled, headDim, rotation as [Float32Array, Float32Array], stack.positions === 'rotaryPairs');
  };
}

/**
 * Rotates queries or keys, [tokens, headDim], by the tokens' positions (Su et al. 2021): (a, b) becomes (a·cos − b·sin,
 * b·cos + a·sin), where b is the adjacent component, or the corresponding one of the other half.
 * @param cosines, sines cosine and sine of each angle, [tokens, rotaryDim/2]
 */
function rotated(
  vectors: Float64Array,
  headDim: number,
  [cosines, sines]: readonly [Float32Array, Float32Array],
  isPairs: boolean,
): Float64Array {
  const result = vectors.slice();
  const half = cosines.length / (vectors.length / headDim);
  cosines.forEach((cosine, at) => {
    const [token, pair] = [Math.floor(at / half), at % half];
    const a = token * headDim + (isPairs ? 2 * pair : pair);
    const b = a + (isPairs ? 1 : half);
    const sine = sines[at]!;
    result[a] = vectors[a]! * cosine - vectors[b]! * sine;
    result[b] = vectors[b]! * cosine + vectors[a]! * sine;
  });
  return result;
}
