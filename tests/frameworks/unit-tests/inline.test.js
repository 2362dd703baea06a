// Unit test of a user: the engine in one file, with the globals of a simulated DOM.
test('attention', async () => {
  const { createEngine, tensor } = await import('attention-spotlight/engine-inline');
  const engine = await createEngine();
  const { output } = engine.scaledDotProductAttention(
    tensor([1, 0], [1, 1, 1, 2]),
    tensor([1, 0, 0, 1], [1, 1, 2, 2]),
    tensor([1, 0], [1, 1, 2, 1]),
  );
  expect(output.data[0]).toBeCloseTo(0.6698, 3);
  engine.dispose();
});
