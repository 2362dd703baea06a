// Program of docs/start.md, and a call that is long enough for workers. Every application contains this file.
import { createEngine, tensor } from 'attention-spotlight';

/** Attention weights of the first query, with three digits. */
export async function computeWeights(): Promise<string> {
  const engine = await createEngine();
  const query = tensor([1, 0, 0, 1], [1, 1, 2, 2]); // [batch, heads, queries, headDim]
  const key = tensor([1, 0, 0, 1, 1, 1], [1, 1, 3, 2]); // [batch, heads, keys, headDim]
  const value = tensor([1, 2, 3], [1, 1, 3, 1]); // [batch, heads, keys, valueDim]
  const { weights } = engine.scaledDotProductAttention(query, key, value, { needWeights: true });

  const text = tensor(new Float32Array(8 * 512 * 64).fill(0.5), [1, 8, 512, 64]);
  await engine.scaledDotProductAttentionAsync(text, text, text);
  return Array.from(weights.data.subarray(0, 3), (weight) => weight.toFixed(3)).join(' ');
}
