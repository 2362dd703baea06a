// Why √d_k: what a softmax of random scores is like for d_k from 1 to 1024, with the scale and without.
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { curves } from '../chart.js';
import { Figure } from '../figure.js';
import { sharedEngine } from '../../element/shared-engine.js';
import type { Saturation } from '../../engine/index.js';

const POWERS = Array.from({ length: 11 }, (_, power) => power);
const KEYS = 64;
const QUERIES = 128;

interface Both {
  scaled: Saturation;
  unscaled: Saturation;
}

export class SaturationFigure extends Figure {
  static override properties = { ...Figure.properties, measured: { state: true }, power: { state: true } };
  declare measured: readonly Both[];
  declare power: number;

  constructor() {
    super();
    this.measured = [];
    this.power = 6;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#measure();
  }

  /** One d after the other, so that the page stays alive. */
  async #measure(): Promise<void> {
    const engine = await sharedEngine();
    while (this.isConnected && this.measured.length < POWERS.length) {
      const of = (scaled: boolean) =>
        engine.saturation({ headDim: 2 ** this.measured.length, keys: KEYS, queries: QUERIES, scaled });
      this.measured = [...this.measured, { scaled: of(true), unscaled: of(false) }];
      await new Promise(requestAnimationFrame);
    }
  }

  protected override render(): TemplateResult {
    const texts = this.texts.saturation;
    const here = this.measured[this.power];
    const places = POWERS.map((power) => String(2 ** power));
    const curve = (name: 'largestWeight' | 'gradientNorm') => [
      { name: texts.scaled, color: '--value', values: this.measured.map(({ scaled }) => scaled[name]) },
      {
        name: texts.unscaled,
        color: '--positive',
        dashed: true,
        values: this.measured.map(({ unscaled }) => unscaled[name]),
      },
    ];
    const row = (name: string, of: (each: Saturation) => number, digits: number) =>
      html`<tr>
        <th scope="row">${name}</th>
        <td>${here ? of(here.scaled).toFixed(digits) : '…'}</td>
        <td>${here ? of(here.unscaled).toFixed(digits) : '…'}</td>
      </tr>`;
    return html`<label>
        d = <output>${2 ** this.power}</output>
        <input
          type="range"
          min="0"
          max=${POWERS.length - 1}
          aria-label="d"
          aria-valuetext=${String(2 ** this.power)}
          .value=${live(String(this.power))}
          @input=${(event: InputEvent) => {
            this.power = Number((event.target as HTMLInputElement).value);
            if (2 ** this.power === 1024) this.done();
          }}
        />
      </label>
      <table>
        <thead>
          <tr>
            <td></td>
            <th scope="col">${texts.scaled}</th>
            <th scope="col">${texts.unscaled}</th>
          </tr>
        </thead>
        <tbody>
          ${row(texts.variance, ({ scoreVariance }) => scoreVariance, 1)}
          ${row(texts.entropy, ({ entropy }) => entropy, 2)}
          ${row(texts.largest, ({ largestWeight }) => largestWeight, 3)}
          ${row(texts.gradient, ({ gradientNorm }) => gradientNorm, 4)}
        </tbody>
      </table>
      ${curves(texts.largest, places, this.power, curve('largestWeight'), 1)}
      ${curves(texts.gradient, places, this.power, curve('gradientNorm'), 0.4)}
      <p class="hint">${texts.note(KEYS, QUERIES)}</p>`;
  }
}
