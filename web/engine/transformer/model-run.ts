// A run of a model on one text. It owns its inputs, so that other runs do not affect it.
import { expectOneOf } from '../core/checks.js';
import { makeReadOnly } from '../core/read-only.js';
import { copyOf, type Tensor } from '../core/tensor.js';
import { RunComputation, type RunParts } from './run-computation.js';
import type { AsyncOptions } from '../core/async-options.js';
import type { AttentionType, HeadTrace, LayerTrace, ModelParts, Run, Target } from './run.js';
import type { Intervention } from './intervention.js';
import type { Selection } from './activations.js';
import type { Token } from '../../text/tokenize.js';
import type { TransformerComputation } from './transformer-computation.js';
import type { WordFeatures } from '../../text/word-features.js';

export interface RunState extends RunParts {
  model: ModelParts;
  text: string;
  tokens: readonly Token[];
  /** Interventions of the run as the caller has passed them, before they were checked. */
  given: Intervention;
}

/** Base class of the runs of all Transformers. Subclasses provide the text in the decoder. */
export abstract class ModelRun implements Run {
  readonly model: ModelParts;
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly trained = true;
  readonly layers: Run['layers'];
  readonly numHeads: number;
  readonly scale: number;
  readonly intervention: Intervention;
  readonly #steps: RunComputation;
  readonly #state: RunState;

  constructor(computation: TransformerComputation, state: RunState) {
    this.model = state.model;
    this.text = state.text;
    this.tokens = state.tokens;
    this.layers = state.layers;
    this.numHeads = state.model.numHeads;
    this.scale = state.intervention.scale;
    this.intervention = state.given;
    this.#steps = new RunComputation(computation, state);
    this.#state = state;
    makeReadOnly(this);
  }

  abstract decode(): Target | null;

  abstract intervene(intervene: Intervention): Run;

  layer(attention: AttentionType, layer: number, intervene?: Intervention): LayerTrace {
    return this.#steps.layer(attention, layer, intervene);
  }

  activation(name: string, selection?: Selection): Tensor {
    return this.#steps.activation(name, selection);
  }

  activationAsync(name: string, options?: Selection & AsyncOptions): Promise<Tensor> {
    return this.#steps.activationAsync(name, options);
  }

  logitsFrom(residual: Tensor, selection?: Pick<Selection, 'tokens'>): Tensor {
    return this.#steps.logitsFrom(residual, selection);
  }

  embeddingRows(attention: 'encoder' | 'decoder'): readonly WordFeatures[] | null {
    const isOfEncoder = expectOneOf('attention', attention, ['encoder', 'decoder']) === 'encoder';
    const { input } = isOfEncoder ? this.#state.encoder! : this.#state.decoder();
    return input.patches ? null : input.features;
  }

  attention(attention: AttentionType, layer: number): Tensor {
    return copyOf(this.layer(attention, layer).weights);
  }

  trace(attention: AttentionType, layer: number, head: number): HeadTrace {
    return this.layer(attention, layer).head(head);
  }
}
