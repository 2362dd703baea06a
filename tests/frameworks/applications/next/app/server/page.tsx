import { createEngine, tensor } from 'attention-spotlight/engine-inline';

/** A server component: `next build` renders it, and fails if it throws. */
export default async function Page() {
  const engine = await createEngine();
  const one = tensor([1, 0], [1, 1, 1, 2]);
  const two = tensor([1, 0, 0, 1], [1, 1, 2, 2]);
  const { weights } = engine.scaledDotProductAttention(one, two, two, { needWeights: true });
  if (Math.abs(weights.data[0]! - 0.669762) > 1e-6) throw new Error(`expected 0.669762, got ${weights.data[0]}`);
  return <p>{weights.data[0]}</p>;
}
