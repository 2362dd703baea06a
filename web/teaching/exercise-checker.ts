// Checks attention that a learner has computed by hand.
import { describe, expectNumber, expectOptions, expectPlainObject } from '../engine/core/checks.js';
import { checkShaped, type Tensor, type TensorInput } from '../engine/core/tensor.js';
import type { AttentionTrace, Engine, ScaledDotProductOptions } from '../engine/index.js';

/** Steps of attention that can be checked, in order of computation. */
export const TRACE_STEPS = ['scores', 'scaled', 'masked', 'weights', 'output'] as const;
export type TraceStep = (typeof TRACE_STEPS)[number];

/** The learner's results for any steps of attention, in the shapes of `traceAttention`. */
export type ExerciseSteps = Partial<Record<TraceStep, TensorInput>>;

export interface ExerciseOptions extends ScaledDotProductOptions {
  /** Absolute error up to which a value is accepted. Default 0.01. */
  tolerance?: number;
}

/** The first wrong cell, in the order of the steps, then the rows. */
export interface CellMismatch {
  step: TraceStep;
  batch: number;
  head: number;
  row: number;
  column: number;
  expected: number;
  got: number;
}

const isClose = (got: number, expected: number, tolerance: number): boolean =>
  got === expected || Math.abs(got - expected) <= tolerance;

function firstMismatch(step: TraceStep, given: Tensor, expected: Tensor, tolerance: number): CellMismatch | null {
  const index = given.data.findIndex((got, at) => !isClose(got, expected.data[at]!, tolerance));
  if (index < 0) return null;
  const [, heads, rows, columns] = expected.shape as [number, number, number, number];
  const matrix = Math.floor(index / (rows * columns));
  return {
    step,
    batch: Math.floor(matrix / heads),
    head: matrix % heads,
    row: Math.floor(index / columns) % rows,
    column: index % columns,
    expected: expected.data[index]!,
    got: given.data[index]!,
  };
}

/**
 * Compares a learner's steps with the steps of `engine.traceAttention` for the same inputs.
 * @param query [batch, heads, queries, headDim]
 * @param key [batch, heads, keys, headDim]
 * @param value [batch, heads, keys, valueDim]
 * @returns the first wrong cell; null if there is none
 * @throws TypeError or RangeError that names the argument, the expected and the actual value
 */
export function checkExercise(
  engine: Engine,
  query: TensorInput,
  key: TensorInput,
  value: TensorInput,
  steps: ExerciseSteps,
  options: ExerciseOptions = {},
): CellMismatch | null {
  if (typeof engine?.traceAttention !== 'function')
    throw new TypeError(`engine: expected an engine, got ${describe(engine)}`);
  const { tolerance = 0.01, ...attentionOptions } = expectPlainObject('options', options) as ExerciseOptions;
  const given = expectOptions('steps', steps, TRACE_STEPS);
  const limit = expectNumber('tolerance', tolerance);
  if (limit < 0) throw new RangeError(`tolerance: expected 0 or more, got ${limit}`);
  const trace: AttentionTrace = engine.traceAttention(query, key, value, attentionOptions);
  const attempts = TRACE_STEPS.filter((step) => given[step] !== undefined).map((step) => {
    return [step, checkShaped(`steps.${step}`, given[step], trace[step].shape)] as const;
  });
  for (const [step, attempt] of attempts) {
    const mismatch = firstMismatch(step, attempt, trace[step], limit);
    if (mismatch) return mismatch;
  }
  return null;
}
