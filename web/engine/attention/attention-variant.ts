// Variants of attention that replace the softmax over all keys, and therefore have no attention weights of token pairs.
import { expectObject, expectOneOf, expectOptions, expectWholeNumber, MAX_EMBED_DIM } from '../core/checks.js';
import { checkShaped, type Tensor, type TensorInput } from '../core/tensor.js';

/** Linformer (Wang et al. 2020), attention with low-rank keys and values: softmax(Q·(E·K)ᵀ·scale)·(F·V). */
export interface LinformerVariant {
  kind: 'linformer';
  /**
   * Number of projected keys. Without `keyProjection`, each projected key is the mean of a segment of keys (the paper's
   * pooling).
   */
  rank: number;
  /** Linformer's projection E of the keys, [rank, keys]. */
  keyProjection?: TensorInput;
  /** Linformer's projection F of the values, [rank, keys]. Default: E. */
  valueProjection?: TensorInput;
}

/** Performer (Choromanski et al. 2021), which estimates the softmax by positive orthogonal random features. */
export interface PerformerVariant {
  kind: 'performer';
  /** Number of random features; a larger number reduces the error of the estimate. */
  features: number;
  /** Seed of the Performer's random features. Default 0. */
  seed?: number;
}

/**
 * Linear attention with the feature map elu(√scale·x) + 1 (Katharopoulos et al. 2020); it does not estimate the
 * softmax.
 */
export interface LinearVariant {
  kind: 'linear';
}

export type AttentionVariant = LinformerVariant | PerformerVariant | LinearVariant;

export type CheckedVariant =
  | { kind: 'linformer'; rank: number; projections: { key: Tensor; value: Tensor } | null }
  | { kind: 'kernelized'; map: 'elu' | 'favor'; features: number; seed: number };

/** Checked variant with kernelized attention, φ(Q)·(φ(K)ᵀ·V) in place of the softmax: Performer or linear attention. */
export type KernelizedVariant = CheckedVariant & { kind: 'kernelized' };

export const isKernelized = (variant: CheckedVariant): variant is KernelizedVariant => variant.kind === 'kernelized';

const FIELDS: Record<AttentionVariant['kind'], readonly string[]> = {
  linformer: ['kind', 'rank', 'keyProjection', 'valueProjection'],
  performer: ['kind', 'features', 'seed'],
  linear: ['kind'],
};
const KINDS = Object.keys(FIELDS) as AttentionVariant['kind'][];

export function checkVariant(name: string, value: unknown, { keys }: { keys: number }): CheckedVariant {
  const kind = expectOneOf(`${name}.kind`, expectObject(name, value)['kind'], KINDS);
  const given: Record<string, unknown> = { seed: 0, ...expectOptions(name, value, FIELDS[kind]) };
  switch (kind) {
    case 'linformer':
      return checkLinformer(name, given, keys);
    case 'performer':
      return {
        kind: 'kernelized',
        map: 'favor',
        features: expectWholeNumber(`${name}.features`, given['features'], 1, MAX_EMBED_DIM),
        seed: expectWholeNumber(`${name}.seed`, given['seed'], 0),
      };
    case 'linear':
      return { kind: 'kernelized', map: 'elu', features: 0, seed: 0 };
  }
}

function checkLinformer(name: string, given: Record<string, unknown>, keys: number): CheckedVariant {
  const rank = expectWholeNumber(`${name}.rank`, given['rank'], 1, keys);
  const { keyProjection, valueProjection = keyProjection } = given;
  if (keyProjection === undefined) {
    if (valueProjection === undefined) return { kind: 'linformer', rank, projections: null };
    throw new TypeError(`${name}.keyProjection: expected a tensor with valueProjection, got nothing`);
  }
  const key = checkShaped(`${name}.keyProjection`, keyProjection, [rank, keys]);
  const value = checkShaped(`${name}.valueProjection`, valueProjection, [rank, keys]);
  return { kind: 'linformer', rank, projections: { key, value } };
}
