/** Output of attention whose exact value is known: softmax([1/√2, 0])·[1, 0]. */
export function engineNumber(engine, tensor) {
  const { output } = engine.scaledDotProductAttention(
    tensor([1, 0], [1, 1, 1, 2]),
    tensor([1, 0, 0, 1], [1, 1, 2, 2]),
    tensor([1, 0], [1, 1, 2, 1]),
  );
  return output.data[0];
}
