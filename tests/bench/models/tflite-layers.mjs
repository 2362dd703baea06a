/**
 * Adds a linear layer x·Wᵀ + b to the graph, with weight [out, in] and bias [out]: [batch, seqLen, in] → [batch,
 * seqLen, out].
 */
export function linear(graph, input, { weight, bias }, [batch, seqLen]) {
  const [inputs, outputs] = [weight.length / bias.length, bias.length];
  const constants = [graph.constant(weight, [outputs, inputs]), graph.constant(bias, [outputs])];
  return graph.add('FULLY_CONNECTED', [input, ...constants], [batch, seqLen, outputs], [[2, 1, 'bool']]);
}

/**
 * Adds attention to the graph; query, key, value and output are [batch, heads, seqLen, headDim]. The mask is added to
 * the scaled scores.
 */
export function attention(graph, [query, key, value], { batch, heads, seqLen, headDim }, mask) {
  const square = [batch, heads, seqLen, seqLen];
  const scores = graph.add('BATCH_MATMUL', [query, key], square, [[1, 1, 'bool']]);
  const scale = graph.constant(Float32Array.of(1 / Math.sqrt(headDim)), [1]);
  const scaled = graph.add('MUL', [scores, scale], square);
  const masked = mask ? graph.add('ADD', [scaled, graph.constant(mask, [1, 1, seqLen, seqLen])], square) : scaled;
  const weights = graph.add('SOFTMAX', [masked], square, [[0, 1, 'float']]);
  return graph.add('BATCH_MATMUL', [weights, value], [batch, heads, seqLen, headDim]);
}

/**
 * Adds self-attention for [batch, seqLen, heads·headDim] to the graph, with four linear layers, { query, key, value,
 * output }.
 */
export function multihead(graph, input, { query, key, value, output }, shape) {
  const { batch, heads, seqLen, headDim } = shape;
  const reshape = (from, to) => graph.add('RESHAPE', [from, graph.constant(Int32Array.from(to), [to.length])], to);
  const permute = (from, to) => graph.add('TRANSPOSE', [from, graph.constant(Int32Array.of(0, 2, 1, 3), [4])], to);
  const split = (layer) =>
    permute(reshape(linear(graph, input, layer, [batch, seqLen]), [batch, seqLen, heads, headDim]), [
      batch,
      heads,
      seqLen,
      headDim,
    ]);
  const attended = attention(graph, [query, key, value].map(split), shape);
  const concatenated = reshape(permute(attended, [batch, seqLen, heads, headDim]), [batch, seqLen, heads * headDim]);
  return linear(graph, concatenated, output, [batch, seqLen]);
}

/**
 * Adds LayerNorm for [batch, seqLen, d] to the graph, composed of several operators, since TFLite has none for it;
 * weight and bias are [d].
 */
export function layerNorm(graph, input, { weight, bias, eps }, [batch, seqLen]) {
  const [whole, perToken] = [
    [batch, seqLen, weight.length],
    [batch, seqLen, 1],
  ];
  const mean = (from) => graph.add('MEAN', [from, graph.constant(Int32Array.of(2), [1])], perToken, [[0, 1, 'bool']]);
  const center = mean(input);
  const variance = mean(graph.add('SQUARED_DIFFERENCE', [input, center], whole));
  const stable = graph.add('ADD', [variance, graph.constant(Float32Array.of(eps), [1])], perToken);
  const normalized = graph.add(
    'MUL',
    [graph.add('SUB', [input, center], whole), graph.add('RSQRT', [stable], perToken)],
    whole,
  );
  const scaled = graph.add('MUL', [normalized, graph.constant(weight, [weight.length])], whole);
  return graph.add('ADD', [scaled, graph.constant(bias, [bias.length])], whole);
}
