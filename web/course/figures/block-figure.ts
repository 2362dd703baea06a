// Figure: stacked Transformer blocks with LayerNorm, and the magnitude of the activations after each block.
import { html, type TemplateResult } from 'lit';
import { curves } from './parts/chart.js';
import { decimal } from '../facts.js';
import { Figure } from './figure.js';
import { normals, standardDeviation } from './parts/numbers.js';
import { slider } from './parts/slider.js';
import { sharedEngine } from '../../element/source/shared-engine.js';
import { tensor, type Tensor } from '../../engine/core/tensor.js';
import type { Engine } from '../../engine/index.js';

const [TOKENS, EMBED_DIM, FEEDFORWARD_DIM, HEADS, DEPTH] = [8, 32, 64, 4, 12];
const INPUT_SPREAD = 3;

const SHAPES: Readonly<Record<string, readonly number[]>> = {
  'self_attn.in_proj_weight': [3 * EMBED_DIM, EMBED_DIM],
  'self_attn.in_proj_bias': [3 * EMBED_DIM],
  'self_attn.out_proj.weight': [EMBED_DIM, EMBED_DIM],
  'self_attn.out_proj.bias': [EMBED_DIM],
  'linear1.weight': [FEEDFORWARD_DIM, EMBED_DIM],
  'linear1.bias': [FEEDFORWARD_DIM],
  'linear2.weight': [EMBED_DIM, FEEDFORWARD_DIM],
  'linear2.bias': [EMBED_DIM],
  'norm1.weight': [EMBED_DIM],
  'norm1.bias': [EMBED_DIM],
  'norm2.weight': [EMBED_DIM],
  'norm2.bias': [EMBED_DIM],
};

/** Parameters of one Transformer block: Xavier-initialized matrices, biases 0, LayerNorm weights 1. */
function parametersOf(engine: Engine, block: number): Record<string, Tensor> {
  const parameter = ([name, shape]: [string, readonly number[]], index: number): [string, Tensor] => {
    if (shape.length === 2) return [name, engine.xavierUniform(shape, { seed: 100 * block + index })];
    const isFactor = name.startsWith('norm') && name.endsWith('weight');
    return [name, tensor(new Float32Array(shape[0]!).fill(Number(isFactor)), shape)];
  };
  return Object.fromEntries(Object.entries(SHAPES).map(parameter));
}

/** Standard deviation of the numbers in the input of the stack, and in the output of each block. */
function spreads(engine: Engine, normFirst: boolean): readonly number[] {
  const drawn = normals(TOKENS * EMBED_DIM, 1);
  const factor = INPUT_SPREAD / standardDeviation(drawn);
  let x = tensor(
    drawn.map((value) => factor * value),
    [1, TOKENS, EMBED_DIM],
  );
  const found = [standardDeviation(x.data)];
  for (let block = 0; block < DEPTH; block++) {
    const layer = engine.createTransformerLayer({
      embedDim: EMBED_DIM,
      numHeads: HEADS,
      feedforwardDim: FEEDFORWARD_DIM,
      normFirst,
      weights: parametersOf(engine, block),
    });
    x = layer.forward(x);
    layer.dispose();
    found.push(standardDeviation(x.data));
  }
  return found;
}

export class BlockFigure extends Figure {
  static override properties = { ...Figure.properties, depth: { state: true }, measured: { state: true } };
  declare depth: number;
  declare measured: { post: readonly number[]; pre: readonly number[] } | null;

  constructor() {
    super();
    Object.assign(this, { depth: 0, measured: null });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void sharedEngine().then((engine) => {
      this.measured = { post: spreads(engine, false), pre: spreads(engine, true) };
      this.#setDepth(this.depth);
    });
  }

  #setDepth(depth: number): void {
    this.depth = depth;
    if (!this.measured) return;
    const { post, pre } = this.measured;
    const facts = {
      depth: String(depth),
      input: decimal(post[0]!),
      post: decimal(post[depth]!),
      pre: decimal(pre[depth]!),
    };
    const change = post[depth]! / post[0]!;
    this.setOutcome(
      depth === DEPTH ? { facts, right: Math.abs(post[depth]! - 1) < 0.05 ? 1 : Number(change < 1) * 2 } : null,
    );
  }

  protected override render(): TemplateResult {
    const texts = this.texts.figures.block;
    const { post, pre } = this.measured ?? { post: [], pre: [] };
    const labels = Array.from({ length: DEPTH + 1 }, (_, depth) => String(depth));
    const number = (values: readonly number[]) => (values.length > 0 ? decimal(values[this.depth]!) : '…');
    return html`${slider(texts.blocks, this.depth, [0, DEPTH], (depth) => this.#setDepth(depth))}
      <table>
        <tr>
          <th scope="row">${texts.post}</th>
          <td>${number(post)}</td>
        </tr>
        <tr>
          <th scope="row">${texts.pre}</th>
          <td>${number(pre)}</td>
        </tr>
      </table>
      <div class="charts">
        ${curves(
          texts.title,
          labels,
          this.depth,
          [
            { name: texts.post, color: '--_spotlight-value', values: post.slice(0, this.depth + 1) },
            { name: texts.pre, color: '--_spotlight-positive', dashed: true, values: pre.slice(0, this.depth + 1) },
          ],
          4,
        )}
      </div>
      <p class="hint">${this.explained(texts.note(TOKENS, EMBED_DIM))}</p>`;
  }
}
