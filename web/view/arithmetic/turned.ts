// The arithmetic of queries and keys after their projection: the norm of each head, and the rotary positions (RoPE).
import { at } from './attention.js';
import {
  named,
  operand,
  settle,
  shown,
  type Arithmetic,
  type ArithmeticNote,
  type Build,
  type FormulaPart,
  type ResultFormat,
} from './formula.js';
import { elementName, normalized, projectionSum } from './vectors.js';
import type { Rotation, TracedSteps, ViewModelData } from '../view-model.js';

/** a · cos + b · sin */
const rotated =
  ({ cos, sin }: Rotation, a: number, b: number): Build =>
  (digits) => {
    const [first, second] = [shown(a, digits), operand(b, digits)];
    const [c, s] = [operand(cos, digits), operand(sin, digits)];
    return {
      parts: [{ text: `${first.text}×${c.text} + ${second.text}×${s.text}` }],
      values: [first.value * c.value + second.value * s.value],
    };
  };

/** An element of a query or a key before it is turned: projected, then normalized where the model does so. */
function beforeTurning(steps: TracedSteps, name: 'query' | 'key', token: number, dimension: number, all: boolean) {
  const x = at(steps.step(name), token, dimension);
  const norm = steps.headNormOf(name, token, dimension);
  if (!norm) return { value: x, ...projectionSum(steps, name, token, dimension, all) };
  const { divisor, weight } = norm;
  return {
    value: (x / divisor) * weight,
    build: normalized(x, { mean: null, deviation: divisor, weight, bias: null }),
    leftOut: 0,
  };
}

/**
 * How the turning is shown, in the order in which it is tried: with more decimals on the edge between two roundings; with
 * few where a and b nearly cancel, since float32 does not have as many digits of them as a result near 0 would take.
 */
const FORMATS: readonly ResultFormat[] = [
  ...[2, 3, 4].map((least) => ({ least })),
  ...[4, 3, 2].map((digits) => ({ digits })),
];

/** Whether every line gives its number, and none about it. */
const hold = (lines: readonly FormulaPart[][]): boolean => lines.flat().every(({ text }) => text !== ' ≈ ');

/** An element of the query or key as it is multiplied: a × cos + b × sin, and how a and b are computed. */
export function turned(
  viewModel: ViewModelData,
  steps: TracedSteps,
  name: 'query' | 'key',
  token: number,
  dimension: number,
  all: boolean,
): Arithmetic {
  const label = elementName(viewModel, name, token, dimension);
  const result = at(steps.trace[name], token, dimension);
  const rotation = steps.rotationOf(token, dimension);
  const own = beforeTurning(steps, name, token, dimension, all);
  const notes: ArithmeticNote[] = [
    ...(rotation ? (['rotary'] as const) : steps.isRotary ? (['notTurned'] as const) : []),
    ...(steps.hasQueryKeyNorm ? (['headNorm'] as const) : steps.linear(name).bias ? (['bias'] as const) : []),
  ];
  if (!rotation) return { lines: [named(label, settle(own.build, result).parts)], notes, leftOut: own.leftOut };
  const other = beforeTurning(steps, name, token, rotation.partner, all);
  // Decimals of a and b are as many as the turning takes.
  const linesWith = (format: ResultFormat): FormulaPart[][] => {
    const { parts, digits } = settle(rotated(rotation, own.value, other.value), result, format);
    const line = (text: string, { build, value }: typeof own) =>
      named({ text }, settle(build, value, { digits }).parts);
    return [named(label, parts), line('a', own), line('b', other)];
  };
  const candidates = FORMATS.map(linesWith);
  return { lines: candidates.find(hold) ?? candidates[0]!, notes, leftOut: own.leftOut };
}
