// Figure: how the scale of the initial weights affects attention, for Xavier initialization and other scales.
import { html, type TemplateResult } from 'lit';
import { bars } from './parts/chart.js';
import { choice } from './parts/choice.js';
import { decimal, percent } from '../facts.js';
import { MeasuredFigure } from './figure.js';
import { meanLargest, normals, standardDeviation } from './parts/numbers.js';
import { tensor } from '../../engine/core/tensor.js';
import type { Engine } from '../../engine/index.js';
import type { Outcome } from '../step.js';

const [TOKENS, EMBED_DIM, HEADS] = [16, 64, 4];
const GAINS = ['0.1', '1', '10'] as const;
type Gain = (typeof GAINS)[number];

interface Measured {
  /** Largest attention weight of a query, averaged over queries and heads. */
  largest: number;
  /** Standard deviation of the scaled attention scores. */
  spread: number;
  /** Attention weights of one query, [TOKENS]. */
  row: readonly number[];
}

function measure(engine: Engine, gain: Gain): Measured {
  const attention = engine.createMultiheadAttention({
    embedDim: EMBED_DIM,
    numHeads: HEADS,
    inProjWeight: engine.xavierUniform([3 * EMBED_DIM, EMBED_DIM], { gain: Number(gain), seed: 1 }),
    outProjWeight: engine.xavierUniform([EMBED_DIM, EMBED_DIM], { seed: 2 }),
  });
  const x = tensor(normals(TOKENS * EMBED_DIM, 1), [1, TOKENS, EMBED_DIM]);
  const { scaled, weights } = attention.trace(x, x, x);
  attention.dispose();
  return {
    largest: meanLargest(weights),
    spread: standardDeviation(scaled.data),
    row: [...weights.data.subarray(0, TOKENS)],
  };
}

export class InitializationFigure extends MeasuredFigure {
  static override properties = { ...MeasuredFigure.properties, gain: { state: true } };
  declare gain: Gain;

  constructor() {
    super();
    Object.assign(this, { gain: '1' });
  }

  #choose(gain: Gain): void {
    this.gain = gain;
    this.measure();
  }

  protected override outcomeBy(engine: Engine): Outcome | null {
    const [small, xavier, large] = GAINS.map((each) => measure(engine, each).largest) as [number, number, number];
    const facts = { small: percent(small), xavier: percent(xavier), large: percent(large), even: percent(1 / TOKENS) };
    return this.gain === '10' ? { facts, right: [0.25, 0.75, 1].findIndex((limit) => large <= limit) } : null;
  }

  protected override render(): TemplateResult {
    const texts = this.texts.figures.initialization;
    const measured = this.engine && measure(this.engine, this.gain);
    const tokens = measured?.row.map((_, index) => String(index + 1)) ?? [];
    return html`${choice(
        texts.gain,
        GAINS,
        this.gain,
        (gain) => texts.gains[gain],
        (gain) => this.#choose(gain),
      )}
      <table>
        <tr>
          <th scope="row">${this.explained(texts.spread)}</th>
          <td>${measured ? decimal(measured.spread) : '…'}</td>
        </tr>
        <tr>
          <th scope="row">${texts.largest}</th>
          <td>${measured ? percent(measured.largest) : '…'}</td>
        </tr>
      </table>
      ${bars(texts.title, tokens, measured?.row ?? [], '--_spotlight-key')}
      <p class="hint">${texts.note(TOKENS, EMBED_DIM)}</p>`;
  }
}
