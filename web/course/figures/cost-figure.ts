// What attention costs as the text grows: counted, and measured here.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { costOf } from '../../engine/cost.js';
import { Figure } from '../figure.js';
import { sharedEngine } from '../../element/shared-engine.js';
import type { Engine, Pattern, Tensor } from '../../engine/index.js';

const HEAD_DIM = 64;
const STEPS = 40;
const [FEWEST, MOST] = [10, 100_000];
const wordsAt = (step: number): number => {
  const exact = FEWEST * (MOST / FEWEST) ** (step / STEPS);
  const round = 10 ** (Math.floor(Math.log10(exact)) - 1);
  return Math.round(exact / round) * round;
};

/** The most words whose whole matrix is computed here: three of them are held, of 64 MB. */
const MOST_HELD = 4000;

const WAYS = ['full', 'fused', 'window', 'linear'] as const;
type Way = (typeof WAYS)[number];

const PATTERNS: Partial<Record<Way, Pattern>> = { window: { kind: 'window', window: 256 }, linear: { kind: 'linear' } };

const bytes = (count: number): string => {
  const power = Math.min(3, Math.floor(Math.log10(Math.max(1, count)) / 3));
  return `${(count / 1000 ** power).toPrecision(3)} ${['B', 'kB', 'MB', 'GB'][power]}`;
};

/** As 1.3·10⁸. */
function power(count: number): TemplateResult {
  const [factor, exponent] = count.toExponential(1).split('e+');
  return html`${factor}·10<sup>${exponent}</sup>`;
}

function inputs(words: number): [Tensor, Tensor, Tensor] {
  const one = (seed: number): Tensor => ({
    data: Float32Array.from({ length: words * HEAD_DIM }, (_, at) => Math.sin(at * seed)),
    shape: [1, 1, words, HEAD_DIM],
  });
  return [one(0.7), one(1.3), one(2.1)];
}

interface Measured {
  words: number;
  milliseconds: number;
}

export class CostFigure extends Figure {
  static override properties = {
    ...Figure.properties,
    step: { state: true },
    measured: { state: true },
    running: { state: true },
    progress: { state: true },
  };
  declare step: number;
  declare measured: Partial<Record<Way, Measured>>;
  declare running: Way | null;
  declare progress: number;
  #giveUp = new AbortController();

  constructor() {
    super();
    Object.assign(this, { step: 20, measured: {}, running: null, progress: 0 });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#giveUp.abort();
  }

  async #measure(way: Way): Promise<void> {
    const words = wordsAt(this.step);
    this.#giveUp = new AbortController();
    this.running = way;
    this.progress = 0;
    try {
      const engine = await sharedEngine();
      await new Promise(requestAnimationFrame); // so that the page says so before it is busy
      const given = inputs(words);
      const began = performance.now();
      await this.#compute(engine, way, given);
      this.measured = { ...this.measured, [way]: { words, milliseconds: performance.now() - began } };
      this.done();
    } catch (error) {
      if (!this.#giveUp.signal.aborted) throw error;
    } finally {
      this.running = null;
    }
  }

  async #compute(engine: Engine, way: Way, given: [Tensor, Tensor, Tensor]): Promise<void> {
    const pattern = PATTERNS[way];
    if (way === 'full') engine.traceAttention(...given);
    else if (pattern) engine.scaledDotProductAttention(...given, { pattern });
    else {
      const onProgress = (share: number) => (this.progress = share);
      await engine.scaledDotProductAttentionAsync(...given, { signal: this.#giveUp.signal, onProgress });
    }
  }

  protected override render(): TemplateResult {
    const texts = this.texts.cost;
    const words = wordsAt(this.step);
    const row = (way: Way) => {
      const pattern = PATTERNS[way];
      const { steps, total } = costOf({
        ...{ queries: words, headDim: HEAD_DIM, held: way === 'full' },
        ...(pattern ? { pattern } : {}),
      });
      const known = this.measured[way];
      const tooMuch = way === 'full' && words > MOST_HELD;
      return html`<tr>
        <th scope="row">${texts.ways[way]}</th>
        <td>${power(total.multiplyAdds)}</td>
        <td>${bytes(way === 'full' ? steps.softmax.bytes : total.bytes)}</td>
        <td>
          ${known ? texts.took(known.milliseconds, known.words.toLocaleString('en')) : nothing}
          ${
            tooMuch
              ? texts.tooMuch
              : html`<button ?disabled=${this.running !== null} @click=${() => void this.#measure(way)}>
                  ${texts.measure}
                </button>`
          }
        </td>
      </tr>`;
    };
    return html`<label>
        n = <output>${words.toLocaleString('en')}</output>
        <input
          type="range"
          min="0"
          max=${STEPS}
          aria-label=${texts.words}
          aria-valuetext=${words.toLocaleString('en')}
          .value=${live(String(this.step))}
          @input=${(event: InputEvent) => (this.step = Number((event.target as HTMLInputElement).value))}
        />
      </label>
      <div class="scroll" tabindex="0" role="region" aria-label=${texts.words}>
        <table>
          <thead>
            <tr>
              <td></td>
              ${texts.columns.map((column) => html`<th scope="col">${column}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${WAYS.map(row)}
          </tbody>
        </table>
      </div>
      ${
        this.running === 'fused'
          ? html`<p>
              <progress max="1" .value=${this.progress} aria-label=${texts.running}></progress>
              <button @click=${() => this.#giveUp.abort()}>${this.texts.cost.cancel}</button>
            </p>`
          : nothing
      }
      <p class="hint" role="status">${this.running ? texts.running : ''}</p>
      <p class="hint">${texts.note(HEAD_DIM)}</p>`;
  }
}
