// The residual stream of a run: what the layers add up, and so what the input of each attention is made of. The blocks are
// pre-norm: x + f(norm(x)). The engine keeps the normalized inputs; the sums are computed here when somebody looks at one.
import { parameterOf, project } from './parameters.js';
import type { Run } from '../../engine/model/run.js';
import type { Tensor } from '../../engine/core/tensor.js';
import type { TransformerModel } from '../../engine/index.js';
import type { VectorOrigin } from '../../view/view-model.js';

/** The ε of the engine's LayerNorm. */
const EPSILON = 1e-5;

/** A place in the model where the stream is read: before an attention, or after the last block of the encoder. */
export interface StreamPlace {
  attention: 'encoder' | 'decoder' | 'cross';
  /** The number of layers of the encoder stands for its end. */
  layer: number;
}

const add = (...tensors: Tensor[]): Tensor => ({
  data: tensors[0]!.data.map((_, at) => tensors.reduce((sum, { data }) => sum + data[at]!, 0)),
  shape: tensors[0]!.shape,
});

/** sin and cos of the position (Vaswani et al. 2017, section 3.5). */
export function positionAt(position: number, dimension: number, embedDim: number): number {
  const angle = position * 10_000 ** (-(dimension - (dimension % 2)) / embedDim);
  return dimension % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
}

/** Mean and standard deviation of a row. */
function moments(row: Float32Array): { mean: number; deviation: number } {
  const mean = row.reduce((sum, x) => sum + x, 0) / row.length;
  const variance = row.reduce((sum, x) => sum + (x - mean) ** 2, 0) / row.length;
  return { mean, deviation: Math.sqrt(variance + EPSILON) };
}

export class ResidualStream {
  readonly #model: TransformerModel;
  readonly #run: Run;
  readonly #summands = new Map<string, readonly Tensor[]>();

  constructor(model: TransformerModel, run: Run) {
    this.#model = model;
    this.#run = run;
  }

  /** What one number of the input at a place is computed from. */
  originOf(place: StreamPlace, token: number, dimension: number): VectorOrigin {
    const summands = this.#summandsAt(place);
    const { embedDim } = this.#model;
    const row = add(...summands).data.subarray(token * embedDim, (token + 1) * embedDim);
    const name = this.#normName(place);
    const normOf = (of: 'weight' | 'bias') => parameterOf(this.#model, `${name}.${of}`).data[dimension]!;
    const norm = { ...moments(row), weight: normOf('weight'), bias: normOf('bias') };
    if (place.layer === 0 && place.attention !== 'cross') {
      return { source: 'table', terms: this.#embeddingTerms(place.attention, token, dimension), norm };
    }
    const source = place.attention === 'cross' ? 'crossResidual' : 'residual';
    return { source, terms: summands.map(({ data }) => ({ left: data[token * embedDim + dimension]! })), norm };
  }

  #normName({ attention, layer }: StreamPlace): string {
    if (attention === 'encoder') {
      return layer === this.#run.layers.encoder ? 'encoder_norm' : `encoder.${layer}.norm1`;
    }
    return `decoder.${layer}.${attention === 'cross' ? 'norm3' : 'norm1'}`;
  }

  /** The summands of an embedding: √embedDim · weight × row of the table …, and the position. */
  #embeddingTerms(attention: 'encoder' | 'decoder', token: number, dimension: number): VectorOrigin['terms'] {
    const { embedDim } = this.#model;
    const { rows, weights } = this.#run.embeddingRows(attention)![token]!;
    const name = attention === 'encoder' ? 'word_embedding.weight' : 'piece_embedding.weight';
    const table = parameterOf(this.#model, name);
    return [
      ...rows.map((row, at) => ({
        left: Math.sqrt(embedDim) * weights[at]!,
        right: table.data[row * embedDim + dimension]!,
      })),
      { left: positionAt(token, dimension, embedDim) },
    ];
  }

  /** What is added up at a place, each [tokens, embedDim]. */
  #summandsAt(place: StreamPlace): readonly Tensor[] {
    const key = `${place.attention} ${place.layer}`;
    const summands = this.#summands.get(key) ?? this.#computeSummands(place);
    this.#summands.set(key, summands);
    return summands;
  }

  #computeSummands({ attention, layer }: StreamPlace): readonly Tensor[] {
    const run = this.#run;
    if (attention === 'cross') {
      return [add(...this.#summandsAt({ attention: 'decoder', layer })), run.layer('decoder', layer).output];
    }
    if (layer === 0) return [this.#embedding(attention)];
    const below = layer - 1;
    const before = add(...this.#summandsAt({ attention, layer: below }));
    const attended = [run.layer(attention, below).output];
    if (attention === 'decoder') attended.push(run.layer('cross', below).output);
    return [before, ...attended, this.#feedForward(`${attention}.${below}`, add(before, ...attended))];
  }

  #embedding(attention: 'encoder' | 'decoder'): Tensor {
    const { embedDim } = this.#model;
    const tokens = this.#run.embeddingRows(attention)!.length;
    const data = Float32Array.from({ length: tokens * embedDim }, (_, at) =>
      this.#embeddingTerms(attention, Math.floor(at / embedDim), at % embedDim).reduce(
        (sum, { left, right = 1 }) => sum + left * right,
        0,
      ),
    );
    return { data, shape: [tokens, embedDim] };
  }

  /** W₂·relu(W₁·norm(x)), [tokens, embedDim]. */
  #feedForward(block: string, x: Tensor): Tensor {
    const parameter = (name: string) => parameterOf(this.#model, `${block}.${name}`);
    const linear = (name: string) => ({
      weight: parameter(`feedforward.${name}.weight`),
      bias: parameter(`feedforward.${name}.bias`),
    });
    const hidden = project(this.#normalize(x, parameter('norm2.weight'), parameter('norm2.bias')), linear('linear1'));
    return project({ data: hidden.data.map((value) => Math.max(0, value)), shape: hidden.shape }, linear('linear2'));
  }

  #normalize({ data, shape }: Tensor, weight: Tensor, bias: Tensor): Tensor {
    const size = shape[1]!;
    const normalized = new Float32Array(data.length);
    for (let from = 0; from < data.length; from += size) {
      const row = data.subarray(from, from + size);
      const { mean, deviation } = moments(row);
      row.forEach((x, c) => (normalized[from + c] = ((x - mean) / deviation) * weight.data[c]! + bias.data[c]!));
    }
    return { data: normalized, shape };
  }
}
