// A snapshot of a training run: the model's results for the probe, which is a fixed set of test sequences.
import { batchOf, IGNORED_TARGET, type Example, type Task } from '../tasks/task.js';
import { measureHeads, type HeadMeasures } from '../measures.js';
import { seededRandom } from '../tasks/random.js';
import type { Trainer, TrainingBatch } from '../../engine/training/trainer.js';

export interface Snapshot {
  step: number;
  /** Loss of the model, averaged over the test sequences. */
  loss: number;
  accuracy: number;
  /**
   * Attention weights of each layer for the first test sequence, [heads, queries, keys]: those of cross-attention if
   * the model has it, otherwise those of self-attention.
   */
  weights: Float32Array[];
  measures: HeadMeasures[][];
  /** Token that the model predicts at each position of the first test sequence. */
  predictions: Int32Array;
}

const PROBE_SEED = 20;
const PROBE_SEQUENCES = 32;

export interface Probe {
  /** First test sequence, whose attention weights are displayed. */
  first: Example;
  batch: TrainingBatch;
}

export function probeOf(task: Task): Probe {
  const batch = batchOf(task, PROBE_SEQUENCES, seededRandom(PROBE_SEED));
  const sources = batch.sources?.subarray(0, task.sourceTokens);
  const first: Example = {
    inputs: [...batch.inputs.subarray(0, task.tokens)],
    targets: [...batch.targets.subarray(0, task.tokens)],
    ...(sources && { sources: [...sources] }),
  };
  return { first, batch };
}

/** Index of the largest element in each row of a matrix. */
export function largestOfRows(data: Float32Array, rows: number, columns: number): Int32Array {
  return Int32Array.from({ length: rows }, (_, row) => {
    const own = data.subarray(row * columns, (row + 1) * columns);
    return own.reduce((best, value, at) => (value > own[best]! ? at : best), 0);
  });
}

export function takeSnapshot(trainer: Trainer, task: Task, { first, batch }: Probe): Snapshot {
  const { loss, accuracy, logits, weights } = trainer.evaluate(batch);
  const job = task.attended(first);
  const shown = task.sourceTokens === undefined ? weights.self : weights.cross;
  return {
    step: trainer.steps,
    loss,
    accuracy,
    weights: shown.map(({ data }) => data),
    measures: shown.map(({ data }) => measureHeads(data, first.inputs, job)),
    predictions: largestOfRows(logits.data, task.tokens, task.vocabulary.length),
  };
}

/**
 * Accuracy in generation on the test sequences: each token that counts is predicted from only the tokens before it, so
 * that a model without a causal mask cannot copy it. With the mask, it equals the accuracy on the probe.
 */
export function accuracyInGeneration(trainer: Trainer, task: Task, { batch }: Probe): number {
  const { batch: sequences, sources, sourceTokens } = batch;
  const source = sources && sourceTokens ? { sources, sourceTokens } : {};
  let right = 0;
  let counted = 0;
  for (let at = 0; at < task.tokens; at++) {
    const tokens = at + 1;
    const rows = Array.from({ length: sequences }, (_, sequence) => sequence * task.tokens);
    const lastTargets = rows.map((row) => batch.targets[row + at]!);
    if (lastTargets.every((target) => target === IGNORED_TARGET)) continue;
    const inputs = Int32Array.from(rows.flatMap((row) => [...batch.inputs.subarray(row, row + tokens)]));
    const targets = new Int32Array(inputs.length).fill(IGNORED_TARGET);
    targets[tokens - 1] = 0; // the engine requires at least one counted target
    const { logits } = trainer.evaluate({ ...source, inputs, targets, batch: sequences, tokens });
    const predicted = largestOfRows(logits.data, sequences * tokens, task.vocabulary.length);
    lastTargets.forEach((target, sequence) => {
      if (target === IGNORED_TARGET) return;
      counted++;
      if (predicted[sequence * tokens + tokens - 1] === target) right++;
    });
  }
  return counted === 0 ? 0 : right / counted;
}

/**
 * Text that the model generates, sampled at temperature 0.7.
 * @param prompt number of tokens at the beginning of the first test sequence that are given to the model
 * @param length number of tokens to generate
 */
export function write(trainer: Trainer, task: Task, { first }: Probe, prompt: number, length: number): string {
  const random = seededRandom(trainer.steps);
  const written = first.inputs.slice(0, prompt);
  while (written.length < prompt + length) {
    const inputs = Int32Array.from(written.slice(-task.tokens));
    const targets = new Int32Array(inputs.length).fill(0);
    const { logits } = trainer.evaluate({ inputs, targets, batch: 1, tokens: inputs.length });
    written.push(sampleToken(logits.data.subarray(-task.vocabulary.length), random()));
  }
  return written.map((token) => task.vocabulary[token]!).join('');
}

/**
 * Samples a token from logits at temperature 0.7.
 * @param share uniform random number from 0 to 1, which selects the token by its position in the cumulative
 *   distribution
 */
function sampleToken(logits: Float32Array, share: number): number {
  const largest = logits.reduce((most, logit) => Math.max(most, logit), -Infinity);
  const powers = Array.from(logits, (logit) => Math.exp((logit - largest) / 0.7));
  let rest = share * powers.reduce((sum, power) => sum + power, 0);
  const drawn = powers.findIndex((power) => (rest -= power) < 0);
  return Math.max(0, drawn);
}
