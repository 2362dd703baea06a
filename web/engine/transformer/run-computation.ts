// Recomputes the steps of a run when they are read.
import { expectOneOf, expectOptions, expectWholeNumber } from '../core/checks.js';
import { checkAsyncOptions, type AsyncOptions } from '../core/async-options.js';
import { EventLoop } from '../core/event-loop.js';
import {
  checkSelection,
  lengthsOf,
  partOfRows,
  partsOf,
  rangeOf,
  SELECTIONS,
  type Selection,
  type TextSizes,
} from './activations.js';
import { RecomputedTrace } from './recomputed-trace.js';
import { ATTENTION_TYPES, type AttentionType, type LayerTrace, type Run } from './run.js';
import type { AttentionInput, ComputedRun } from './run-state.js';
import type { AttentionRef } from './model-context.js';
import type { Intervention, ResolvedIntervention } from './intervention.js';
import { checkShaped, expectFinite, zeros, type Tensor } from '../core/tensor.js';
import type { TransformerComputation } from './transformer-computation.js';

/** The state of a run, and the function that checks interventions for its text. */
export interface RunParts extends ComputedRun {
  layers: Run['layers'];
  resolve: (intervene: Intervention, only?: AttentionRef) => ResolvedIntervention;
}

/** Recomputes the steps of a run when they are read. Traces of attention are cached for as long as the run exists. */
export class RunComputation {
  readonly #computation: TransformerComputation;
  readonly #run: RunParts;
  readonly #kept = new Map<string, LayerTrace>();

  constructor(computation: TransformerComputation, run: RunParts) {
    this.#computation = computation;
    this.#run = run;
  }

  /** Implements `run.layer`. A trace with its own interventions is not cached. */
  layer(attention: AttentionType, layer: number, intervene?: Intervention): LayerTrace {
    const { layers, intervention, resolve } = this.#run;
    expectOneOf('attention', attention, ATTENTION_TYPES);
    expectWholeNumber('layer', layer, 0, layers[attention] - 1);
    if (intervene !== undefined) return this.#trace(attention, layer, resolve(intervene, { attention, layer }));
    const key = `${attention} ${layer}`;
    const trace = this.#kept.get(key) ?? this.#trace(attention, layer, intervention);
    this.#kept.set(key, trace);
    return trace;
  }

  /** Implements `run.activation`. */
  activation(name: string, selection?: Selection): Tensor {
    const place = this.#computation.activations.find('name', name);
    const given = expectOptions('selection', selection, SELECTIONS);
    return this.#computation.activation(place, this.#run, checkSelection('selection', given, place, this.#sizes()));
  }

  /** Implements `run.activationAsync`, one head at a time. */
  async activationAsync(name: string, options: Selection & AsyncOptions = {}): Promise<Tensor> {
    const given = expectOptions('options', options, [...SELECTIONS, 'signal', 'onProgress']);
    const { signal, onProgress } = checkAsyncOptions(given);
    const place = this.#computation.activations.find('name', name);
    const selection = checkSelection('options', given, place, this.#sizes());
    const { hasHeads } = partsOf(place);
    const all = hasHeads ? [...Array(place.shape[0] as number).keys()] : [0];
    const heads = selection.heads.length > 0 ? selection.heads : all;
    const parts: Tensor[] = [];
    const events = new EventLoop();
    try {
      for (const head of heads) {
        await events.yield();
        signal?.throwIfAborted();
        const part = hasHeads ? { ...selection, heads: [head] } : selection;
        parts.push(this.#computation.activation(place, this.#run, part));
        onProgress?.(parts.length / heads.length);
      }
    } finally {
      events.close();
    }
    return hasHeads ? stacked(parts) : parts[0]!;
  }

  /** Implements `run.logitsFrom`. */
  logitsFrom(residual: Tensor, selection?: Selection): Tensor {
    const place = this.#computation.activations.logits;
    if (!place) throw new TypeError('logitsFrom: expected a model with logits, got one without an output layer');
    const { rows } = lengthsOf(place, this.#sizes());
    const streams = checkStreams('residual', residual, [rows, this.#computation.description.embedDim]);
    const given = expectOptions('selection', selection, ['tokens']);
    const { tokens } = checkSelection('selection', given, place, this.#sizes());
    const [first, end] = rangeOf(tokens, rows);
    const between = Array.from({ length: end - first }, (_, at) => first + at);
    const logits = this.#computation.logitsOf(partOfRows(streams, between), this.#afterResidual(), first);
    const picked = tokens.map((token) => token - first);
    return picked.length === 0 || picked.length === between.length ? logits : partOfRows(logits, picked);
  }

  /**
   * Interventions of the run that apply after the last layer's residual stream. Replacements of the stream itself do
   * not apply, since the caller of `logitsFrom` provides it.
   */
  #afterResidual(): ResolvedIntervention {
    const { intervention } = this.#run;
    const replacements = intervention.replacements.filter(({ activation }) => activation.stepName !== 'finalResidual');
    return { ...intervention, replacements };
  }

  /** Numbers of tokens that the run's encoder and decoder have read. */
  #sizes(): TextSizes {
    const { encoder, decoder, layers } = this.#run;
    const target = layers.decoder > 0 ? decoder().state.residuals[0]!.shape[0]! : 0;
    return { seqLen: encoder?.state.output.shape[0] ?? target, maxTarget: target };
  }

  #trace(attention: AttentionType, layer: number, intervention: ResolvedIntervention): LayerTrace {
    const input = this.#inputOf(attention, layer);
    const compute = () => this.#computation.trace(attention, layer, input, intervention);
    return new RecomputedTrace(input, this.#computation.stackOf(attention), compute);
  }

  #inputOf(attention: AttentionType, layer: number): AttentionInput {
    const { encoder, decoder, intervention } = this.#run;
    const stack = attention === 'encoder' ? encoder! : decoder();
    const encoded = encoder?.state ?? null;
    const residual = stack.state.residuals[layer]!;
    const query = this.#computation.attentionInput(attention, layer, residual, encoded, intervention);
    return { query, key: attention === 'cross' ? encoded!.output : query };
  }
}

/**
 * Checks residual streams that the caller has passed.
 * @throws TypeError or RangeError unless the value is finite and has the given shape, or stacks several tensors of that
 * shape
 */
function checkStreams(name: string, value: Tensor, shape: readonly number[]): Tensor {
  const several = value?.shape?.length === 3 ? [value.shape[0]!, ...shape] : shape;
  const streams = checkShaped(name, value, several);
  expectFinite(name, streams);
  return streams;
}

/** Stacks tensors [1, …] of the same shape along their first dimension. */
function stacked(parts: readonly Tensor[]): Tensor {
  const [first] = parts as [Tensor];
  const data = zeros('the activation', [parts.length, first.data.length]);
  parts.forEach((part, at) => data.set(part.data, at * first.data.length));
  return { data, shape: [parts.length, ...first.shape.slice(1)] };
}
