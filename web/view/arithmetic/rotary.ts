// Arithmetic of queries and keys after their projection: normalization per head, and rotary position embedding (RoPE).
import { at } from './attention.js';
import { operand, shown } from './displayed-number.js';
import { formatEquation, type ResultFormat } from './equation.js';
import { named, type Arithmetic, type ArithmeticNote, type Build, type FormulaPart } from './formula.js';
import { elementName, normalized, projectionSum } from './vectors.js';
import type { Rotation, TracedSteps, ViewModelData } from '../view-model.js';

/** Builds the expression a × cos + b × sin, which rotates one element of a query or key. */
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

/**
 * Value and expression of an element of a query or key before its rotation: projected, then normalized if the model
 * does so.
 */
function beforeRotation(steps: TracedSteps, name: 'query' | 'key', token: number, dimension: number, all: boolean) {
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
 * Formats of the numbers in a rotation, in the order in which they are tried until the equations are exact. More
 * decimals help at a rounding boundary. Fewer help if a × cos and b × sin nearly cancel: float32 then gives them fewer
 * digits than a result near 0 would need.
 */
const FORMATS: readonly ResultFormat[] = [
  ...[2, 3, 4].map((minDigits) => ({ minDigits })),
  ...[4, 3, 2].map((digits) => ({ digits })),
];

/** True if every equation is exact, so that none contains ≈. */
const areExact = (lines: readonly FormulaPart[][]): boolean => lines.flat().every(({ text }) => text !== ' ≈ ');

/**
 * Computation of an element of a query or key after its rotation, a × cos + b × sin, with the computations of a and b.
 */
export function rotatedElement(
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
  const own = beforeRotation(steps, name, token, dimension, all);
  const notes: ArithmeticNote[] = [
    ...(rotation ? (['rotary'] as const) : steps.isRotary ? (['notRotated'] as const) : []),
    ...(steps.hasQueryKeyNorm ? (['headNorm'] as const) : steps.linear(name).bias ? (['bias'] as const) : []),
  ];
  if (!rotation) return { lines: [named(label, formatEquation(own.build, result).parts)], notes, leftOut: own.leftOut };
  const other = beforeRotation(steps, name, token, rotation.partner, all);
  // The elements a and b are displayed with as many decimals as in the equation of the rotated element.
  const linesWith = (format: ResultFormat): FormulaPart[][] => {
    const { parts, digits } = formatEquation(rotated(rotation, own.value, other.value), result, format);
    const line = (text: string, { build, value }: typeof own) =>
      named({ text }, formatEquation(build, value, { digits }).parts);
    return [named(label, parts), line('a', own), line('b', other)];
  };
  const candidates = FORMATS.map(linesWith);
  return { lines: candidates.find(areExact) ?? candidates[0]!, notes, leftOut: own.leftOut };
}
