// Decomposition of the residual stream into sources, such as heads. Linear functionals, such as a logit, are applied to
// each source.
import {
  beforeNorm,
  beforeProjection,
  valuesOf,
  valuesOfConstant,
  type FrozenNorm,
  type Functionals,
} from './functionals.js';
import { stackOf, type AttentionType } from '../engine/transformer/head-ref.js';
import type { LayeredModel } from './question.js';
import type { Run } from '../engine/transformer/run.js';

/** A component that writes to the residual stream, such as a head or a bias. */
export interface Source {
  /**
   * Name of the activation that the component writes, or of the parameter that it adds: 'decoder.embedding',
   * 'decoder.0.headResult', 'decoder.0.self_attention.output.bias'.
   */
  readonly name: string;
  readonly kind: 'embedding' | 'tokenTypes' | 'positions' | 'head' | 'feedForward' | 'bias';
  readonly attention: AttentionType;
  /** Layer of the component; null if it is before the first layer. */
  readonly layer: number | null;
  /** Index of the head; null if the component is not a head. */
  readonly head: number | null;
}

/** A component of the residual stream, and the value of each functional for its output, [tokens, functionals]. */
export interface SourceValues {
  readonly source: Source;
  readonly values: Float64Array;
  /** Functionals of the head's own output, before the norms between it and the stream; only set for heads. */
  readonly functionals?: Functionals;
}

/**
 * A point in a stack's residual stream: before a layer, within it, or at the end, where `layer` is the number of
 * layers.
 */
export interface StreamPlace {
  readonly stack: 'encoder' | 'decoder';
  readonly layer: number;
  /** True for the point after the layer's self-attention, where cross-attention reads the stream. */
  readonly isAfterSelfAttention?: boolean;
}

/** Reads a run's activations at given tokens of a stack (encoder or decoder). */
export class StreamReader {
  readonly model: LayeredModel;
  readonly #run: Run;
  readonly #tokens: readonly number[];
  readonly #activations: ReadonlySet<string>;
  readonly #parameters: ReadonlySet<string>;

  /**
   * Creates a reader of a run's activations.
   * @param tokens positions of the tokens at which activations are read, in ascending order
   */
  constructor(run: Run, model: LayeredModel, tokens: readonly number[]) {
    this.model = model;
    this.#run = run;
    this.#tokens = tokens;
    this.#activations = new Set(model.activations.map(({ name }) => name));
    this.#parameters = new Set(model.parameters.map(({ name }) => name));
  }

  has(activation: string): boolean {
    return this.#activations.has(activation);
  }

  /** Reads an activation at the reader's tokens, [tokens, size]; for an activation with heads, that of one head. */
  read(activation: string, head?: number): Float32Array {
    return this.#run.activation(activation, { tokens: this.#tokens, ...(head !== undefined && { heads: [head] }) })
      .data;
  }

  /** Reads an activation of all heads at the reader's tokens, a list of one tensor [tokens, size] per head. */
  readHeads(activation: string): Float32Array[] {
    const { data, shape } = this.#run.activation(activation, { tokens: this.#tokens });
    const [heads, size] = [shape[0]!, data.length / shape[0]!];
    return Array.from({ length: heads }, (_, head) => data.subarray(head * size, (head + 1) * size));
  }

  /** Reads a vector parameter, such as a bias; null if the model has no parameter of this name. */
  vector(parameter: string): Float32Array | null {
    return this.#parameters.has(parameter) ? this.model.parameter(parameter).data : null;
  }

  /**
   * Reads a norm with the divisors of the run, so that it is linear.
   * @param norm prefix of the names of the norm's parameters
   * @param scale name of the activation that contains the norm's divisors
   */
  norm(stack: 'encoder' | 'decoder', norm: string, scale: string): FrozenNorm {
    const kind = this.model.description[stack]!.norm ?? 'layer';
    return { kind, weight: this.vector(`${norm}.weight`)!, scale: this.read(scale) };
  }
}

/**
 * Yields the sources (components) of a residual stream, from the last layer to the first, each with the values of the
 * functionals of what it adds. If the norms' divisors are frozen, these values add up to those of the stream. In
 * post-norm layers, all earlier sources pass through the layer's norms.
 */
export function* sourcesOf(
  reader: StreamReader,
  place: StreamPlace,
  functionals: Functionals,
): Generator<SourceValues> {
  const { stack, layer, isAfterSelfAttention = false } = place;
  let stream = functionals;
  if (isAfterSelfAttention) stream = yield* sourcesOfAttention(reader, stack, layer, stream);
  for (let each = layer - 1; each >= 0; --each) {
    stream = yield* sourcesOfFeedForward(reader, stack, each, stream);
    if (reader.has(`cross.${each}.headResult`) && stack === 'decoder') {
      stream = yield* sourcesOfAttention(reader, 'cross', each, stream);
    }
    stream = yield* sourcesOfAttention(reader, stack, each, stream);
  }
  yield* sourcesOfEmbeddings(reader, stack, stream);
}

