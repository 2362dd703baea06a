// Figure: the vectors that add up to a token's vector after a layer's attention. They are the heads' outputs through
// W_O, the bias and, through the residual connection, the token's own vector.
import { css, html, type TemplateResult } from 'lit';
import { decimal } from '../facts.js';
import { EngineFigure, figureStyles } from './figure.js';
import { isWord } from '../words.js';
import { styled } from '../../ui/style-vars-directive.js';
import { tensor } from '../../engine/core/tensor.js';
import { withSubscripts } from '../../ui/subscripts.js';
import type { Engine } from '../../engine/index.js';
import type { PropertyValues } from 'lit';
import type { Run } from '../../engine/transformer/run.js';

/** Index of the third layer, whose heads add a lot to "it". */
const LAYER = 2;

const length = (vector: Float32Array): number => Math.hypot(...vector);

const cosine = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, at) => sum + value * other[at]!, 0) / (length(one) * length(other));

/**
 * Vectors that add up to the vector of "it" after the attention layer: its vector before the layer, each head's output
 * through W_O, and the bias.
 */
function partsOf(run: Run): readonly Float32Array[] {
  const query = run.tokens.findIndex(({ text }) => isWord(text, 'it'));
  const row = ({ data }: { data: Float32Array }, index: number) => {
    const size = run.model.embedDim;
    return data.slice(index * size, (index + 1) * size);
  };
  const heads = run.activation(`encoder.${LAYER}.headResult`);
  return [
    row(run.activation(`encoder.${LAYER}.residualPre`), query),
    ...Array.from({ length: run.numHeads }, (_, head) => row(heads, head * run.tokens.length + query)),
    run.model.parameter(`encoder.${LAYER}.self_attention.output.bias`).data,
  ];
}

export class ResidualFigure extends EngineFigure {
  static override properties = {
    ...EngineFigure.properties,
    parts: { state: true },
    added: { state: true },
  };
  static override styles = [
    figureStyles,
    css`
      .bars th {
        width: 9.5em;
      }
      .bars td:last-child {
        width: 5em;
      }
      .total :is(th, td) {
        padding-top: 8px;
        border-top: 3px double var(--_spotlight-muted);
      }
      .total th {
        font-weight: 700;
      }
      label {
        flex-wrap: nowrap;
      }
    `,
  ];
  /** Vectors that the learner can add; null until the model has loaded. The first is the token's own vector. */
  declare parts: readonly Float32Array[] | null;
  /** For each of the vectors, true if the sum contains it. At first, it contains all of them. */
  declare added: readonly boolean[];

  constructor() {
    super();
    Object.assign(this, { parts: null, added: [] });
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('texts')) void this.#load();
  }

  /** Computes the vectors for the course's sentence in the language of the interface. */
  async #load(): Promise<void> {
    const { spotlight } = this;
    await spotlight.ready;
    await spotlight.updateComplete;
    const parts = spotlight.run && partsOf(spotlight.run);
    Object.assign(this, { parts, added: parts?.map(() => true) ?? [] });
  }

  #sum(engine: Engine, parts: readonly Float32Array[], added: readonly boolean[]): Float32Array {
    const size = parts[0]!.length;
    const all = tensor(Float32Array.from(parts.flatMap((part) => [...part])), [parts.length, size]);
    return engine.matmul(tensor(added.map(Number), [1, parts.length]), all).data;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('added') || changed.has('engine')) this.#report();
  }

  /** Reports the outcome. The task is done when the sum contains every vector except the token's own. */
  #report(): void {
    const { engine, parts, added } = this;
    if (!engine || !parts) return;
    const isDone = added.every((each, index) => each === index > 0);
    if (!isDone) {
      this.setOutcome(null);
      return;
    }
    const own = parts[0]!;
    const [attention, all] = [this.#sum(engine, parts, added), this.#sum(engine, parts, added.with(0, true))];
    const [brought, adds] = [length(own), length(attention)];
    this.setOutcome({
      facts: {
        own: decimal(brought, 1),
        added: decimal(adds, 1),
        with: decimal(cosine(all, own)),
        without: decimal(cosine(attention, own)),
      },
      right: brought > 1.1 * adds ? 0 : adds > 1.1 * brought ? 1 : 2,
    });
  }

  protected override render(): TemplateResult {
    const { engine, parts, added } = this;
    const texts = this.texts.figures.residual;
    if (!engine || !parts) return html`<p>…</p>`;
    const longest = Math.max(
      length(
        this.#sum(
          engine,
          parts,
          added.map(() => true),
        ),
      ),
      ...parts.map(length),
    );
    const sum = this.#sum(engine, parts, added);
    const bar = (value: number, color: string) =>
      html`<td>
          <span ${styled({ width: `${(100 * value) / longest}%`, background: `var(${color})` })}></span>
        </td>
        <td>${decimal(value, 1)}</td>`;
    const name = (index: number) =>
      index === 0 ? texts.own : index < parts.length - 1 ? texts.head(index) : texts.bias;
    const toggle = (index: number) => (this.added = added.with(index, !added[index]));
    return html`<figure>
        <figcaption>${texts.title(LAYER + 1)}</figcaption>
        <table class="bars">
          ${parts.map(
            (part, index) =>
              html`<tr>
                <th scope="row">
                  <label>
                    <input type="checkbox" .checked=${added[index]!} @change=${() => toggle(index)} />
                    <span>${withSubscripts(name(index))}</span>
                  </label>
                </th>
                ${bar(added[index] ? length(part) : 0, index === 0 ? '--_spotlight-text' : '--_spotlight-value')}
              </tr>`,
          )}
          <tr class="total">
            <th scope="row">${texts.sum}</th>
            ${bar(length(sum), '--_spotlight-weight')}
          </tr>
        </table>
      </figure>
      <p>${texts.direction} <b>${added.some(Boolean) ? decimal(cosine(sum, parts[0]!)) : '–'}</b></p>
      <p class="hint">${texts.note(parts[0]!.length)}</p>`;
  }
}
