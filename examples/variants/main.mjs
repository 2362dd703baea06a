// The cost of attention, and of its variants for long texts.
import { costOf, createEngine, sinusoidalPositions, tensor } from 'attention-spotlight';

const engine = await createEngine();
const [tokens, headDim] = [1024, 32];
const near = sinusoidalPositions(tokens, headDim).data.map((number) => 2 * number); // near tokens are alike
const x = tensor(near, [1, 1, tokens, headDim]);
const exact = engine.scaledDotProductAttention(x, x, x).output.data;

const VARIANTS = {
  exact: {},
  window: { pattern: { kind: 'window', window: 128 } },
  linformer: { variant: { kind: 'linformer', rank: 64 } },
  performer: { variant: { kind: 'performer', features: 128 } },
  linear: { variant: { kind: 'linear' } },
};
for (const [name, options] of Object.entries(VARIANTS)) {
  const { data } = engine.scaledDotProductAttention(x, x, x, options).output;
  const squares = (numbers) => numbers.reduce((sum, each) => sum + each * each, 0);
  const error = Math.sqrt(squares(data.map((each, index) => each - exact[index])) / squares(exact));
  const { multiplyAdds } = costOf({ queries: tokens, headDim, ...options }).total;
  console.log(`${name}: ${(multiplyAdds / 1e6).toFixed(1)} million multiply-adds, error ${(100 * error).toFixed(0)}%`);
}
// → exact: 67.1 million multiply-adds, error 0%
// → window: 8.2 million multiply-adds, error 11%
// → linformer: 8.4 million multiply-adds, error 31%
// → performer: 17.0 million multiply-adds, error 67%
// → linear: 2.2 million multiply-adds, error 71%
