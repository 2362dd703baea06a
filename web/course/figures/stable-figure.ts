// Figure: a softmax that overflows, beside a softmax that first subtracts the largest score.
import { html, type TemplateResult } from 'lit';
import { choice } from './parts/choice.js';
import { decimal } from '../facts.js';
import { MeasuredFigure } from './figure.js';
import { tensor } from '../../engine/core/tensor.js';
import type { Engine } from '../../engine/index.js';
import type { Outcome } from '../step.js';

const LARGEST = ['2', '20', '200'] as const;
type Largest = (typeof LARGEST)[number];

const scoresOf = (largest: Largest): readonly number[] => [Number(largest), Number(largest) - 1, Number(largest) - 2];

/** Softmax as textbooks define it, in float32, which may overflow: e to the power of each score, divided by the sum. */
function asWritten(scores: readonly number[]): { powers: readonly number[]; weights: readonly number[] } {
  const powers = scores.map((score) => Math.fround(Math.exp(score)));
  const sum = powers.reduce((total, power) => Math.fround(total + power), 0);
  return { powers, weights: powers.map((power) => power / sum) };
}

function byEngine(engine: Engine, scores: readonly number[]): readonly number[] {
  const keys = scores.length;
  const ones = tensor(new Float32Array(keys).fill(1), [1, 1, keys, 1]);
  const { weights } = engine.traceAttention(tensor([1], [1, 1, 1, 1]), tensor(scores, [1, 1, keys, 1]), ones, {
    scale: 1,
  });
  return [...weights.data];
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Formats a power of e as “7.4” or “4.9·10⁸”; ∞ if it exceeds float32. */
function powerText(power: number): string {
  if (!Number.isFinite(power)) return '∞';
  if (power < 1e5) return decimal(power, 1);
  const [factor, exponent] = power.toExponential(1).split('e+') as [string, string];
  return `${factor}·10${exponent.replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)]!)}`;
}

export class StableFigure extends MeasuredFigure {
  static override properties = { ...MeasuredFigure.properties, largest: { state: true } };
  declare largest: Largest;

  constructor() {
    super();
    Object.assign(this, { largest: '2' });
  }

  #choose(largest: Largest): void {
    this.largest = largest;
    this.measure();
  }

  protected override outcomeBy(engine: Engine): Outcome | null {
    const scores = scoresOf(this.largest);
    const { powers, weights } = asWritten(scores);
    const facts = {
      score: this.largest,
      power: powerText(powers[0]!),
      naive: decimal(weights[0]!),
      weight: decimal(byEngine(engine, scores)[0]!),
    };
    return this.largest === '200' ? { facts, right: Number.isNaN(weights[0]) ? 1 : 0 } : null;
  }

  protected override render(): TemplateResult {
    const texts = this.texts.figures.stable;
    const scores = scoresOf(this.largest);
    const { powers, weights } = asWritten(scores);
    const engineWeights = this.engine ? byEngine(this.engine, scores) : [];
    const row = (name: string, cells: readonly string[]) =>
      html`<tr>
        <th scope="row">${name}</th>
        ${cells.map((cell) => html`<td>${cell}</td>`)}
      </tr>`;
    return html`${choice(
        texts.largest,
        LARGEST,
        this.largest,
        (each) => each,
        (each) => this.#choose(each),
      )}
      <table>
        ${row(
          texts.scores,
          scores.map((score) => decimal(score, 0)),
        )}
        ${row('eˣ', powers.map(powerText))}
        ${row(
          texts.naive,
          weights.map((weight) => decimal(weight)),
        )}
        ${row(
          texts.shifted,
          scores.map((score) => decimal(score - scores[0]!, 0)),
        )}
        ${row(
          texts.stable,
          engineWeights.map((weight) => decimal(weight)),
        )}
      </table>
      <p class="hint">${texts.note}</p>`;
  }
}
