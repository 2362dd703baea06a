import { createEngine, tensor } from 'attention-spotlight';
import wasm from 'attention-spotlight/spotlight-simd.wasm';

const engine = createEngine({ wasm, workers: 0 });

export default {
  async fetch(): Promise<Response> {
    const query = tensor([1, 0, 0, 1], [1, 1, 2, 2]);
    const key = tensor([1, 0, 0, 1, 1, 1], [1, 1, 3, 2]);
    const value = tensor([1, 2, 3], [1, 1, 3, 1]);
    const { weights } = (await engine).scaledDotProductAttention(query, key, value, { needWeights: true });
    return Response.json(Array.from(weights.data));
  },
};
