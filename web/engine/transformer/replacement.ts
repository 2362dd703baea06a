// Checks which activations of a run are replaced, and by which values.
import { describe, expectOptions } from '../core/checks.js';
import { checkTensor, expectFinite, showShape, type Tensor } from '../core/tensor.js';
import {
  checkSelection,
  partsOf,
  SELECTIONS,
  type ActivationPlace,
  type ModelActivations,
  type Selection,
} from './activations.js';
import type { AttentionRef, ModelContext } from './model-context.js';

/** Replacement of an activation, or of a part of it, where it is computed; subsequent steps use the new values. */
export interface Replacement extends Selection {
  /** Name of the activation to replace, as in `model.activations`. */
  activation: string;
  /**
   * New values, or values to add. Their shape is that of the replaced part, or of its last dimensions only. Missing
   * dimensions are broadcast, and include tokens that are generated later.
   */
  with: 'zero' | Tensor | { readonly add: Tensor };
}

/** A checked replacement of an activation, in the format that the C++ code requires. */
export interface ResolvedReplacement {
  readonly activation: ActivationPlace;
  readonly selection: Required<Selection>;
  readonly adds: boolean;
  /** Index of the batch entry in which the activation is replaced. Default: all entries. */
  readonly entry?: number;
  /** New values of the activation, [heads, rows, columns]; a dimension of size 1 is broadcast. */
  readonly values: Tensor;
}

export const ZERO: Tensor = { data: new Float32Array(1), shape: [1, 1, 1] };

export function checkReplacement(name: string, value: unknown, context: ModelContext): ResolvedReplacement {
  const given = expectOptions(name, value, ['activation', 'with', ...SELECTIONS]);
  const { activations, only } = context;
  if (!activations) throw new TypeError(`${name}: expected none: this model has no activations that can be replaced`);
  const activation = activations.find(`${name}.activation`, given['activation']);
  if (only && !isStepOf(only, activation, activations)) {
    const { attention, layer } = only;
    throw new RangeError(
      `${name}.activation: expected a step of ${attention}.${layer}, from query to attentionProjection, got '${activation.name}'`,
    );
  }
  const selection = checkSelection(name, given, activation, context);
  const wanted = given['with'];
  if (wanted === 'zero') return { activation, selection, adds: false, values: ZERO };
  const adds = typeof wanted === 'object' && wanted !== null && 'add' in wanted;
  const argument = adds ? `${name}.with.add` : `${name}.with`;
  const numbers = adds ? expectOptions(`${name}.with`, wanted, ['add'])['add'] : wanted;
  if (typeof numbers !== 'object' || numbers === null) {
    throw new TypeError(`${argument}: expected 'zero', a tensor or { add: tensor }, got ${describe(numbers)}`);
  }
  return { activation, selection, adds, values: fit(argument, checkTensor(argument, numbers), selection, activation) };
}

/** True if an activation is a step in the computation of an attention layer. */
function isStepOf({ attention, layer }: AttentionRef, place: ActivationPlace, activations: ModelActivations): boolean {
  const [first, last] = ['query', 'attentionProjection'].map(
    (step) => activations.find('activation', `${attention}.${layer}.${step}`).step,
  ) as [number, number];
  const isThere = place.attention === attention && place.layer === layer;
  return isThere && place.step >= first && place.step <= last;
}

/**
 * Reshapes the new values for an activation to the part that they replace, [heads, rows, columns]. Dimensions that are
 * omitted or unknown have size 1, and are broadcast.
 */
function fit(name: string, values: Tensor, selection: Required<Selection>, activation: ActivationPlace): Tensor {
  const { data, shape } = values;
  const isMask = activation.stepName === 'masked';
  expectFinite(name, isMask ? { data: data.map((x) => (x === -Infinity ? 0 : x)), shape } : values);
  const { hasHeads, columns } = partsOf(activation);
  const sizes = activation.shape.map((dimension, at) => {
    const list = at === 0 && hasHeads ? selection.heads : typeof dimension === 'string' ? selection[dimension] : [];
    if (list.length > 0) return list.length;
    return typeof dimension === 'number' ? dimension : null;
  });
  const missing = sizes.length - shape.length;
  const fits = missing >= 0 && shape.every((size, at) => size === 1 || [null, size].includes(sizes[missing + at]!));
  if (!fits) {
    const shown = sizes.map((size, at) => size ?? activation.shape[at]).join(', ');
    throw new RangeError(`${name}.shape: expected [${shown}] or its last dimensions, got ${showShape(shape)}`);
  }
  const whole = [...Array<number>(missing).fill(1), ...shape];
  return {
    data: data.slice(),
    shape: [hasHeads ? whole[0]! : 1, whole[hasHeads ? 1 : 0]!, columns === 1 ? 1 : whole.at(-1)!],
  };
}
