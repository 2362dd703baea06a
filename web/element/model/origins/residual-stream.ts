// The residual stream of a run: what the layers add up, and so what the input of each attention is made of, where the
// blocks are pre-norm: x + f(norm(x)). The engine keeps the normalized inputs; the sums are computed here, token by token,
// when somebody looks at one.
import { partOf, project } from '../parameters.js';
import type { ModelPart, Run } from '../../../engine/model/run.js';
import type { ShownModel } from '../shown-model.js';
import type { StackDescription } from '../../../engine/model/description.js';
import type { VectorOrigin } from '../../../view/view-model.js';

/** A place in the model where the stream is read: before an attention, or after the last block of the encoder. */
export interface StreamPlace {
  attention: 'encoder' | 'decoder' | 'cross';
  /** The number of layers of the encoder stands for its end. */
  layer: number;
}

type Activation = (x: number) => number;

const ACTIVATIONS: Partial<Record<NonNullable<StackDescription['activation']>, Activation>> = {
  relu: (x) => Math.max(0, x),
  silu: (x) => x / (1 + Math.exp(-x)),
  geluTanh: (x) => (x / 2) * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3))),
};

const POSITIONS = ['none', 'learned', 'sinusoids', 'rotaryHalves', 'rotaryPairs'];

/** Whether the sums of a stack are known here. */
const isTraced = ({
  normFirst = true,
  hasOutputNorms = false,
  hasEmbeddingNorm = false,
  activation = 'relu',
  positions = 'none',
  patchDim = 0,
}: StackDescription): boolean =>
  normFirst &&
  patchDim === 0 &&
  !hasOutputNorms &&
  !hasEmbeddingNorm &&
  activation in ACTIVATIONS &&
  POSITIONS.includes(positions);

const add = (...vectors: Float32Array[]): Float32Array =>
  vectors[0]!.map((_, at) => vectors.reduce((sum, vector) => sum + vector[at]!, 0));

const rowOf = ({ data, shape }: { data: Float32Array; shape: readonly number[] }, row: number): Float32Array =>
  data.subarray(row * shape[1]!, (row + 1) * shape[1]!);

/** sin and cos of the position (Vaswani et al. 2017, section 3.5). */
export function positionAt(position: number, dimension: number, embedDim: number): number {
  const angle = position * 10_000 ** (-(dimension - (dimension % 2)) / embedDim);
  return dimension % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
}

/** Mean and standard deviation of a vector; of RMSNorm no mean, and the root of the mean square. */
function moments(
  x: Float32Array,
  { norm = 'layer', epsilon = 1e-5 }: StackDescription,
): { mean: number | null; deviation: number } {
  const mean = norm === 'rms' ? 0 : x.reduce((sum, each) => sum + each, 0) / x.length;
  const variance = x.reduce((sum, each) => sum + (each - mean) ** 2, 0) / x.length;
  return { mean: norm === 'rms' ? null : mean, deviation: Math.sqrt(variance + epsilon) };
}

export class ResidualStream {
  readonly #model: ShownModel;
  readonly #run: Run;
  readonly #summands = new Map<string, readonly Float32Array[]>();

  constructor(model: ShownModel, run: Run) {
    this.#model = model;
    this.#run = run;
  }

  /** What one number of the input at a place is computed from; null where it is not known here. */
  originOf(place: StreamPlace, token: number, dimension: number): VectorOrigin | null {
    const stack = this.#stackOf(place.attention);
    if (!stack || !isTraced(stack)) return null;
    const summands = this.#summandsAt(place, token);
    const { weight, bias } = this.#part(this.#normName(place));
    const norm = {
      ...moments(add(...summands), stack),
      weight: weight.data[dimension]!,
      bias: bias ? bias.data[dimension]! : null,
    };
    if (place.layer === 0 && place.attention !== 'cross') {
      const terms = this.#embeddingTerms(place.attention, token, dimension);
      return { source: isAdded(stack) ? 'table' : 'tokenTable', terms, norm };
    }
    const source = place.attention === 'cross' ? 'crossResidual' : 'residual';
    return { source, terms: summands.map((vector) => ({ left: vector[dimension]! })), norm };
  }

