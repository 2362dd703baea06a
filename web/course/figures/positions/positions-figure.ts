// Figure: three words in two orders, without positions, with sinusoidal ones and with rotary ones. Without positions,
// the attention output at the middle word is the same for both orders.
import { cell } from '../parts/strip.js';
import { css, html, type TemplateResult } from 'lit';
import { choice } from '../parts/choice.js';
import { decimal } from '../../facts.js';
import { figureStyles, MeasuredFigure } from '../figure.js';
import { normals } from '../parts/numbers.js';
import { rotaryPositions, sinusoidalPositions } from '../../../engine/attention/positions.js';
import { tensor } from '../../../engine/core/tensor.js';
import type { Engine } from '../../../engine/index.js';
import type { Outcome } from '../../step.js';

const SIZE = 16;
/** Side of a drawn cell in pixels, and magnitude of a number that is drawn with full opacity. */
const [CELL, LARGEST] = [20, 2];

const KINDS = ['none', 'sinusoidal', 'rotary'] as const;
type Kind = (typeof KINDS)[number];

/** Two orders of the same three words. The figure compares the attention outputs at the word in the middle. */
const ORDERS = [
  [0, 1, 2],
  [2, 1, 0],
] as const;
const MIDDLE = 1;

/**
 * Attention output at the word in the middle, [SIZE]. Queries, keys and values are the vectors of the words, without
 * projections.
 */
function outputOf(engine: Engine, kind: Kind, order: readonly number[]): Float32Array {
  const words = order.map((word) => normals(SIZE, word + 1));
  const x = Float32Array.from(words.flatMap((word) => [...word]));
  const positions = sinusoidalPositions(order.length, SIZE).data;
  const input = tensor(kind === 'sinusoidal' ? x.map((value, at) => value + positions[at]!) : x, [
    1,
    1,
    order.length,
    SIZE,
  ]);
  const rotated = kind === 'rotary' ? rotaryPositions(input) : input;
  const { output } = engine.scaledDotProductAttention(rotated, rotated, input, { scale: 1 / SIZE });
  return output.data.slice(MIDDLE * SIZE, (MIDDLE + 1) * SIZE);
}

/** Largest difference between the components of the two outputs, one for each word order. */
function differenceOf(engine: Engine, kind: Kind): number {
  const [one, other] = ORDERS.map((order) => outputOf(engine, kind, order)) as [Float32Array, Float32Array];
  return one.reduce((most, value, at) => Math.max(most, Math.abs(value - other[at]!)), 0);
}

const strip = (vector: Float32Array): TemplateResult =>
  html`<svg
    viewBox="0 0 ${SIZE * CELL} ${CELL}"
    role="img"
    aria-label=${[...vector].map((value) => decimal(value)).join(' ')}
  >
    ${[...vector].map((value, at) => cell(value, LARGEST, { x: at * CELL, y: 0, width: CELL, height: CELL }))}
  </svg>`;

export class PositionsFigure extends MeasuredFigure {
  static override properties = { ...MeasuredFigure.properties, kind: { state: true } };
  static override styles = [
    figureStyles,
    css`
      th {
        width: 9em;
        vertical-align: middle;
      }
      td svg {
        display: block;
        width: 100%;
      }
      table + p {
        margin-top: 12px;
      }
    `,
  ];
  declare kind: Kind;

  constructor() {
    super();
    Object.assign(this, { kind: 'none' });
  }

  #choose(kind: Kind): void {
    this.kind = kind;
    this.measure();
  }

  protected override outcomeBy(engine: Engine): Outcome | null {
    const without = differenceOf(engine, 'none');
    const facts = { without: decimal(without, 3), with: decimal(differenceOf(engine, this.kind), 3) };
    return this.kind === 'sinusoidal' ? { facts, right: without < 1e-4 ? 0 : 1 } : null;
  }

  protected override render(): TemplateResult {
    const { engine } = this;
    const texts = this.texts.figures.positions;
    return html`${choice(
        texts.kind,
        KINDS,
        this.kind,
        (kind) => texts.kinds[kind],
        (kind) => this.#choose(kind),
      )}
      <table>
        <thead>
          <tr>
            <td></td>
            <th scope="col">${texts.output}</th>
          </tr>
        </thead>
        ${ORDERS.map(
          (order) =>
            html`<tr>
              <th scope="row">${order.map((word) => texts.words[word]).join(texts.space)}</th>
              <td>${engine && !this.isAsked ? strip(outputOf(engine, this.kind, order)) : '…'}</td>
            </tr>`,
        )}
      </table>
      <p>${texts.difference} <b>${engine && !this.isAsked ? decimal(differenceOf(engine, this.kind), 3) : '…'}</b></p>
      <p class="hint">${texts.note(SIZE)}</p>`;
  }
}
