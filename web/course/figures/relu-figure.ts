// Figure: softmax or ReLU as the function that turns scores into weights.
import { html, type TemplateResult } from 'lit';
import { bars } from './parts/chart.js';
import { choice } from './parts/choice.js';
import { decimal } from '../facts.js';
import { MeasuredFigure } from './figure.js';
import { tensor } from '../../engine/core/tensor.js';
import type { Engine } from '../../engine/index.js';
import type { Outcome } from '../step.js';

const SCORES = [1.5, 0.7, 0.2, -0.4, -1];
const ACTIVATIONS = ['softmax', 'relu'] as const;
type Activation = (typeof ACTIVATIONS)[number];

function weightsOf(engine: Engine, activation: Activation): Float32Array {
  const keys = SCORES.length;
  const ones = tensor(new Float32Array(keys).fill(1), [1, 1, keys, 1]);
  const query = tensor([1], [1, 1, 1, 1]);
  return engine.traceAttention(query, tensor(SCORES, [1, 1, keys, 1]), ones, { scale: 1, activation }).weights.data;
}

export class ReluFigure extends MeasuredFigure {
  static override properties = { ...MeasuredFigure.properties, activation: { state: true } };
  declare activation: Activation;

  constructor() {
    super();
    Object.assign(this, { activation: 'softmax' });
  }

  #choose(activation: Activation): void {
    this.activation = activation;
    this.measure();
  }

  protected override outcomeBy(engine: Engine): Outcome | null {
    const weights = weightsOf(engine, this.activation);
    const zeros = weights.filter((weight) => weight === 0).length;
    const sum = weights.reduce((total, weight) => total + weight, 0);
    const facts = { zeros: String(zeros), keys: String(SCORES.length), sum: decimal(sum) };
    return this.activation === 'relu' ? { facts, right: zeros > 0 ? 0 : 1 } : null;
  }

  protected override render(): TemplateResult {
    const texts = this.texts.figures.relu;
    const weights = this.engine ? [...weightsOf(this.engine, this.activation)] : [];
    const tokens = this.texts.figures.five.map((token, index) => `${token} (${decimal(SCORES[index]!, 1)})`);
    return html`${choice(
        texts.activation,
        ACTIVATIONS,
        this.activation,
        (each) => texts.activations[each],
        (each) => this.#choose(each),
      )}
      ${bars(texts.title, tokens.slice(0, weights.length), weights, '--_spotlight-key', { max: 1.6 })}
      <p>${texts.sum} <b>${decimal(weights.reduce((total, weight) => total + weight, 0))}</b></p>
      <p class="hint">${texts.note}</p>`;
  }
}
