// Figure on sinusoidal positions: their waves, and dot products of position vectors that depend only on the distance
// between the two positions.
import { cell } from '../parts/strip.js';
import { css, html, svg, type TemplateResult } from 'lit';
import { curves } from '../parts/chart.js';
import { decimal } from '../../facts.js';
import { figureStyles, MeasuredFigure } from '../figure.js';
import { slider } from '../parts/slider.js';
import { sinusoidalPositions } from '../../../engine/attention/positions.js';
import { tensor } from '../../../engine/core/tensor.js';
import type { Engine } from '../../../engine/index.js';
import type { Outcome } from '../../step.js';

/**
 * Number of positions, and number of dimensions of their vectors. The default model, too, adds position vectors of size
 * 96.
 */
const [POSITIONS, SIZE] = [32, 96];
/** Number of drawn dimensions of the position vectors. The others hardly change over so few positions. */
const DRAWN = 40;
/** Distance between the two positions whose vectors are compared. */
const APART = 2;
const [FIRST, GOAL] = [3, 20];
/** Width and height of a drawn cell, in pixels. */
const [CELL, LINE] = [10, 4];

const waves = sinusoidalPositions(POSITIONS, SIZE);

const vectorOf = (position: number) => tensor(waves.data.slice(position * SIZE, (position + 1) * SIZE), [1, SIZE]);

/** Position vectors of all positions as the columns of a matrix, [SIZE, POSITIONS]. */
const columns = tensor(
  Float32Array.from(
    { length: SIZE * POSITIONS },
    (_, at) => waves.data[(at % POSITIONS) * SIZE + Math.floor(at / POSITIONS)]!,
  ),
  [SIZE, POSITIONS],
);

/** Dot products of one position's vector with the vectors of all positions, [POSITIONS]. */
const productsOf = (engine: Engine, position: number): Float32Array => engine.matmul(vectorOf(position), columns).data;

export class WavesFigure extends MeasuredFigure {
  static override properties = { ...MeasuredFigure.properties, first: { state: true } };
  static override styles = [
    figureStyles,
    css`
      .waves {
        display: block;
        width: 100%;
      }
      .chosen {
        fill: none;
        stroke: var(--_spotlight-text);
        stroke-width: 2;
      }
    `,
  ];
  declare first: number;

  constructor() {
    super();
    Object.assign(this, { first: FIRST });
  }

  protected override outcomeBy(engine: Engine): Outcome | null {
    if (this.first !== GOAL) return null;
    const [before, now] = [FIRST, GOAL].map((position) => productsOf(engine, position));
    const near = [before![FIRST + APART]!, now![GOAL + APART]!] as const;
    const facts = {
      before: decimal(near[0]),
      now: decimal(near[1]),
      own: decimal(now![GOAL]!),
      far: decimal(now![0]!),
    };
    const change = near[1] - near[0];
    return { facts, right: Math.abs(change) < 0.01 ? 1 : change > 0 ? 0 : 2 };
  }

  #choose(first: number): void {
    this.first = first;
    this.measure();
  }

  /**
   * Draws the position vectors: columns are positions, rows are dimensions, and the color of a cell shows the sign of
   * its number.
   */
  #waves(): TemplateResult {
    const { first } = this;
    const cells = Array.from({ length: POSITIONS * DRAWN }, (_, at) => {
      const [position, number] = [Math.floor(at / DRAWN), at % DRAWN];
      const value = waves.data[position * SIZE + number]!;
      return cell(value, 1, { x: position * CELL, y: number * LINE, width: CELL, height: LINE });
    });
    const frame = (position: number) =>
      svg`<rect x=${position * CELL} y="1" width=${CELL} height=${DRAWN * LINE - 2} class="chosen" />`;
    return html`<figure>
      <figcaption>${this.texts.figures.waves.title}</figcaption>
      <svg
        class="waves"
        viewBox="0 0 ${POSITIONS * CELL} ${DRAWN * LINE}"
        role="img"
        aria-label=${this.texts.figures.waves.title}
      >
        ${cells} ${frame(first)} ${frame(first + APART)}
      </svg>
    </figure>`;
  }

  protected override render(): TemplateResult {
    const { engine, first } = this;
    const texts = this.texts.figures.waves;
    const products = engine && productsOf(engine, first);
    const labels = Array.from({ length: POSITIONS }, (_, position) => String(position));
    return html`${slider(texts.first, first, [0, POSITIONS - 1 - APART], (position) => this.#choose(position))}
      <p>${texts.product(first, first + APART)} = <b>${products ? decimal(products[first + APART]!) : '…'}</b></p>
      <div class="charts">
        ${this.#waves()}
        ${curves(
          texts.products(first),
          labels,
          first + APART,
          [{ name: texts.product(first, 'n'), color: '--_spotlight-value', values: [...(products ?? [])] }],
          SIZE / 2,
        )}
      </div>
      <p class="hint">${texts.note(SIZE, DRAWN)}</p>`;
  }
}
