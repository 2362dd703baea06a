// Figure on the reason for √d: the softmax of random scores for head dimensions d from 1 to 1024, with and without the
// division.
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { curves, type Curve } from './parts/chart.js';
import { Figure } from './figure.js';
import { percent } from '../facts.js';
import { sharedEngine } from '../../element/source/shared-engine.js';
import type { Saturation } from '../../engine/index.js';

const DIMENSIONS = Array.from({ length: 11 }, (_, power) => 2 ** power);
const FIRST_SHOWN = DIMENSIONS.indexOf(64);
const [KEYS, QUERIES] = [64, 128];

interface Comparison {
  scaled: Saturation;
  unscaled: Saturation;
}

export class SaturationFigure extends Figure {
  static override properties = { ...Figure.properties, measured: { state: true }, selected: { state: true } };
  /** Results for the head dimensions d that have been measured so far, in ascending order of d. */
  declare measured: readonly Comparison[];
  /** Index of the head dimension that is selected in the table. */
  declare selected: number;

  constructor() {
    super();
    Object.assign(this, { measured: [], selected: FIRST_SHOWN });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#measure();
  }

  /** Measures the softmax for one head dimension per frame, so that the page stays responsive. */
  async #measure(): Promise<void> {
    const engine = await sharedEngine();
    while (this.isConnected && this.measured.length < DIMENSIONS.length) {
      const headDim = DIMENSIONS[this.measured.length]!;
      const measure = (scaled: boolean) => engine.saturation({ headDim, keys: KEYS, queries: QUERIES, scaled });
      this.measured = [...this.measured, { scaled: measure(true), unscaled: measure(false) }];
      this.#report();
      await new Promise(requestAnimationFrame);
    }
  }

  #select(index: number): void {
    this.selected = index;
    this.#report();
  }

  /** Reports the outcome of the task, which is done when the largest head dimension is selected. */
  #report(): void {
    const last = this.selected === DIMENSIONS.length - 1 ? this.measured[this.selected] : undefined;
    if (!last) {
      this.setOutcome(null);
      return;
    }
    const { scaled, unscaled } = last;
    this.setOutcome({
      facts: {
        d: String(DIMENSIONS[this.selected]),
        keys: String(KEYS),
        scaled: percent(scaled.largestWeight),
        unscaled: percent(unscaled.largestWeight),
        gradient: percent(unscaled.gradientNorm / scaled.gradientNorm),
      },
      right: [1 / 4, 3 / 4, 1].findIndex((limit) => unscaled.largestWeight <= limit),
    });
  }

  protected override render(): TemplateResult {
    const texts = this.texts.figures.saturation;
    return html`${this.#slider()} ${this.#table()}
      <div class="charts">
        ${this.#chart(texts.largest, 'largestWeight', 1)} ${this.#chart(texts.gradient, 'gradientNorm', 0.4)}
      </div>
      <p class="hint">${texts.note(KEYS, QUERIES)}</p>`;
  }

  #slider(): TemplateResult {
    return html`<label>
      d = <output>${DIMENSIONS[this.selected]}</output>
      <input
        type="range"
        min="0"
        max=${DIMENSIONS.length - 1}
        aria-label="d"
        aria-valuetext=${String(DIMENSIONS[this.selected])}
        .value=${live(String(this.selected))}
        @input=${(event: InputEvent) => this.#select((event.target as HTMLInputElement).valueAsNumber)}
      />
    </label>`;
  }

  #table(): TemplateResult {
    const texts = this.texts.figures.saturation;
    const shown = this.measured[this.selected];
    const row = (name: string, quantity: keyof Saturation, digits: number) =>
      html`<tr>
        <th scope="row">${this.explained(name)}</th>
        <td>${shown?.scaled[quantity].toFixed(digits) ?? '…'}</td>
        <td>${shown?.unscaled[quantity].toFixed(digits) ?? '…'}</td>
      </tr>`;
    return html`<table>
      <thead>
        <tr>
          <td></td>
          <th scope="col">${texts.scaled}</th>
          <th scope="col">${texts.unscaled}</th>
        </tr>
      </thead>
      <tbody>
        ${row(texts.variance, 'scoreVariance', 1)} ${row(texts.entropy, 'entropy', 2)}
        ${row(texts.largest, 'largestWeight', 3)} ${row(texts.gradient, 'gradientNorm', 3)}
      </tbody>
    </table>`;
  }

  /** Chart up to the selected head dimension, since the rest would give away the answer. */
  #chart(title: string, quantity: keyof Saturation, max: number): TemplateResult {
    const { scaled, unscaled } = this.texts.figures.saturation;
    const shown = this.measured.slice(0, this.selected + 1);
    const lines: Curve[] = [
      { name: scaled, color: '--_spotlight-value', values: shown.map((each) => each.scaled[quantity]) },
      {
        name: unscaled,
        color: '--_spotlight-positive',
        dashed: true,
        values: shown.map((each) => each.unscaled[quantity]),
      },
    ];
    return curves(title, DIMENSIONS.map(String), this.selected, lines, max);
  }
}
