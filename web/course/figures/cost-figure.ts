// Figure: the cost of attention for growing text lengths, in operation counts, memory, and times measured on this
// device.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { costOf } from '../../engine/analysis/cost.js';
import { count } from '../facts.js';
import { formatBytes } from './parts/bytes.js';
import { curves } from './parts/chart.js';
import { Figure } from './figure.js';
import { methodTable } from './parts/method-table.js';
import { scientific } from './parts/scientific.js';
import { sharedEngine } from '../../element/source/shared-engine.js';
import type { Engine, ScaledDotProductOptions, Tensor } from '../../engine/index.js';

const HEAD_DIM = 64;

/** Range of the slider for the number of tokens n. The slider is logarithmic, and n is rounded to two digits. */
const [MIN_TOKENS, MAX_TOKENS] = [10, 100_000];
const SLIDER_STEPS = 40;
const tokensAt = (position: number): number =>
  Number((MIN_TOKENS * (MAX_TOKENS / MIN_TOKENS) ** (position / SLIDER_STEPS)).toPrecision(2));

/**
 * Maximum number of tokens for which attention is measured with all its intermediate results in memory: scores, scaled
 * scores and weights then need 64 MB each.
 */
const MAX_FULL_TOKENS = 4000;

/** Color and dashes of the curve for each attention method. */
const STYLES = {
  full: { color: '--_spotlight-positive' },
  fused: { color: '--_spotlight-value' },
  window: { color: '--_spotlight-key' },
  linear: { color: '--_spotlight-query', dashed: true },
} as const;
/** Logarithmic y axes of the charts: the power of ten at their upper end, and their labels by power of ten. */
const QUANTITIES = {
  bytes: { largest: 12, ticks: { 0: '1 B', 6: '1 MB', 12: '1 TB' } },
  multiplyAdds: { largest: 14, ticks: { 0: '1', 7: '10⁷', 14: '10¹⁴' } },
} as const;
type Quantity = keyof typeof QUANTITIES;

const METHODS = ['full', 'fused', 'window', 'linear'] as const;
type Method = (typeof METHODS)[number];

const OPTIONS: Partial<Record<Method, Pick<ScaledDotProductOptions, 'pattern' | 'variant'>>> = {
  window: { pattern: { kind: 'window', window: 256 } },
  linear: { variant: { kind: 'linear' } },
};

function cost(method: Method, tokens: number): { multiplyAdds: number; bytes: number } {
  const { steps, total } = costOf({
    queries: tokens,
    headDim: HEAD_DIM,
    materialized: method === 'full',
    ...OPTIONS[method],
  });
  return { multiplyAdds: total.multiplyAdds, bytes: method === 'full' ? steps.softmax.bytes : total.bytes };
}

/** Query, key and value for the time measurement, with arbitrary numbers, each [1, 1, tokens, HEAD_DIM]. */
function inputs(tokens: number): [Tensor, Tensor, Tensor] {
  const tensor = (frequency: number): Tensor => ({
    data: Float32Array.from({ length: tokens * HEAD_DIM }, (_, i) => Math.sin(i * frequency)),
    shape: [1, 1, tokens, HEAD_DIM],
  });
  return [tensor(0.7), tensor(1.3), tensor(2.1)];
}

interface Measurement {
  tokens: number;
  milliseconds: number;
}

export class CostFigure extends Figure {
  static override properties = {
    ...Figure.properties,
    position: { state: true },
    measured: { state: true },
    running: { state: true },
    progress: { state: true },
  };
  declare position: number;
  declare measured: Partial<Record<Method, Measurement>>;
  declare running: Method | null;
  declare progress: number;
  #cancel = new AbortController();

  constructor() {
    super();
    Object.assign(this, { position: 20, measured: {}, running: null, progress: 0 });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#cancel.abort();
  }

