// Computes the variants of attention that have no weights of token pairs: Linformer, Performer and linear attention.
import { isKernelized, type CheckedVariant } from './attention-variant.js';
import { copyInto } from '../core/typed-arrays.js';
import type { AttentionInputs } from './attention-inputs.js';
import type { Described, TensorTable } from '../runtime/tensor-table.js';
import type { Module } from '../runtime/wasm-module.js';
import type { AttentionSession } from '../wasm/spotlight.js';

type Name = keyof Module['AttentionTensor'];

interface VariantComputation {
  /**
   * Computes the variant's output from the inputs and options in the C++ session. Returns −1, or the index of the first
   * output number that is not finite.
   */
  compute: (module: Module, session: AttentionSession, tensors: TensorTable<Name>) => number;
  /** Inputs that only this variant has, by the names that error messages use for them. */
  described: Partial<Record<Name, Described>>;
}

export function variantOf(variant: CheckedVariant, { sizes, options }: AttentionInputs): VariantComputation {
  const { keys, headDim } = sizes;
  if (isKernelized(variant)) {
    const { scale } = options;
    if (scale !== null && scale <= 0) {
      throw new RangeError(`scale: expected more than 0 with this variant, got ${scale}`);
    }
    const { map, seed } = variant;
    const features = map === 'elu' ? headDim : variant.features;
    return {
      compute: (module, session) => session.computeLinear(module.FeatureMap[map], features, seed),
      described: {},
    };
  }
  const { rank, projections } = variant;
  const shape = [rank, keys];
  return {
    compute: (_, session, tensors) => {
      session.resizeProjections(rank, keys);
      if (projections) {
        copyInto(tensors.view('keyProjection'), 'variant.keyProjection.data', projections.key.data);
        copyInto(tensors.view('valueProjection'), 'variant.valueProjection.data', projections.value.data);
      } else session.pool();
      return session.computeLinformer();
    },
    described: {
      keyProjection: { name: 'variant.keyProjection', shape },
      valueProjection: { name: 'variant.valueProjection', shape },
    },
  };
}
