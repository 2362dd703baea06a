// The kinds of norms, cpp/layers/norm.hpp, and what depends on the kind outside of C++.
import type { MainModule } from '../wasm/spotlight.js';

export type NormKind = keyof MainModule['NormKind'];

/** For each kind of norm, its name in the literature, and whether it subtracts the mean of the vector. */
export const NORM_KINDS: Readonly<Record<NormKind, { title: string; isCentered: boolean }>> = {
  layer: { title: 'LayerNorm', isCentered: true },
  rms: { title: 'RMSNorm', isCentered: false },
};
