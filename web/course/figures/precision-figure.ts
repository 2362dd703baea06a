// Figure: attention with fewer bits per number, how much memory this saves, and how large the error is.
import { html, nothing, type TemplateResult } from 'lit';
import { choice } from './parts/choice.js';
import { MeasuredFigure } from './figure.js';
import { decimal } from '../facts.js';
import { formatBytes } from './parts/bytes.js';
import { fromHalfPrecision, fromInt8PerRow, toHalfPrecision, toInt8PerRow } from '../../engine/core/precision.js';
import { normals } from './parts/numbers.js';
import { tensor, type Tensor } from '../../engine/core/tensor.js';
import type { Engine } from '../../engine/index.js';
import type { Outcome } from '../step.js';

const [TOKENS, SIZE] = [64, 64];
const FORMATS = ['float32', 'float16', 'int8'] as const;
type Format = (typeof FORMATS)[number];

/**
 * Memory of queries, keys and values together in each number format, in bytes. int8 adds a scale of 4 bytes per row.
 */
const BYTES: Readonly<Record<Format, number>> = {
  float32: 3 * TOKENS * SIZE * 4,
  float16: 3 * TOKENS * SIZE * 2,
  int8: 3 * TOKENS * (SIZE + 4),
};

/** For each number format, a function that converts a matrix, [TOKENS, SIZE], to the format and back. */
const STORED: Readonly<Record<Format, (matrix: Tensor) => Tensor>> = {
  float32: (matrix) => matrix,
  float16: (matrix) => fromHalfPrecision(toHalfPrecision(matrix)),
  int8: (matrix) => fromInt8PerRow(toInt8PerRow(matrix)),
};

/** Index of the element of the query matrix that the figure displays. */
const NUMBER = 0;
/** One element of the query matrix, with five digits, after conversion to a number format and back. */
const storedAs = (format: Format, index: number): string => decimal(STORED[format](queries()).data[index]!, 5);

const queries = (): Tensor => tensor(normals(TOKENS * SIZE, 1), [TOKENS, SIZE]);

function outputWith(engine: Engine, format: Format): Float32Array {
  const [query, key, value] = [1, 2, 3].map((seed) => {
    const { data } = STORED[format](tensor(normals(TOKENS * SIZE, seed), [TOKENS, SIZE]));
    return tensor(data, [1, 1, TOKENS, SIZE]);
  }) as [Tensor, Tensor, Tensor];
  return engine.scaledDotProductAttention(query, key, value).output.data;
}

/** Error of the attention output in a number format, compared with float32: ‖difference‖ / ‖output‖. */
function errorOf(engine: Engine, format: Format): number {
  const [exact, other] = [outputWith(engine, 'float32'), outputWith(engine, format)];
  const norm = (data: Float32Array) => Math.sqrt(data.reduce((sum, x) => sum + x * x, 0));
  return norm(other.map((x, at) => x - exact[at]!)) / norm(exact);
}

const errorText = (error: number): string => `${(100 * error).toFixed(2)}%`;

export class PrecisionFigure extends MeasuredFigure {
  static override properties = { ...MeasuredFigure.properties, formats: { state: true } };
  /** Number formats that the learner has chosen so far; the last one is displayed. */
  declare formats: readonly Format[];

  constructor() {
    super();
    Object.assign(this, { formats: ['float32'] });
  }

  get #format(): Format {
    return this.formats.at(-1)!;
  }

  #choose(format: Format): void {
    this.formats = [...this.formats.filter((each) => each !== format), format];
    this.measure();
  }

  protected override outcomeBy(engine: Engine): Outcome | null {
    const [half, int8] = [errorOf(engine, 'float16'), errorOf(engine, 'int8')];
    const facts = {
      half: errorText(half),
      int8: errorText(int8),
      before: formatBytes(BYTES.float32),
      after: formatBytes(BYTES.int8),
    };
    return this.#format === 'int8' ? { facts, right: [0.03, 0.3, Infinity].findIndex((limit) => int8 < limit) } : null;
  }

  protected override render(): TemplateResult {
    const texts = this.texts.figures.precision;
    return html`${choice(
        texts.format,
        FORMATS,
        this.#format,
        (each) => each,
        (each) => this.#choose(each),
      )}
      <table>
        <thead>
          <tr>
            <td></td>
            ${texts.columns.map((column) => html`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        ${FORMATS.map((format) => this.#row(format))}
      </table>
      <p class="hint">${texts.note(TOKENS, SIZE)}</p>`;
  }

  /** Row of the table for one number format. Its results are empty until the learner has chosen the format. */
  #row(format: Format): TemplateResult {
    const isChosen = this.formats.includes(format);
    const { engine } = this;
    return html`<tr>
      <th scope="row">${format}</th>
      <td>${isChosen ? storedAs(format, NUMBER) : nothing}</td>
      <td>${isChosen ? formatBytes(BYTES[format]) : nothing}</td>
      <td>${isChosen ? (engine ? errorText(errorOf(engine, format)) : '…') : nothing}</td>
    </tr>`;
  }
}
