// Computations of a Transformer whose weights are in WebAssembly memory. Methods receive everything that they depend
// on. They return copies, except for the trace and the logits, which are valid until the next call.
import {
  expectStepWithinFloat32,
  lengthsOf,
  ModelActivations,
  partOfColumns,
  partOfRows,
  partsOf,
  rangeOf,
  type ActivationPlace,
  type Selection,
} from './activations.js';
import { expectTraceFinite, type MultiheadTensors } from '../attention/multihead-trace.js';
import { TensorTable } from '../runtime/tensor-table.js';
import { copyOutAt } from '../runtime/wasm-memory.js';
import { completed, type StackDescription, type TransformerDescription } from './description.js';
import {
  loadParameters,
  parametersOf,
  readParameter,
  readParameterRows,
  type EmbeddingRows,
  type KeptPrecision,
  type Parameters,
} from '../parameters/load-parameters.js';
import type { Decoding, Hypotheses } from './decoding.js';
import type {
  AttentionInput,
  ComputedRun,
  DecoderState,
  EncoderState,
  Restart,
  StackInput,
  StackState,
} from './run-state.js';
import { writeFeatures } from './stack-features.js';
import { afterKept, type ResolvedIntervention } from './intervention.js';
import { frozen } from '../core/read-only.js';
import type { SourceTable } from '../parameters/parameter-source.js';
import { checkRows, unknownParameter, type ParameterInfo } from '../parameters/parameter-info.js';
import type { Reading } from '../weights/reading.js';
import type { WeightsFile } from '../weights/weights-file.js';
import { ATTENTION_TYPES, type AttentionType } from './head-ref.js';
import { expectWithinFloat32, sizeOf, withLastRows, type Tensor } from '../core/tensor.js';
import type { Module } from '../runtime/wasm-module.js';
import type { TransformerSession } from '../wasm/spotlight.js';

/**
 * Parts that a Transformer is created from: its weight file, its description, and the mapping from parameters to
 * tensors in the file.
 */
export interface TransformerParts {
  weights: WeightsFile;
  description: TransformerDescription;
  tensors: SourceTable;
  /** Patterns of tensor names in the file that no parameter needs; null allows any unused tensor. */
  unused?: readonly RegExp[] | null;
  /** Rows of the embedding tables that are loaded. Default: all. */
  embedding?: EmbeddingRows;
  /** Precision in which the weight matrices are kept in memory. Default 'float32'. */
  precision?: KeptPrecision;
  /** False if the model's last layers are not loaded, so that its logits would be meaningless. Default true. */
  hasLogits?: boolean;
}

/** Inputs of a layer besides the residual streams before it. */
export interface LayerInput {
  readonly intervention: ResolvedIntervention;
  /**
   * Output of the encoder, [tokens, embedDim] or [batch, tokens, embedDim]. Null if the model has no encoder, or if the
   * layer belongs to the encoder.
   */
  readonly encoderOutput: Tensor | null;
  /** Position of the only token that the layer computes; null for all tokens. */
  readonly position: number | null;
}

/**
 * Checks the result of a decoder call, which is false if the decoder no longer contains the hypothesis.
 * @throws Error if it is false: another text has replaced the hypothesis, or a call has failed
 */
function expectHypothesis(isThere: boolean): void {
  if (!isThere)
    throw new Error('expected a text that is being decoded, got one that another has replaced, or a failed call');
}

export class TransformerComputation {
  readonly description: TransformerDescription;
  readonly activations: ModelActivations;
  readonly #module: Module;
  readonly #tensors: TensorTable<keyof Module['TransformerTensor']>;
  readonly #traceTensors: MultiheadTensors;
  #session: TransformerSession | null;
  readonly #parameters: Parameters;
  /** Inputs of the attention layer whose trace is in the memory of the C++ session; null if there is none. */
  #traced: AttentionInput | null = null;
  /** Text that is in the decoder of the C++ session; null if there is none. */
  #decoding: Decoding | null = null;
  /** Interventions that are active in the C++ session; null if unknown. */
  #intervention: ResolvedIntervention | null = null;

