// A weighted average of three values: the learner sets the weights.
import { besideStyles } from './parts/beside.js';
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { decimal, percents } from '../facts.js';
import { MeasuredFigure, figureStyles } from './figure.js';
import type { Engine } from '../../engine/index.js';
import type { Outcome } from '../step.js';
import { distances, planeStyles, pointsOf, weightedSum } from './parts/values.js';
import { plane } from './parts/plane.js';

/** Maximum distance of the output from the value of the first token. */
const NEAR = 0.5;

/** Index of the answer (a third, a half, nine tenths) closest to a weight. */
const answerOf = (weight: number): number => [5 / 12, 0.7, 1].findIndex((limit) => weight <= limit + 1e-6);

export class WeightedFigure extends MeasuredFigure {
  static override properties = { ...MeasuredFigure.properties, parts: { state: true } };
  static override styles = [figureStyles, besideStyles, planeStyles];
  /** Slider positions, 0 … 100; the weights are their shares of the sum. */
  declare parts: readonly number[];

  constructor() {
    super();
    Object.assign(this, { parts: [50, 50, 50] });
  }

  get #weights(): readonly number[] {
    const sum = this.parts.reduce((total, part) => total + part, 0);
    return this.parts.map((part) => part / sum);
  }

  #set(index: number, part: number): void {
    const parts = this.parts.with(index, part);
    if (parts.some((each) => each > 0)) this.parts = parts;
    else this.requestUpdate(); // rejects all zeros, which have no shares: the slider moves back
    this.measure();
  }

  protected override outcomeBy(engine: Engine): Outcome | null {
    const output = weightedSum(engine, this.#weights);
    const distance = distances(output)[0]!;
    const [first, second, third] = percents(this.#weights);
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
          right: answerOf(this.#weights[0]!),
        }
      : null;
  }

  protected override render(): TemplateResult {
    const texts = this.texts.figures.average;
    const output = this.engine && weightedSum(this.engine, this.#weights);
    const distance = output && distances(output)[0]!;
    return html`<div class="beside">
      ${plane(texts.plane, pointsOf(texts.tokens), output && { name: texts.output, at: output })}
      <div>
        ${texts.tokens.map((token, index) => this.#slider(token, index))}
        <p>${texts.sum}</p>
        <p>
          ${texts.distanceTo(texts.tokens[0]!)}
          <b class=${distance !== null && distance <= NEAR ? 'right' : ''}
            >${distance === null ? '…' : decimal(distance)}</b
          >
        </p>
      </div>
    </div>`;
  }

  #slider(token: string, index: number): TemplateResult {
    const weight = percents(this.#weights)[index]!;
    return html`<label>
      <span class="named">${this.texts.figures.average.weightOf(token)}</span>
      <input
        type="range"
        min="0"
        max="100"
        aria-valuetext=${weight}
        .value=${live(String(this.parts[index]))}
        @input=${(event: InputEvent) => this.#set(index, (event.target as HTMLInputElement).valueAsNumber)}
      />
      <output>${weight}</output>
    </label>`;
  }
}
