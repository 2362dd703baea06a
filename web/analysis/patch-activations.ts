// Activation patching, which finds the activations that carry the difference between two texts.
import { checkAsyncOptions } from '../engine/core/async-options.js';
import { expectOneOf, expectOptions } from '../engine/core/checks.js';
import { isOfSource } from '../engine/transformer/activations.js';
import { stackOf, type AttentionType } from '../engine/transformer/head-ref.js';
import type { Intervention } from '../engine/transformer/intervention.js';
import type { PretrainedRun } from '../engine/pretrained/pretrained-run.js';
import type { TransformerDescription } from '../engine/transformer/description.js';
import type { Replacement } from '../engine/transformer/replacement.js';
import { zeros, type Tensor } from '../engine/core/tensor.js';
import { checkAlignment, type AlignedPair } from './alignment.js';
import { DIRECTIONS, isByToken, PATCHED, type Direction, type PatchedActivation } from './patched-activation.js';
import { expectAnalyzedRun, type AnalyzedModel } from './analyzed-run.js';
import { inputOf, type Analyzed, type AnalyzedInput } from './circumstances.js';
import { attentionsOf, unknown } from './components.js';
import {
  checkQuestion,
  logitsAt,
  QUESTION,
  tokensOf,
  valueOf,
  type Question,
  type ResolvedQuestion,
} from './question.js';

export interface PatchOptions extends Question {
  /**
   * The activation to patch in each layer: per token, `residualPre`, `attentionOutput` or `feedForwardOutput`; or per
   * head, at all tokens, `headOutput`, `query`, `key`, `value`, or, for texts of the same length, `weights`. Queries
   * and keys are taken before rotary positions, so that tokens at other positions can receive them.
   */
  activation: PatchedActivation;
  /**
   * Attention type whose activation is patched. Default: that of the decoder, or of the encoder if there is no decoder.
   */
  attention?: AttentionType;
  /**
   * 'denoise' puts activations of the clean run into the corrupted one, which shows what is sufficient; 'noise' puts
   * activations of the corrupted run into the clean one, which shows what is necessary. The two are not symmetric.
   */
  direction: Direction;
  /**
   * Positions of corresponding tokens in the two texts. Default: each token corresponds to that at the same position,
   * in texts of the same length.
   */
  alignment?: readonly AlignedPair[];
  signal?: AbortSignal;
  /**
   * Called after each layer, from the last down.
   * @param done the completed share, from 0 to 1
   * @param partial the result so far; values not yet computed are NaN
   */
  onProgress?: (done: number, partial: PatchedActivations) => void;
}

export interface PatchedActivations extends Analyzed<'patchActivations'> {
  readonly activation: PatchedActivation;
  readonly attention: AttentionType;
  readonly direction: Direction;
  /**
   * Share of the difference between the two runs that each patch recovers: 0 for none, 1 for all, below 0 for the
   * opposite effect, above 1 for more than all. By token, [layers, tokens of the patched run], with NaN for tokens
   * without a counterpart; or by head, [layers, heads], which are key/value heads for keys and values.
   */
  readonly recovery: Tensor;
  /**
   * Logit difference logit(token) − logit(against) in the unmodified clean run; without `against`, the logit of the
   * token.
   */
  readonly clean: number;
  /** Logit difference in the unmodified corrupted run. */
  readonly corrupted: number;
  readonly questions: Readonly<Record<Side, ResolvedQuestion>>;
  readonly interventions: Readonly<Record<Side, Intervention>>;
  readonly inputs: Readonly<Record<Side, AnalyzedInput>>;
  /** Positions of corresponding tokens, [clean, corrupted]. */
  readonly alignment: readonly AlignedPair[];
}

type Side = 'clean' | 'corrupted';

/**
 * Smallest difference between the two runs' logit differences for which recovery is computed; below it, rounding errors
 * would dominate.
 */
export const leastDifference = ({ clean, corrupted }: Readonly<Record<Side, number>>): number =>
  1e-3 * Math.max(1, Math.abs(clean), Math.abs(corrupted));

/**
 * Activation patching (Vig et al. 2020; Meng et al. 2022; Heimersheim & Nanda 2024). Replaces an activation of one run
 * by that of another and recomputes everything after it. Recovery is (patched − corrupted) / (clean − corrupted) when
 * denoising, and (clean − patched) / (clean − corrupted) when noising, of logit differences (Zhang & Nanda 2024); it is
 * not clipped. The two texts should differ only in what the question is about. In a decoder, a patch affects later
 * layers at its own and later tokens.
 * @throws TypeError or RangeError that names the invalid option, or reports that the logits of the question hardly
 *   differ between the runs; the signal's reason if aborted
 */
