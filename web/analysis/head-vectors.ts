// The queries or the keys of a head as sums over what was written to the residual stream.
import { functionalsOf } from './functionals.js';
import { passNorm, sourcesOf, StreamReader, type Source, type SourceValues } from './stream-sources.js';
import { stackOf, type AttentionType } from '../engine/transformer/head-ref.js';
import type { LayeredModel } from './question.js';
import type { Run } from '../engine/transformer/run.js';

/** A head whose scores are attributed. */
export interface ScoredHead {
  readonly attention: AttentionType;
  readonly layer: number;
  readonly head: number;
}

/** A part of a head's queries or keys, as they are multiplied: [tokens, headDim]. */
export interface SourceVectors {
  readonly source: Source;
  readonly vectors: Float64Array;
}

/**
 * The parts of a head's queries, or keys, at some tokens, whose sum they are: each part of the stream through the frozen norm,
 * W_Q, the frozen norm of queries and the rotation, which are linear; β of the norm and b_Q are parts of their own.
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
  const isOfSource = attention === 'cross' && side === 'key'; // of the encoder's output
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

/** The steps from projected queries or keys, [tokens, headDim], to those that are multiplied: a frozen norm, a rotation. */
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
 * Vectors [tokens, headDim] turned by their positions (Su et al. 2021): (a, b) becomes (a·cos − b·sin, b·cos + a·sin), where b
 * is the next number, or that of the other half.
 * @param cosines, sines [tokens, rotaryDim/2]
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