  /** Creates the C++ session of a model. Its parameters are set later. */
  private constructor(
    module: Module,
    { description, tensors, embedding, hasLogits = true }: Omit<TransformerParts, 'weights' | 'unused' | 'precision'>,
  ) {
    const session = new module.TransformerSession(completed(module, description));
    this.description = frozen(description);
    this.#module = module;
    this.#session = session;
    this.#tensors = new TensorTable(module, session.tensors(), module.TransformerTensor);
    this.#traceTensors = new TensorTable(module, session.attentionTensors(), module.MultiheadTensor);
    this.activations = new ModelActivations(module, session, this.description, hasLogits);
    const { outputDim, outputTransformDim } = (description.decoder ?? description.encoder)!;
    const hasClasses = outputDim !== undefined && outputTransformDim === undefined;
    this.#parameters = parametersOf(session.parameters()!, tensors, embedding, hasClasses);
  }

  /**
   * Loads the parameters of a model from its weight file.
   * @throws TypeError or RangeError that names the invalid tensor; all memory is then freed
   */
  static *load(
    module: Module,
    { weights, unused, precision, ...parts }: TransformerParts,
  ): Reading<TransformerComputation> {
    const computation = new TransformerComputation(module, parts);
    try {
      const target = { module, set: computation.live().parameters()! };
      yield* loadParameters(target, computation.#parameters, weights, unused, precision);
      return computation;
    } catch (error) {
      computation.dispose();
      throw error;
    }
  }

  /**
   * Runs the encoder. With `restart`, only the layers from the first changed one on are computed, and the others taken
   * from an earlier run.
   */
  encode(input: StackInput, intervention: ResolvedIntervention, restart?: Restart<EncoderState>): EncoderState {
    const { layer = 0, state } = restart ?? {};
    if (layer === Infinity) return state!;
    const session = this.live();
    const length =
      layer > 0 ? this.#writeResidual(state!.residuals[layer]!) : writeFeatures(session, this.#tensors, input);
    this.#intervene(layer > 0 ? afterKept(intervention, 'encoder', layer) : intervention);
    if (layer > 0) session.encodeFrom(layer);
    else session.encode();
    const output = this.#tensors.copyOut('encoderOutput', [length, this.description.embedDim]);
    expectWithinFloat32('encoder output', output);
    return { residuals: this.#residuals('encoder', length, restart), output };
  }

  /**
   * Starts decoding with the given result of the encoder. The hypotheses are initially empty. They are valid until
   * another text is decoded.
   */
  beginDecoding(encoder: EncoderState | null, intervention: ResolvedIntervention, hypotheses: number): Hypotheses {
    const session = this.live();
    this.#decoding = null;
    if (encoder) this.#writeEncoderOutput(encoder.output);
    this.#intervene(intervention);
    session.beginDecoding(hypotheses);
    return {
      step: (hypothesis, token) => this.#append(hypothesis, [token], 1),
      logSumExp: (logits) => this.logSumExp(logits),
      fork: (from, to) => expectHypothesis(session.forkHypothesis(from, to)),
    };
  }

  /**
   * Appends tokens to a text in the decoder.
   * @returns next-token logits after each of the last `count` tokens, [count, vocabulary], valid until the next call
   */
  decode(decoding: Decoding, ids: readonly number[], count: number): Float32Array {
    this.#resume(decoding);
    this.#decoding = null; // if the call fails, the session contains no text
    const logits = this.#append(0, ids, count);
    decoding.ids.push(...ids);
    this.#decoding = decoding;
    return logits;
  }

  /**
   * Logarithm of the sum of exponentials, log Σ eˡ, of the logits in memory that `decode` has returned. The caller may
   * have modified them.
   */
  logSumExp({ byteOffset, length }: Float32Array): number {
    return this.#module.logSumExp(byteOffset, length);
  }

  /**
   * Decodes all tokens of a text in one pass, without logits. With `restart`, only the changed layers and positions are
   * computed, and the others taken from an earlier run.
   */
  decodeAll(
    ids: readonly number[],
    encoder: EncoderState | null,
    intervention: ResolvedIntervention,
    restart?: Restart<DecoderState>,
  ): DecoderState {
    const { layer = 0, position = 0, state } = restart ?? {};
    if (layer === Infinity) return state!;
    this.beginDecoding(encoder, layer > 0 ? afterKept(intervention, 'decoder', layer) : intervention, 1);
    if (state) this.#restore(state, layer, position);
    if (layer === 0) {
      this.#writeTarget(ids.slice(position));
      expectHypothesis(this.live().append(0, 0));
    } else {
      this.#writeResidual(state!.residuals[layer]!, position);
      expectHypothesis(this.live().appendFrom(layer));
    }
    const { embedDim } = this.description;
    return {
      residuals: this.#residuals('decoder', ids.length, restart),
      output: withLastRows('decoder output', this.#tensors.view('output'), [ids.length, embedDim], state?.output),
    };
  }

  /** Logits of the token that follows each decoder token, [tokens, vocabulary]. */
  logits(run: ComputedRun): Tensor {
    return this.activation(this.activations.find('activation', 'decoder.logits'), run, ALL);
  }

  /** Residual stream before a layer of the decoder, for the first `length` tokens of a text, [length, embedDim]. */
  decoderResidual(decoding: Decoding, layer: number, length: number): Tensor {
    this.#resume(decoding);
    return this.#residual('decoder', layer, length);
  }

  /** Description of the stack (encoder or decoder) whose layers contain an attention type. */
  stackOf(attention: AttentionType): StackDescription {
    return (attention === 'encoder' ? this.description.encoder : this.description.decoder)!;
  }

  /**
   * All steps of an attention layer, as views of the C++ session's memory. They are recomputed unless the last call has
   * left them there.
   */
  trace(
    attention: AttentionType,
    layer: number,
    input: AttentionInput,
    intervention: ResolvedIntervention,
  ): MultiheadTensors {
    const session = this.live();
    if (this.#traced === input && this.#traceTensors.has('query')) return this.#traceTensors;
    this.#traced = null;
    const { query, key, first = 0 } = input;
    const [queries, keys] = [query.shape[0]!, key.shape[0]!];
    const { numHeads: heads } = this.stackOf(attention);
    const sizes = { batch: 1, heads, queries, keys, embedDim: this.description.embedDim };
    session.resizeAttention(queries, keys, key === query);
    this.#traceTensors.view('query').set(query.data);
    if (key !== query) this.#traceTensors.view('key').set(key.data);
    this.#intervene(intervention);
    const fault = session.trace(this.#module.Attention[attention], layer, first);
    expectTraceFinite(this.#traceTensors, fault, { query, key, value: key }, sizes);
    this.#traced = input;
    return this.#traceTensors;
  }

  /**
   * Recomputes an activation of a run, or the selected part of it.
   * @throws RangeError if a number exceeds float32
   */
  activation(place: ActivationPlace, run: ComputedRun, selection: Required<Selection>): Tensor {
    const values = this.#computeAgain(place, run, selection);
    const { attention, layer } = place;
    expectStepWithinFloat32(place, values, () =>
      this.#computeAgain(this.activations.find('activation', `${attention}.${layer}.masked`), run, selection),
    );
    return values;
  }

  #computeAgain(place: ActivationPlace, run: ComputedRun, selection: Required<Selection>): Tensor {
    const { attention, layer, stepName } = place;
    const stack = attention === 'encoder' ? run.encoder! : run.decoder();
    const { residuals } = stack.state;
    const residual = residuals[layer ?? residuals.length - 1]!;
    if (stepName === 'residualPre') return partOfRows(residual, selection.tokens);
    this.#intervene(run.intervention);
    if (layer !== null && this.stackOf(attention).hasCrossAttention === true)
      this.#writeEncoderOutput(run.encoder!.state.output);
    if (layer === null && attention !== 'cross') this.#writeInput(attention, stack.input);
    const [first, end] = layer === null ? rangeOf(selection.tokens, residual.shape[0]!) : [0, residual.shape[0]!];
    this.#writeResidual(residual, first, end);
    return this.#readStep(place, residual.shape[0]!, run.encoder?.state.output.shape[0] ?? 0, selection, first);
  }

  /** Residual stream before the first layer of a stack, computed from its input, [1, tokens, embedDim]. */
  embed(stack: 'encoder' | 'decoder', input: StackInput, intervention: ResolvedIntervention): Tensor {
    this.#intervene(intervention);
    this.#writeInput(stack, input);
    this.live().embed(this.#module.Attention[stack]);
    return this.#streams(this.#tensors.view('residual').length / this.description.embedDim);
  }

  /**
   * Runs a layer of a stack on residual streams, [batch, tokens, embedDim] or [tokens, embedDim]. Streams without a
   * batch dimension get one if a replacement applies only to some entries.
   * @returns the streams after the layer, and those before it, including replacements
   */
  forwardLayer(
    stack: 'encoder' | 'decoder',
    layer: number,
    streams: Tensor,
    { intervention, encoderOutput, position }: LayerInput,
  ): { before: Tensor; after: Tensor } {
    const session = this.live();
    const attention = this.#module.Attention[stack];
    this.#intervene(intervention);
    if (encoderOutput) this.#writeEncoderOutput(encoderOutput);
    this.#writeResidual(streams);
    session.replaceResidual(attention, layer);
    const before = this.#streams(streams.shape.at(-2)!);
    if (position === null) session.forwardLayer(attention, layer);
    else session.forwardToken(attention, layer, position);
    return { before, after: this.#streams(position === null ? streams.shape.at(-2)! : 1) };
  }

  /** Output of a stack, computed from the residual streams after its last layer. Both are [..., tokens, embedDim]. */
  outputOf(stack: 'encoder' | 'decoder', streams: Tensor, intervention: ResolvedIntervention): Tensor {
    this.#intervene(intervention);
    this.#writeResidual(streams);
    this.live().forwardOutput(this.#module.Attention[stack]);
    const output = this.#tensors.copyOut('output', streams.shape);
    expectWithinFloat32(`${stack} output`, output);
    return output;
  }

  /**
   * Logits, [..., tokens, vocabulary], of residual streams after the last layer, [..., tokens, embedDim], whose first
   * token is at position `first`.
   * @throws RangeError if they exceed float32
   */
  logitsOf(streams: Tensor, intervention: ResolvedIntervention, first: number): Tensor {
    const { attention, shape } = this.activations.logits!;
    this.#intervene(intervention);
    this.#writeResidual(streams);
    this.live().forwardLogits(this.#module.Attention[attention], first);
    const logits = this.#tensors.copyOut('logits', [...streams.shape.slice(0, -1), shape.at(-1) as number]);
    expectWithinFloat32('logits', logits);
    return logits;
  }

  /** Input of a layer's attention, computed from the residual stream before the layer. Both are [tokens, embedDim]. */
  attentionInput(
    attention: AttentionType,
    layer: number,
    residual: Tensor,
    encoder: EncoderState | null,
    intervention: ResolvedIntervention,
  ): Tensor {
    const place = this.activations.find('activation', `${attention}.${layer}.attentionInput`);
    this.#intervene(intervention);
    if (this.stackOf(attention).hasCrossAttention === true) this.#writeEncoderOutput(encoder!.output);
    this.#writeResidual(residual);
    const input = this.#readStep(place, residual.shape[0]!, encoder?.output.shape[0] ?? 0, ALL);
    expectWithinFloat32(place.name, input);
    return input;
  }

  /** Names and shapes of all parameters, in the order of cpp/model/parameters.hpp. */
  get parameters(): readonly ParameterInfo[] {
    return [...this.#parameters].map(([name, { shape }]) => ({ name, shape }));
  }

  /** Copies a parameter of the model, or some of its rows, in float32. */
  parameter(name: string, rows?: readonly number[]): Tensor {
    const target = { module: this.#module, set: this.live().parameters()! };
    const parameter = this.#parameters.get(name) ?? unknownParameter(name, this.#parameters.keys());
    const picked = checkRows(rows, parameter.shape[0]!);
    return picked ? readParameterRows(target, name, parameter, picked) : readParameter(target, name, parameter);
  }

  /** Frees the model's memory. Any later use throws an Error. */
  dispose(): void {
    this.#session?.delete();
    this.#session = null;
  }

  /**
   * Returns the C++ session of the model.
   * @throws Error if the model has been disposed of
   */
  live(): TransformerSession {
    if (!this.#session) throw new Error('this model has been disposed of');
    return this.#session;
  }

  /** Restores a text in the decoder of the C++ session, if another text was decoded in the meantime. */
  #resume(decoding: Decoding): void {
    if (this.#decoding === decoding && this.#tensors.has('output')) return; // a failed call frees the tensor `output`
    const { encoder, intervention, known, ids } = decoding;
    this.beginDecoding(encoder, intervention, 1);
    if (known) this.#restore(known.state, 0, known.length);
    const rest = ids.slice(known?.length);
    if (rest.length > 0) this.#append(0, rest, 1);
    this.#decoding = decoding;
  }

  /**
   * Restores the first tokens of a text in the decoder of the C++ session, from their residual streams, in the given
   * layer and those after it.
   */
  #restore({ residuals }: StackState, layer: number, length: number): void {
    for (let each = layer; length > 0 && each < residuals.length; ++each) {
      this.#writeResidual(residuals[each]!, 0, length);
      expectHypothesis(this.live().restore(each));
    }
  }

  #append(hypothesis: number, ids: readonly number[], count: number): Float32Array {
    this.#writeTarget(ids);
    expectHypothesis(this.live().append(hypothesis, count));
    const logits = this.#tensors.view('logits');
    expectWithinFloat32('logits', { data: logits, shape: [count, logits.length / count] });
    return logits;
  }

  #residuals(stack: 'encoder' | 'decoder', tokens: number, restart?: Restart<StackState>): Tensor[] {
    const { layers } = this.stackOf(stack);
    const below = restart?.state.residuals.slice(0, restart.layer) ?? [];
    return Array.from({ length: layers + 1 }, (_, layer) => below[layer] ?? this.#residual(stack, layer, tokens));
  }

  #residual(stack: 'encoder' | 'decoder', layer: number, tokens: number): Tensor {
    const address = this.live()[`${stack}Residual`](layer);
    expectHypothesis(address !== 0);
    return copyOutAt(this.#module, address, [tokens, this.description.embedDim]);
  }

  /**
   * Writes the encoder's output to the memory of the C++ session.
   * @param output [tokens, embedDim] or [batch, tokens, embedDim]
   */
  #writeEncoderOutput({ data, shape }: Tensor): void {
    this.live().resizeEncoderOutput(sizeOf(shape.slice(0, -2)), shape.at(-2)!);
    this.#tensors.view('encoderOutput').set(data);
  }

  /**
   * Writes residual streams to the memory of the C++ session.
   * @param streams [tokens, embedDim], of which the tokens `begin` … `end` − 1 are written, or [batch, tokens,
   * embedDim]
   * @returns the number of tokens
   */
  #writeResidual({ data, shape }: Tensor, begin = 0, end = shape.at(-2)!): number {
    const [tokens, columns] = shape.slice(-2) as [number, number];
    this.live().resizeResidual(sizeOf(shape.slice(0, -2)), end - begin);
    this.#tensors.view('residual').set(data.subarray(begin * columns, data.length - (tokens - end) * columns));
    return end - begin;
  }

  /** Copies the residual streams, [batch, tokens, embedDim], from the memory of the C++ session. */
  #streams(tokens: number): Tensor {
    const { embedDim } = this.description;
    const batch = this.#tensors.view('residual').length / (tokens * embedDim);
    return this.#tensors.copyOut('residual', [batch, tokens, embedDim]);
  }

  #writeInput(stack: 'encoder' | 'decoder', input: StackInput): void {
    if (stack === 'encoder') writeFeatures(this.live(), this.#tensors, input);
    else this.#writeTarget(input.features.map(({ rows }) => rows[0]!));
  }

  /**
   * Writes the ids of the decoder's tokens to the memory of the C++ session.
   * @returns the number of tokens
   */
  #writeTarget(ids: readonly number[]): number {
    this.live().resizeTarget(ids.length);
    this.#tensors.intView('target').set(ids);
    return ids.length;
  }

  /**
   * Copies an activation from the memory of the C++ session.
   * @param tokens number of the stack's tokens
   * @param sources number of the encoder's tokens, for cross-attention
   * @param first position of the first token in the memory
   */
  #readStep(
    place: ActivationPlace,
    tokens: number,
    sources: number,
    selection: Required<Selection>,
    first = 0,
  ): Tensor {
    const { hasHeads, rows, columns } = partsOf(place);
    const lengths = lengthsOf(place, { seqLen: place.attention === 'cross' ? sources : tokens, maxTarget: tokens });
    const picked = rows === 'queries' ? selection.queries : selection.tokens;
    const size: [number, number, number] = [
      selection.heads.length || (hasHeads ? (place.shape[0] as number) : 1),
      picked.length || lengths.rows,
      columns === 'keys' ? lengths.keys : columns,
    ];
    this.#select(place, selection.heads, picked, []);
    this.live().read(first, ...size);
    const whole = [...(hasHeads ? size : size.slice(1))];
    const shape = place.shape.length < whole.length ? whole.slice(0, -1) : whole;
    const result = this.#tensors.copyOut('activation', shape);
    return selection.keys.length > 0 ? partOfColumns(result, selection.keys) : result;
  }

  /**
   * Selects, in the C++ session, the part of an activation that the next call replaces or reads. Empty lists select
   * all.
   */
  #select(
    { attention, layer, step }: ActivationPlace,
    heads: readonly number[],
    rows: readonly number[],
    keys: readonly number[],
  ): void {
    const session = this.live();
    session.selectStep(this.#module.Attention[attention], step);
    if (layer !== null) session.selectLayer(layer);
    session.resizeSelection(heads.length, rows.length, keys.length);
    this.#tensors.intView('selectedHeads').set(heads);
    this.#tensors.intView('selectedRows').set(rows);
    this.#tensors.intView('selectedKeys').set(keys);
  }

  #intervene(intervention: ResolvedIntervention): void {
    if (this.#intervention === intervention) return;
    const session = this.live();
    this.#intervention = null; // if the call fails, only some of the interventions are active
    session.clearInterventions();
    for (const type of ATTENTION_TYPES) {
      const attention = this.#module.Attention[type];
      const { layer, head, isCausal, scale, blockedKeys, blockedPairs } = intervention.attentions[type];
      if (layer !== null) session.restrictToLayer(attention, layer);
      if (head !== null) session.restrictToHead(attention, head);
      if (isCausal) session.maskCausally(attention);
      session.setScale(attention, scale);
      session.resizeBlocked(attention, blockedKeys.length, blockedPairs.length);
      this.#tensors.intView('blockedKeys').set(blockedKeys);
      this.#tensors.intView('blockedPairs').set(blockedPairs.flat());
    }
    for (const { activation, selection, adds, entry, values } of intervention.replacements) {
      const rows = selection.tokens.length > 0 ? selection.tokens : selection.queries;
      this.#select(activation, selection.heads, rows, selection.keys);
      if (entry !== undefined) session.selectEntry(entry);
      session.replace(adds, ...(values.shape as [heads: number, rows: number, columns: number]));
      this.#tensors.view('replacement').set(values.data);
    }
    this.#intervention = intervention;
  }
}

const ALL: Required<Selection> = { heads: [], tokens: [], queries: [], keys: [] };