export async function patchActivations(
  clean: PretrainedRun,
  corrupted: PretrainedRun,
  options: PatchOptions,
): Promise<PatchedActivations> {
  const { run: ofClean, model } = expectAnalyzedRun('clean', clean);
  const other = expectAnalyzedRun('corrupted', corrupted);
  if (other.model !== model)
    throw new TypeError('corrupted: expected a run of the same model as clean, got one of another');
  const runs = { clean: ofClean, corrupted: other.run };
  const known = [...QUESTION, 'activation', 'attention', 'direction', 'alignment', 'signal', 'onProgress'];
  const given = expectOptions('options', options, known);
  const { signal, onProgress } = checkAsyncOptions(given) as Pick<PatchOptions, 'signal' | 'onProgress'>;
  const activation = expectOneOf('activation', given['activation'], PATCHED);
  const direction = expectOneOf('direction', given['direction'], DIRECTIONS);
  const attention = checkAttention(given['attention'], activation, model);
  const pairs = alignmentOf(given['alignment'], attention, activation, runs);
  const questions = questionsOf(given, runs);
  signal?.throwIfAborted();

  const valueIn = (side: Side) => valueOf(logitsAt(runs[side], questions[side]), questions[side]);
  const values = { clean: valueIn('clean'), corrupted: valueIn('corrupted') };
  expectDifference(values);
  const [base, source]: [Side, Side] = direction === 'denoise' ? ['corrupted', 'clean'] : ['clean', 'corrupted'];
  const places = pairs
    .map(([inClean, inCorrupted]) =>
      base === 'clean' ? { to: inClean, from: inCorrupted } : { to: inCorrupted, from: inClean },
    )
    .sort((one, next) => one.to - next.to);
  const layers = model.layers[attention];
  const heads = headsOfPatches(model.description, attention, activation);
  const columns = heads ?? tokensOf(runs[base], rowsOf(attention, activation)).length;
  const result: PatchedActivations = {
    analysis: 'patchActivations',
    activation,
    attention,
    direction,
    ...values,
    questions,
    precision: model.precision,
    interventions: { clean: runs.clean.intervention, corrupted: runs.corrupted.intervention },
    inputs: { clean: inputOf(ofClean, questions.clean.stack), corrupted: inputOf(other.run, questions.clean.stack) },
    alignment: pairs,
    recovery: unknown('recovery', [layers, columns]),
  };
  for (let layer = layers - 1; layer >= 0; --layer) {
    const name = `${attention}.${layer}.${activation}`;
    const patches = patchesOf(name, heads, runs[source].activation(name), places);
    const replacements = patches.map(({ replacement }) => replacement);
    let done = 0;
    for await (const logits of runs[base].logitsWithEach(replacements, {
      position: questions[base].position,
      signal,
    })) {
      const share = (valueOf(logits, questions[base]) - values[base]) / (values[source] - values[base]);
      result.recovery.data[layer * columns + patches[done++]!.at] = share;
    }
    onProgress?.((layers - layer) / layers, result);
  }
  return result;
}

export interface Patch {
  /** Column of the patch in a row of the tensor `recovery`: the token's position or the head's index. */
  readonly at: number;
  readonly replacement: Replacement;
}

/** Position of a patched token, and position of the token in the other run that provides its activation. */
export interface PatchedPlace {
  readonly to: number;
  readonly from: number;
}

/**
 * Creates the patches of one layer, one for each patched token or head.
 * @param heads number of heads to patch; null if tokens are patched instead
 * @param values the activation in the other run, [heads, rows, columns] or [rows, columns]
 * @param places the patched tokens and their sources, in order
 */
export function patchesOf(
  activation: string,
  heads: number | null,
  values: Tensor,
  places: readonly PatchedPlace[],
): Patch[] {
  if (heads === null) {
    return places.map(({ to, from }) => ({
      at: to,
      replacement: { activation, tokens: [to], with: rowsOfHead(values, 0, [from]) },
    }));
  }
  const rows = places.map(({ from }) => from);
  const list = activation.endsWith('.weights') ? 'queries' : 'tokens';
  return Array.from({ length: heads }, (_, head) => {
    const { data, shape } = rowsOfHead(values, head, rows);
    const replacement = { activation, heads: [head], [list]: places.map(({ to }) => to) };
    return { at: head, replacement: { ...replacement, with: { data, shape: [1, ...shape] } } };
  });
}