  /** Sets the number of tokens n to a position of the slider. The largest n completes the task. */
  #select(position: number): void {
    this.position = position;
    const tokens = tokensAt(position);
    const weightsOf = (n: number) => costOf({ queries: n, headDim: HEAD_DIM }).steps.softmax.bytes;
    const facts = {
      tokens: count(tokens),
      full: formatBytes(cost('full', tokens).bytes),
      fused: formatBytes(cost('fused', tokens).bytes),
      factor: String(weightsOf(2 * tokens) / weightsOf(tokens)),
    };
    this.setOutcome(tokens === MAX_TOKENS ? { facts, right: ['2', '4', '8'].indexOf(facts.factor) } : null);
  }

  async #measure(method: Method): Promise<void> {
    const tokens = tokensAt(this.position);
    this.#cancel = new AbortController();
    this.running = method;
    this.progress = 0;
    try {
      const engine = await sharedEngine();
      await new Promise(requestAnimationFrame); // lets the browser paint the progress first
      const tensors = inputs(tokens);
      const start = performance.now();
      await this.#compute(engine, method, tensors);
      this.measured = { ...this.measured, [method]: { tokens, milliseconds: performance.now() - start } };
    } catch (error) {
      if (!this.#cancel.signal.aborted) throw error;
    } finally {
      this.running = null;
    }
  }

  async #compute(engine: Engine, method: Method, tensors: [Tensor, Tensor, Tensor]): Promise<void> {
    const options = OPTIONS[method];
    if (method === 'full') engine.traceAttention(...tensors);
    else if (options) engine.scaledDotProductAttention(...tensors, options);
    else {
      const onProgress = (share: number) => (this.progress = share);
      await engine.scaledDotProductAttentionAsync(...tensors, { signal: this.#cancel.signal, onProgress });
    }
  }

  protected override render(): TemplateResult {
    const texts = this.texts.figures.cost;
    return html`${this.#slider(count(tokensAt(this.position)))}
      ${methodTable(
        texts.tokens,
        texts.columns,
        METHODS.map((method) => this.#row(method)),
      )}
      <div class="charts">${this.#chart('bytes')} ${this.#chart('multiplyAdds')}</div>
      ${this.running === 'fused' ? this.#progressBar() : nothing}
      <p class="hint" role="status">${this.running ? texts.running : ''}</p>
      <p class="hint">${texts.note(HEAD_DIM)}</p>`;
  }

  #slider(tokens: string): TemplateResult {
    return html`<label>
      n = <output>${tokens}</output>
      <input
        type="range"
        min="0"
        max=${SLIDER_STEPS}
        aria-label=${this.texts.figures.cost.tokens}
        aria-valuetext=${tokens}
        .value=${live(String(this.position))}
        @input=${(event: InputEvent) => this.#select((event.target as HTMLInputElement).valueAsNumber)}
      />
    </label>`;
  }

  /**
   * Chart of one kind of cost (memory or operations) of all methods, up to the number of tokens that the learner has
   * chosen.
   */
  #chart(quantity: Quantity): TemplateResult {
    const texts = this.texts.figures.cost;
    const { largest, ticks } = QUANTITIES[quantity];
    const positions = Array.from({ length: SLIDER_STEPS + 1 }, (_, position) => position);
    const shown = positions.slice(0, this.position + 1);
    const lines = METHODS.map((method) => ({
      name: texts.methods[method],
      ...STYLES[method],
      values: shown.map((position) => Math.log10(cost(method, tokensAt(position))[quantity])),
    }));
    const labels = positions.map((position) => count(tokensAt(position)));
    const tick = (power: number) => ticks[power as keyof typeof ticks];
    return curves(texts.charts[quantity], labels, this.position, lines, largest, tick);
  }

  #row(method: Method): TemplateResult {
    const texts = this.texts.figures.cost;
    const tokens = tokensAt(this.position);
    const { multiplyAdds, bytes } = cost(method, tokens);
    const measured = this.measured[method];
    return html`<tr>
      <th scope="row">${texts.methods[method]}</th>
      <td>${scientific(multiplyAdds, 1)}</td>
      <td>${formatBytes(bytes)}</td>
      <td>
        ${measured ? texts.took(measured.milliseconds, count(measured.tokens)) : nothing}
        ${
          method === 'full' && tokens > MAX_FULL_TOKENS
            ? texts.tooLarge
            : html`<button ?disabled=${this.running !== null} @click=${() => void this.#measure(method)}>
                ${texts.measure}
              </button>`
        }
      </td>
    </tr>`;
  }

  #progressBar(): TemplateResult {
    const { running, cancel } = this.texts.figures.cost;
    return html`<p>
      <progress max="1" .value=${this.progress} aria-label=${running}></progress>
      <button @click=${() => this.#cancel.abort()}>${cancel}</button>
    </p>`;
  }
}