  #stackOf(attention: StreamPlace['attention']): StackDescription | undefined {
    return this.#model.description?.[attention === 'encoder' ? 'encoder' : 'decoder'];
  }

  #part(name: string): ModelPart {
    return partOf(this.#model, name);
  }

  #normName({ attention, layer }: StreamPlace): string {
    if (attention === 'encoder' && layer === this.#run.layers.encoder) return 'encoder.final_norm';
    if (attention === 'cross') return `decoder.${layer}.cross_attention_norm`;
    return `${attention}.${layer}.self_attention_norm`;
  }

  /** The summands of an embedding: scale · weight × row of the table …, and the position where one is added. */
  #embeddingTerms(attention: 'encoder' | 'decoder', token: number, dimension: number): VectorOrigin['terms'] {
    const { embedDim } = this.#model;
    const stack = this.#stackOf(attention)!;
    const { rows, weights } = this.#run.embeddingRows(attention)![token]!;
    const table = this.#part(`${attention}.tokens`).weight;
    const scale = stack.embeddingScale ?? 1;
    const terms = rows.map((row, at) => {
      const [left, right] = [scale * weights[at]!, table.data[row * embedDim + dimension]!];
      return left === 1 ? { left: right } : { left, right };
    });
    return isAdded(stack) ? [...terms, { left: this.#position(attention, stack, token, dimension) }] : terms;
  }

  #position(attention: 'encoder' | 'decoder', stack: StackDescription, token: number, dimension: number): number {
    const { embedDim } = this.#model;
    if (stack.positions !== 'learned') return positionAt(token, dimension, embedDim);
    return this.#part(`${attention}.positions`).weight.data[token * embedDim + dimension]!;
  }

  /** What is added up at a place for a token, each [embedDim]. */
  #summandsAt(place: StreamPlace, token: number): readonly Float32Array[] {
    const key = `${place.attention} ${place.layer} ${token}`;
    const summands = this.#summands.get(key) ?? this.#computeSummands(place, token);
    this.#summands.set(key, summands);
    return summands;
  }

  #computeSummands({ attention, layer }: StreamPlace, token: number): readonly Float32Array[] {
    const run = this.#run;
    const outputOf = (of: StreamPlace['attention'], index: number) => rowOf(run.layer(of, index).output, token);
    if (attention === 'cross') {
      return [add(...this.#summandsAt({ attention: 'decoder', layer }, token)), outputOf('decoder', layer)];
    }
    if (layer === 0) return [this.#embedding(attention, token)];
    const below = layer - 1;
    const before = add(...this.#summandsAt({ attention, layer: below }, token));
    const attended = [outputOf(attention, below)];
    if (attention === 'decoder' && run.layers.cross > 0) attended.push(outputOf('cross', below));
    const { isParallel = false } = this.#stackOf(attention)!;
    const read = isParallel ? before : add(before, ...attended);
    return [before, ...attended, this.#feedForward(attention, below, read)];
  }

  #embedding(attention: 'encoder' | 'decoder', token: number): Float32Array {
    return Float32Array.from({ length: this.#model.embedDim }, (_, dimension) =>
      this.#embeddingTerms(attention, token, dimension).reduce((sum, { left, right = 1 }) => sum + left * right, 0),
    );
  }

  /** W₂·f(W₁·norm(x)), or with a gate W₂·(f(W₁·norm(x)) ∘ G·norm(x)), [embedDim]. */
  #feedForward(attention: 'encoder' | 'decoder', layer: number, x: Float32Array): Float32Array {
    const stack = this.#stackOf(attention)!;
    const part = (name: string) => this.#part(`${attention}.${layer}.${name}`);
    const input = normalize(x, stack, part('feed_forward_norm'));
    const activate = ACTIVATIONS[stack.activation ?? 'relu']!;
    let hidden = project(input, part('feed_forward.linear1')).map(activate);
    if (stack.isGated) {
      const gate = project(input, part('feed_forward.gate'));
      hidden = hidden.map((value, at) => value * gate[at]!);
    }
    return project(hidden, part('feed_forward.linear2'));
  }
}

/** Whether positions are added to the embeddings. */
const isAdded = ({ positions = 'none' }: StackDescription): boolean =>
  positions === 'learned' || positions === 'sinusoids';

function normalize(x: Float32Array, stack: StackDescription, { weight, bias }: ModelPart): Float32Array {
  const { mean, deviation } = moments(x, stack);
  return x.map((each, c) => ((each - (mean ?? 0)) / deviation) * weight.data[c]! + (bias ? bias.data[c]! : 0));
}
