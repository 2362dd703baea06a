// An attention that was computed by hand, checked step by step.
import { expectNumber, expectOptions } from './checks.js';
import { traceAttention, type AttentionTrace } from './attention.js';
import { checkShaped, type Tensor } from './tensor.js';
import type { AttentionCall } from './wasm/spotlight.js';
import type { Module } from './load.js';
import type { ScaledDotProductOptions } from './attention-options.js';

/** The steps in the order in which they are computed. */
export const HAND_STEPS = ['scores', 'scaled', 'masked', 'weights', 'output'] as const;
export type HandStep = (typeof HAND_STEPS)[number];

/** What somebody has computed, as far as they have got; each a tensor of the shape that a trace has. */
export type HandSteps = Partial<Record<HandStep, Tensor>>;

export interface HandOptions extends ScaledDotProductOptions {
  /** How far a number may be off, as rounding by hand is. Default 0.01. */
  tolerance?: number;
}

/** The first cell that is wrong, in the order of the steps, then row by row. */
export interface WrongCell {
  step: HandStep;
  batch: number;
  head: number;
  row: number;
  column: number;
  expected: number;
  got: number;
}

const isRight = (got: number, expected: number, tolerance: number): boolean =>
  got === expected || Math.abs(got - expected) <= tolerance;

function firstWrong(step: HandStep, given: Tensor, right: Tensor, tolerance: number): WrongCell | null {
  const at = given.data.findIndex((got, index) => !isRight(got, right.data[index]!, tolerance));
  if (at < 0) return null;
  const [, heads, rows, columns] = right.shape as [number, number, number, number];
  const cell = { row: Math.floor(at / columns) % rows, column: at % columns };
  const headIndex = Math.floor(at / (rows * columns));
  return {
    step,
    batch: Math.floor(headIndex / heads),
    head: headIndex % heads,
    ...cell,
    expected: right.data[at]!,
    got: given.data[at]!,
  };
}

/** Null: everything that is given is right. */
export function checkByHand(
  module: Module,
  call: AttentionCall,
  query: Tensor,
  key: Tensor,
  value: Tensor,
  steps: HandSteps,
  { tolerance = 0.01, ...options }: HandOptions = {},
): WrongCell | null {
  const given = expectOptions('steps', steps, HAND_STEPS);
  const most = expectNumber('tolerance', tolerance);
  if (most < 0) throw new RangeError(`tolerance: expected 0 or more, got ${most}`);
  const trace: AttentionTrace = traceAttention(module, call, query, key, value, options);
  for (const step of HAND_STEPS) {
    if (given[step] === undefined) continue;
    const wrong = firstWrong(step, checkShaped(`steps.${step}`, given[step], trace[step].shape), trace[step], most);
    if (wrong) return wrong;
  }
  return null;
}
