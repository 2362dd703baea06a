// The runs of a model on one text, with and without the user's interventions.
import { interventionOf, hasInterventions, noInterventions } from '../interventions/index.js';
import { getRun } from './run-cache.js';
import { MAX_TOKENS } from './attention-source.js';
import { once, read } from './answer.js';
import type { Intervention } from '../../engine/transformer/intervention.js';
import type { ShownModel, ShownRun } from './shown-model.js';
import type { State } from '../state/properties.js';

export class TextRuns {
  readonly model: ShownModel;
  readonly state: State;

  constructor(model: ShownModel, state: State) {
    this.model = model;
    this.state = state;
  }

  readonly #tokens = once(() => read(this.model.tokenize(this.state.text)));

  /** Number of tokens of the whole text, including those beyond the maximum, which are not shown. */
  get tokenCount(): number {
    return this.#tokens().length;
  }

  get maxTokens(): number {
    return Math.min(MAX_TOKENS, this.model.contextLength ?? MAX_TOKENS);
  }

  get #shownTokens(): number {
    return Math.min(this.tokenCount, this.maxTokens);
  }

  /** The beginning of the text, up to the maximum number of tokens, which the model reads. */
  get text(): string {
    const last = this.#tokens()[this.#shownTokens - 1];
    return last ? this.state.text.slice(0, last.end) : '';
  }

  /** The user's interventions in the form that the engine takes, applied to every layer; null if there are none. */
  readonly intervention = once(() => (hasInterventions(this.state) ? this.#interventionOf(this.state) : null));

  #interventionOf(values: State): Intervention {
    const { layers, numHeads } = this.model;
    return interventionOf(values, { tokenCount: this.#shownTokens, layers, numHeads });
  }

  /** The run without the user's interventions; null if the text has no token. */
  readonly baseline = once(() => (this.tokenCount > 0 ? this.with(null) : null));

  /**
   * The run of the text with an intervention.
   * @param target text that the decoder reads, instead of a generated one
   */
  with(intervention: Intervention | null, target?: string): ShownRun {
    const none = { ...this.state, ...noInterventions() };
    return read(getRun(this.model, this.text, intervention ?? this.#interventionOf(none), target));
  }
}