/** Yields a vector parameter that is added to the stream at every token, if the model has it. */
function* constantOf(
  reader: StreamReader,
  parameter: string,
  attention: AttentionType,
  layer: number | null,
  functionals: Functionals,
): Generator<SourceValues> {
  const vector = reader.vector(parameter);
  if (!vector) return;
  const source = { name: parameter, kind: 'bias', attention, layer, head: null } as const;
  yield { source, values: valuesOfConstant(functionals, vector) };
}

/** Yields the β of a norm as a source. @returns the functionals expressed in terms of the norm's input */
export function* passNorm(
  reader: StreamReader,
  [stack, attention, layer]: readonly ['encoder' | 'decoder', AttentionType, number | null],
  norm: string,
  scale: string,
  functionals: Functionals,
): Generator<SourceValues, Functionals> {
  yield* constantOf(reader, `${norm}.bias`, attention, layer, functionals);
  return beforeNorm(functionals, reader.norm(stack, norm, scale));
}

/**
 * Yields an attention layer's heads and its bias as sources.
 * @returns the functionals expressed in terms of the stream before the attention layer
 */
function* sourcesOfAttention(
  reader: StreamReader,
  attention: AttentionType,
  layer: number,
  functionals: Functionals,
): Generator<SourceValues, Functionals> {
  const stack = stackOf(attention);
  const place = [stack, attention, layer] as const;
  const parameter = `${stack}.${layer}.${attention === 'cross' ? 'cross' : 'self'}_attention`;
  const activation = (step: string) => `${attention}.${layer}.${step}`;
  let stream = functionals;
  if (reader.has(activation('attentionNorm'))) {
    stream = yield* passNorm(reader, place, `${parameter}_norm`, activation('attentionNormScale'), stream);
  }
  let output = stream;
  if (reader.has(activation('attentionOutputNormScale'))) {
    const scale = activation('attentionOutputNormScale');
    output = yield* passNorm(reader, place, `${parameter}_output_norm`, scale, output);
  }
  yield* constantOf(reader, `${parameter}.output.bias`, attention, layer, output);
  const name = activation('headResult');
  for (const [head, rows] of reader.readHeads(name).entries()) {
    yield {
      source: { name, kind: 'head', attention, layer, head },
      values: valuesOf(output, rows),
      functionals: output,
    };
  }
  return stream;
}

/**
 * Yields a feed-forward layer's output, including its bias, as a source.
 * @returns the functionals expressed in terms of the stream before the layer
 */
function* sourcesOfFeedForward(
  reader: StreamReader,
  stack: 'encoder' | 'decoder',
  layer: number,
  functionals: Functionals,
): Generator<SourceValues, Functionals> {
  const name = `${stack}.${layer}.feedForwardOutput`;
  if (!reader.has(name)) return functionals;
  let stream = functionals;
  if (reader.has(`${stack}.${layer}.feedForwardNorm`)) {
    const scale = `${stack}.${layer}.feedForwardNormScale`;
    stream = yield* passNorm(reader, [stack, stack, layer], `${stack}.${layer}.feed_forward_norm`, scale, stream);
  }
  const source = { name, kind: 'feedForward', attention: stack, layer, head: null } as const;
  yield { source, values: valuesOf(stream, reader.read(name)) };
  return stream;
}

function* sourcesOfEmbeddings(
  reader: StreamReader,
  stack: 'encoder' | 'decoder',
  functionals: Functionals,
): Generator<SourceValues> {
  let stream = functionals;
  if (reader.has(`${stack}.embeddingProjection`)) {
    yield* constantOf(reader, `${stack}.projection.bias`, stack, null, stream);
    stream = beforeProjection(stream, reader.model.parameter(`${stack}.projection.weight`));
  }
  if (reader.has(`${stack}.embeddingNorm`)) {
    const scale = `${stack}.embeddingNormScale`;
    stream = yield* passNorm(reader, [stack, stack, null], `${stack}.embedding_norm`, scale, stream);
  }
  const kinds = {
    positions: 'positions',
    tokenTypes: 'tokenTypes',
    patches: 'embedding',
    embedding: 'embedding',
  } as const;
  for (const [step, kind] of Object.entries(kinds)) {
    const name = `${stack}.${step}`;
    if (!reader.has(name)) continue;
    const source = { name, kind, attention: stack, layer: null, head: null } as const;
    yield { source, values: valuesOf(stream, reader.read(name)) };
  }
}
