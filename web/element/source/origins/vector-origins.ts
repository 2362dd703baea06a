// Origins of an attention layer's input vectors: the steps of the run that add up to them.
import { partOf } from '../parameters.js';
import { read } from '../answer.js';
import type { ShownModel, ShownRun } from '../shown-model.js';
import type { StackDescription } from '../../../engine/transformer/description.js';
import type { VectorOrigin } from '../../../view/view-model.js';

/** A position in the residual stream: before an attention layer, or after the encoder's last layer. */
export interface StreamPlace {
  attention: 'encoder' | 'decoder' | 'cross';
  /** Layer number; the number of encoder layers stands for the position after the last encoder layer. */
  layer: number;
}

type Source = VectorOrigin['source'];

/**
 * A sum of activations in the residual stream, and the norm that follows it: the name of its parameters, and of the
 * activations that contain its mean and divisor.
 */
interface Sum {
  source: Source;
  /** Names of the activations that add up to the sum. */
  summands: readonly string[];
  norm: { steps: string; part: string } | null;
}

/** Names of the activations that are added to the token embedding before the first layer. */
const ADDED_TO_EMBEDDING = ['tokenTypes', 'positions'];

export class VectorOrigins {
  readonly #model: ShownModel;
  readonly #run: ShownRun;
  readonly #names: ReadonlySet<string>;
  /** Cache of the rows of activations that have been read, by activation and token. */
  readonly #rows = new Map<string, Float32Array>();

  constructor(model: ShownModel, run: ShownRun) {
    this.#model = model;
    this.#run = run;
    this.#names = new Set(model.activations.map(({ name }) => name));
  }

  /**
   * Origin of one number of a token's vector at a position of the residual stream: the terms that add up to it, and the
   * norm that follows.
   */
  originOf(place: StreamPlace, token: number, dimension: number): VectorOrigin {
    const { source, summands, norm } = this.#sumAt(place);
    const terms = summands.flatMap((name) =>
      name.endsWith('.embedding')
        ? this.#embeddingTerms(name, token, dimension)
        : [{ left: this.#at(name, token, dimension) }],
    );
    return { source, terms, norm: norm && this.#normOf(norm, token, dimension) };
  }

  #sumAt({ attention, layer }: StreamPlace): Sum {
    const stack = attention === 'encoder' ? 'encoder' : 'decoder';
    const { normFirst = true, hasFinalNorm = true } = this.#stack(stack);
    const self = `${stack}.${layer}`;
    if (attention === 'cross') {
      const norm = normFirst
        ? { steps: `cross.${layer}.attentionNorm`, part: `${self}.cross_attention_norm` }
        : { steps: `${self}.attentionNorm`, part: `${self}.self_attention_norm` };
      return { source: 'crossResidual', summands: [`${self}.residualPre`, `${self}.attentionOutput`], norm };
    }
    if (layer === 0) return this.#embeddingSum(stack, normFirst);
    const summands = this.#summandsOf(stack, layer - 1);
    const below = `${stack}.${layer - 1}`;
    const source = 'residual';
    if (!normFirst) {
      return { source, summands, norm: { steps: `${below}.feedForwardNorm`, part: `${below}.feed_forward_norm` } };
    }
    if (layer < this.#run.layers[stack]) {
      return { source, summands, norm: { steps: `${self}.attentionNorm`, part: `${self}.self_attention_norm` } };
    }
    return {
      source,
      summands,
      norm: hasFinalNorm ? { steps: `${stack}.finalNorm`, part: `${stack}.final_norm` } : null,
    };
  }

  /**
   * Names of the activations that add up to the residual stream after a layer; in post-norm layers, to the input of the
   * layer's last norm.
   */
  #summandsOf(stack: 'encoder' | 'decoder', layer: number): string[] {
    const self = `${stack}.${layer}`;
    const attentions = [self, ...(stack === 'decoder' ? [`cross.${layer}`] : [])];
    const normalized = attentions.map((name) => `${name}.attentionNorm`).filter((name) => this.#names.has(name));
    const outputs = attentions.map((name) => `${name}.attentionOutput`);
    const before = normalized.length > 0 ? normalized.slice(-1) : [`${self}.residualPre`, ...outputs];
    return [...before, `${self}.feedForwardOutput`].filter((name) => this.#names.has(name));
  }

  #embeddingSum(stack: 'encoder' | 'decoder', normFirst: boolean): Sum {
    const added = ADDED_TO_EMBEDDING.map((step) => `${stack}.${step}`).filter((name) => this.#names.has(name));
    const hasNorm = this.#names.has(`${stack}.embeddingNorm`);
    const isAfterSum =
      hasNorm || this.#names.has(`${stack}.embeddingProjection`) || this.#names.has(`${stack}.patches`);
    const ownNorm = normFirst ? { steps: `${stack}.0.attentionNorm`, part: `${stack}.0.self_attention_norm` } : null;
    // Only one norm is shown. If another norm or a projection lies between the embedding and the attention layer, the
    // residual stream before the layer is shown as a single term.
    if (isAfterSum && (ownNorm || !hasNorm || this.#names.has(`${stack}.embeddingProjection`))) {
      return { source: 'residual', summands: [`${stack}.0.residualPre`], norm: ownNorm };
    }
    const norm = hasNorm ? { steps: `${stack}.embeddingNorm`, part: `${stack}.embedding_norm` } : ownNorm;
    return { source: added.length > 0 ? 'table' : 'tokenTable', summands: [`${stack}.embedding`, ...added], norm };
  }

  #stack(name: 'encoder' | 'decoder'): Readonly<StackDescription> {
    return this.#model.description![name]!;
  }

  /**
   * Terms of a number of a token's embedding, one for each row of the embedding table that contributes to it: scale ·
   * weight × row.
   */
  #embeddingTerms(name: string, token: number, dimension: number): VectorOrigin['terms'] {
    const stack = name.startsWith('encoder') ? 'encoder' : 'decoder';
    const { embeddingScale = 1 } = this.#stack(stack);
    const table = partOf(this.#model, `${stack}.tokens`).weight;
    const { rows, weights } = read(this.#run.embeddingRows(stack))![token]!;
    return rows.map((row, at) => {
      const [left, right] = [embeddingScale * weights[at]!, table.data[row * table.shape[1]! + dimension]!];
      return left === 1 ? { left: right } : { left, right };
    });
  }

  #normOf(
    { steps, part }: NonNullable<Sum['norm']>,
    token: number,
    dimension: number,
  ): NonNullable<VectorOrigin['norm']> {
    const { weight, bias } = partOf(this.#model, part);
    const hasMean = this.#names.has(`${steps}Mean`);
    const { norm: kind = 'layer' } = this.#stack(part.startsWith('encoder') ? 'encoder' : 'decoder');
    return {
      kind,
      mean: hasMean ? this.#at(`${steps}Mean`, token, 0) : null,
      deviation: this.#at(`${steps}Scale`, token, 0),
      weight: weight.data[dimension]!,
      bias: bias ? bias.data[dimension]! : null,
    };
  }

  #at(name: string, token: number, dimension: number): number {
    const key = `${name} ${token}`;
    const row = this.#rows.get(key) ?? read(this.#run.activation(name, { tokens: [token] })).data;
    this.#rows.set(key, row);
    return row[dimension]!;
  }
}