/**
 * Extracts the given rows of one head from a tensor [heads, rows, columns], or from a tensor [rows, columns] without
 * heads.
 */
function rowsOfHead({ data, shape }: Tensor, head: number, rows: readonly number[]): Tensor {
  const [all, columns] = shape.slice(-2) as [number, number];
  const picked = zeros('patch', [rows.length, columns]);
  rows.forEach((row, at) => {
    const begin = (head * all + row) * columns;
    picked.set(data.subarray(begin, begin + columns), at * columns);
  });
  return { data: picked, shape: [rows.length, columns] };
}

/** Number of heads to patch, one at a time; null if tokens are patched instead of heads. */
export function headsOfPatches(
  description: TransformerDescription,
  attention: AttentionType,
  activation: PatchedActivation,
): number | null {
  if (isByToken(activation)) return null;
  const { numHeads, numKvHeads } = description[stackOf(attention)]!;
  return activation === 'key' || activation === 'value' ? numKvHeads : numHeads;
}

/** Stack (encoder or decoder) to whose tokens the rows of the patched activation belong. */
const rowsOf = (attention: AttentionType, stepName: PatchedActivation) =>
  isOfSource({ attention, stepName }) ? 'encoder' : 'decoder';

/**
 * Checks the attention type in which an activation is patched.
 * @throws RangeError if the model does not have this attention type, or does not have the activation in it
 */
function checkAttention(value: unknown, activation: PatchedActivation, model: AnalyzedModel): AttentionType {
  const all = attentionsOf(model);
  const last = all.includes('decoder') ? 'decoder' : 'encoder';
  const attention = value === undefined ? last : expectOneOf('attention', value, all);
  const name = `${attention}.0.${activation}`;
  if (model.activations.some((each) => each.name === name)) return attention;
  throw new RangeError(`activation: expected an activation of the ${attention} attention, got '${activation}'`);
}

/**
 * Completes and checks the pairs of corresponding tokens.
 * @throws TypeError or RangeError that names a pair that does not match the two texts
 */
function alignmentOf(
  value: unknown,
  attention: AttentionType,
  activation: PatchedActivation,
  runs: Readonly<Record<Side, PretrainedRun>>,
): AlignedPair[] {
  const lengths = (of: 'encoder' | 'decoder') =>
    [runs.clean, runs.corrupted].map((run) => tokensOf(run, of).length) as [number, number];
  const [clean, corrupted] = lengths(rowsOf(attention, activation));
  if (activation !== 'weights') return checkAlignment('alignment', value, clean, corrupted);
  if (value !== undefined) throw new TypeError("alignment: expected none with activation 'weights', got some");
  const keys = lengths(attention === 'decoder' ? 'decoder' : 'encoder');
  if (clean !== corrupted || keys[0] !== keys[1]) {
    throw new RangeError("activation: expected texts of the same length for 'weights'");
  }
  return checkAlignment('alignment', undefined, clean, corrupted);
}

/**
 * Resolves the question about a logit for both runs, at the same position. Texts of different lengths only support the
 * default position.
 * @throws TypeError or RangeError that names the invalid field
 */
function questionsOf(
  given: Readonly<Record<string, unknown>>,
  runs: Readonly<Record<Side, PretrainedRun>>,
): Record<Side, ResolvedQuestion> {
  const clean = checkQuestion('', given, runs.clean);
  const [ofClean, ofCorrupted] = [runs.clean, runs.corrupted].map((run) => tokensOf(run, clean.stack).length);
  if (given['position'] !== undefined && ofClean !== ofCorrupted) {
    throw new RangeError(
      `position: expected none, since the texts have ${ofClean} and ${ofCorrupted} tokens: the last of each is meant`,
    );
  }
  return { clean, corrupted: checkQuestion('', given, runs.corrupted) };
}

/**
 * Checks that the logit differences of the two runs differ enough for recovery to be defined.
 * @throws RangeError if they differ by no more than rounding errors
 */
function expectDifference({ clean, corrupted }: Readonly<Record<Side, number>>): void {
  const least = leastDifference({ clean, corrupted });
  if (Math.abs(clean - corrupted) >= least) return;
  throw new RangeError(
    `corrupted: expected a run that differs from clean in what is asked by at least ${least}, got ${clean} and ${corrupted}`,
  );
}
