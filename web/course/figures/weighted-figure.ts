// Figure: a weighted average of three values, for which the learner sets the weights.
import { besideStyles } from './parts/beside.js';
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { decimal, percents } from '../facts.js';
import { MeasuredFigure, figureStyles } from './figure.js';
import type { Engine } from '../../engine/index.js';
import type { Outcome } from '../step.js';
import { distances, planeStyles, pointsOf, weightedSum } from './parts/values.js';
import { plane } from './parts/plane.js';

/** Maximum distance of the weighted average from the first token's value at which the task is done. */
const NEAR = 0.5;

/** Index of the answer (a third, a half, nine tenths) that is closest to the weight that the learner has set. */
const answerOf = (weight: number): number => [5 / 12, 0.7, 1].findIndex((limit) => weight <= limit + 1e-6);

export class WeightedFigure extends MeasuredFigure {
  static override properties = { ...MeasuredFigure.properties, weights: { state: true } };
  static override styles = [figureStyles, besideStyles, planeStyles];
  /** Weights of the three values, which add up to 1. */
  declare weights: readonly number[];

  constructor() {
    super();
    Object.assign(this, { weights: [1 / 3, 1 / 3, 1 / 3] });
  }

  /** Sets the weight of one value. The others share the rest in their previous proportions. */
  #set(index: number, weight: number): void {
    const others = this.weights.reduce((sum, each, at) => (at === index ? sum : sum + each), 0);
    const shareOf = (each: number) => (others > 0 ? each / others : 1 / (this.weights.length - 1));
    this.weights = this.weights.map((each, at) => (at === index ? weight : (1 - weight) * shareOf(each)));
    this.measure();
  }

  protected override outcomeBy(engine: Engine): Outcome | null {
    const output = weightedSum(engine, this.weights);
    const distance = distances(output)[0]!;
    const [first, second, third] = percents(this.weights);
    return distance <= NEAR
      ? {
          facts: {
            first: first!,
            second: second!,
            third: third!,
            x: decimal(output[0]),
            y: decimal(output[1]),
            distance: decimal(distance),
          },
          right: answerOf(this.weights[0]!),
        }
      : null;
  }

  protected override render(): TemplateResult {
    const texts = this.texts.figures.average;
    const output = this.engine && weightedSum(this.engine, this.weights);
    const distance = output && distances(output)[0]!;
    return html`<div class="beside">
      ${plane(texts.plane, pointsOf(texts.tokens), output && { name: texts.output, at: output })}
      <div>
        ${texts.tokens.map((token, index) => this.#slider(token, index))}
        <p>${texts.sum}</p>
        <p role="status">
          ${texts.distanceTo(texts.tokens[0]!)}
          <b class=${distance !== null && distance <= NEAR ? 'right' : ''}
            >${distance === null ? '…' : decimal(distance)}</b
          >
        </p>
      </div>
    </div>`;
  }

  #slider(token: string, index: number): TemplateResult {
    const weight = percents(this.weights)[index]!;
    return html`<label>
      <span class="named">${this.texts.figures.average.weightOf(token)}</span>
      <input
        type="range"
        min="0"
        max="100"
        step="any"
        aria-valuetext=${weight}
        .value=${live(String(100 * this.weights[index]!))}
        @input=${(event: InputEvent) => this.#set(index, (event.target as HTMLInputElement).valueAsNumber / 100)}
      />
      <span>${weight}</span>
    </label>`;
  }
}
