// Figure: efficient variants of attention, their cost compared with exact attention, and their error and time measured
// on this device.
import { html, nothing, type TemplateResult } from 'lit';
import { costOf } from '../../engine/analysis/cost.js';
import { choice } from './parts/choice.js';
import { decimal, percent } from '../facts.js';
import { driftingVectors } from './parts/numbers.js';
import { Figure } from './figure.js';
import { formatBytes } from './parts/bytes.js';
import { methodTable } from './parts/method-table.js';
import { scientific } from './parts/scientific.js';
import { sharedEngine } from '../../element/source/shared-engine.js';
import type { ScaledDotProductOptions } from '../../engine/index.js';

const HEAD_DIM = 64;
const LENGTHS = ['256', '1024', '2048'] as const;
type Length = (typeof LENGTHS)[number];

/** Formats a relative error in percent. Errors as small as rounding in float32 are shown as 0. */
const errorText = (error: number): string => percent(error < 1e-5 ? 0 : error);

const METHODS = ['full', 'fused', 'window', 'bigbird', 'linformer', 'performer', 'linear'] as const;
type Method = (typeof METHODS)[number];
type Options = Pick<ScaledDotProductOptions, 'pattern' | 'variant'>;

const OPTIONS: Readonly<Record<Method, Options>> = {
  full: {},
  fused: {},
  window: { pattern: { kind: 'window', window: 128 } },
  bigbird: { pattern: { kind: 'bigbird', window: 128, global: [0], randomBlocks: 2 } },
  linformer: { variant: { kind: 'linformer', rank: 64 } },
  performer: { variant: { kind: 'performer', features: 256 } },
  linear: { variant: { kind: 'linear' } },
};

/**
 * Attention methods grouped by principle: those that leave out pairs of tokens, those that shorten keys and values, and
 * those that replace the softmax.
 */
const FAMILIES: readonly (readonly Method[])[] = [['window', 'bigbird'], ['linformer'], ['performer', 'linear']];

interface Measured {
  milliseconds: number;
  /** Error of the attention output compared with exact attention: ‖difference‖ / ‖output‖. */
  error: number;
}

const normOf = (data: Float32Array): number => Math.sqrt(data.reduce((sum, x) => sum + x * x, 0));

const costs = (method: Method, tokens: number) =>
  costOf({ queries: tokens, headDim: HEAD_DIM, materialized: method === 'full', ...OPTIONS[method] });

export class VariantsFigure extends Figure {
  static override properties = {
    ...Figure.properties,
    length: { state: true },
    measured: { state: true },
    running: { state: true },
  };
  declare length: Length;
  declare measured: Readonly<Partial<Record<Method, Measured>>>;
  declare running: boolean;

  constructor() {
    super();
    Object.assign(this, { length: '1024', measured: {}, running: false });
  }

  #choose(length: Length): void {
    this.length = length;
    this.measured = {};
    this.setOutcome(null);
  }

  /**
   * Measures one attention method per frame, so that the page stays responsive. Ends early if the learner chooses
   * another text length.
   */
  async #run(): Promise<void> {
    const { length } = this;
    this.running = true;
    this.measured = {};
    try {
      const engine = await sharedEngine();
      const [x, value] = [driftingVectors(Number(length), HEAD_DIM, 3), driftingVectors(Number(length), HEAD_DIM, 5)];
      const compute = (method: Method): Float32Array =>
        method === 'full'
          ? engine.traceAttention(x, x, value).output.data
          : engine.scaledDotProductAttention(x, x, value, OPTIONS[method]).output.data;
      const exact = compute('full');
      for (const method of METHODS) {
        await new Promise(requestAnimationFrame);
        if (!this.isConnected || this.length !== length) return;
        this.#measure(method, compute, exact);
      }
      this.#report();
    } finally {
      this.running = false;
    }
  }

  #measure(method: Method, compute: (method: Method) => Float32Array, exact: Float32Array): void {
    const start = performance.now();
    const output = compute(method);
    const milliseconds = performance.now() - start;
    const error = normOf(output.map((value, at) => value - exact[at]!)) / normOf(exact);
    this.measured = { ...this.measured, [method]: { milliseconds, error } };
  }

  #report(): void {
    const { fused, window, linformer, linear } = this.measured as Readonly<Record<Method, Measured>>;
    const memory = (method: Method) => costs(method, Number(this.length)).total.bytes;
    const least = FAMILIES.map((methods) => Math.min(...methods.map((method) => this.measured[method]!.error)));
    this.setOutcome({
      facts: {
        tokens: this.length,
        saved: decimal(memory('full') / memory('fused'), 0),
        fused: errorText(fused.error),
        window: errorText(window.error),
        linformer: errorText(linformer.error),
        linear: errorText(linear.error),
      },
      right: least.indexOf(Math.min(...least)),
    });
  }

  protected override render(): TemplateResult {
    const texts = this.texts.figures.variants;
    return html`${choice(
        texts.length,
        LENGTHS,
        this.length,
        (each) => `n = ${each}`,
        (each) => this.#choose(each),
      )}
      <p>
        <button class="primary" ?disabled=${this.running} @click=${() => void this.#run()}>${texts.run}</button>
      </p>
      ${methodTable(
        texts.title,
        texts.columns,
        METHODS.map((method) => this.#row(method)),
        true,
      )}
      <p class="hint">${texts.note(HEAD_DIM)}</p>`;
  }

  #row(method: Method): TemplateResult {
    const texts = this.texts.figures.variants;
    const { total } = costs(method, Number(this.length));
    const measured = this.measured[method];
    return html`<tr>
      <th scope="row">${texts.names[method]}<br /><span class="hint">${texts.ideas[method]}</span></th>
      <td>${scientific(total.multiplyAdds, 1)}</td>
      <td>${formatBytes(total.bytes)}</td>
      <td>${measured ? texts.milliseconds(measured.milliseconds) : nothing}</td>
      <td>${measured ? errorText(measured.error) : nothing}</td>
    </tr>`;
  }
}
