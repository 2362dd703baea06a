// Figure: dropout on the attention weights of one query. Some weights become 0, the others grow, and their expected
// value stays the same.
import { html, type TemplateResult } from 'lit';
import { bars } from './parts/chart.js';
import { decimal, percent } from '../facts.js';
import { choice } from './parts/choice.js';
import { EngineFigure } from './figure.js';
import { tensor } from '../../engine/core/tensor.js';
import type { Engine } from '../../engine/index.js';

const SCORES = [2, 1, 0.5, 0, -1];
const RATES = ['0', '0.1', '0.5'] as const;
/** Number of random draws at the same dropout rate after which the task is done. */
const DRAWS = 3;
const MEAN_DRAWS = 2000;

/**
 * Attention weights of several equal queries after dropout, [draws, keys].
 * @param draws number of queries, each with its own random draw
 */
function weightsAfter(engine: Engine, dropoutP: number, seed: number, draws = 1): Float32Array {
  const ones = (count: number, shape: readonly number[]) => tensor(new Float32Array(count).fill(1), shape);
  const keys = SCORES.length;
  return engine.traceAttention(
    ones(draws, [1, 1, draws, 1]),
    tensor(SCORES, [1, 1, keys, 1]),
    ones(keys, [1, 1, keys, 1]),
    { scale: 1, dropoutP, seed },
  ).weights.data;
}

const sumOf = (weights: Float32Array): number => weights.reduce((total, weight) => total + weight, 0);

export class DropoutFigure extends EngineFigure {
  static override properties = { ...EngineFigure.properties, rate: { state: true }, draws: { state: true } };
  declare rate: (typeof RATES)[number];
  /** Number of random draws so far at the current dropout rate. */
  declare draws: number;
  /** True once a draw has produced weights that do not add up to 1. */
  #sumChanged = false;

  constructor() {
    super();
    Object.assign(this, { rate: '0', draws: 0 });
  }

  #setRate(rate: (typeof RATES)[number]): void {
    this.rate = rate;
    this.draws = 0;
    this.#sumChanged = false;
    this.setOutcome(null);
  }

  #draw(engine: Engine): void {
    this.draws++;
    const p = Number(this.rate);
    const weights = weightsAfter(engine, p, this.draws);
    this.#sumChanged ||= Math.abs(sumOf(weights) - 1) > 0.005;
    const mean = sumOf(weightsAfter(engine, p, 0, MEAN_DRAWS)) / MEAN_DRAWS;
    const zeros = weights.filter((weight) => weight === 0).length;
    const facts = {
      zeros: String(zeros),
      keys: String(SCORES.length),
      sum: decimal(sumOf(weights)),
      mean: decimal(mean),
      many: String(MEAN_DRAWS),
    };
    this.setOutcome(this.rate === '0.5' && this.draws >= DRAWS ? { facts, right: Number(this.#sumChanged) } : null);
  }

  protected override render(): TemplateResult {
    const { engine } = this;
    const texts = this.texts.figures.dropout;
    const weights = engine ? [...weightsAfter(engine, this.draws === 0 ? 0 : Number(this.rate), this.draws)] : [];
    const tokens = this.texts.figures.five;
    return html`${choice(
        texts.rate,
        RATES,
        this.rate,
        (rate) => `p = ${rate}`,
        (rate) => this.#setRate(rate),
      )}
      <p>
        <button class="primary" ?disabled=${!engine} @click=${() => engine && this.#draw(engine)}>${texts.draw}</button>
        ${texts.draws(this.draws)}
      </p>
      ${bars(texts.title, tokens.slice(0, weights.length), weights, '--_spotlight-key', { max: 1.2 })}
      <p>${texts.sum} <b>${decimal(weights.reduce((total, weight) => total + weight, 0))}</b></p>
      <p class="hint">${texts.note(percent(Number(this.rate)))}</p>`;
  }
}
