// Writes the input of the encoder to WebAssembly memory.
import type { Module } from '../runtime/wasm-module.js';
import type { StackInput } from './run-state.js';
import type { TensorTable } from '../runtime/tensor-table.js';
import type { TransformerSession } from '../wasm/spotlight.js';

/**
 * Writes the input of the encoder to WebAssembly memory: embedding rows, token types, positions and image patches.
 * @returns the number of tokens
 */
export function writeFeatures(
  session: TransformerSession,
  tensors: TensorTable<keyof Module['TransformerTensor']>,
  { features, types = [], positions = [], patches }: StackInput,
): number {
  const count = features.reduce((sum, { rows }) => sum + rows.length, 0);
  session.resizeFeatures(features.length, count, types.length > 0, positions.length > 0);
  const [rows, offsets] = [tensors.intView('featureRows'), tensors.intView('featureOffsets')];
  const weights = tensors.view('featureWeights');
  let end = 0;
  features.forEach((feature, token) => {
    offsets[token] = end;
    rows.set(feature.rows, end);
    weights.set(feature.weights, end);
    end += feature.rows.length;
  });
  offsets[features.length] = end;
  tensors.intView('tokenTypes').set(types);
  tensors.intView('tokenPositions').set(positions);
  if (patches) {
    session.resizePatches(patches.shape[0]!);
    tensors.view('patches').set(patches.data);
  }
  return features.length + (patches?.shape[0] ?? 0);
}
