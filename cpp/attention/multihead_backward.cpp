#include "multihead_backward.hpp"

#include <algorithm>

#include "../kernels/gemm.hpp"
#include "../kernels/transpose.hpp"

namespace spotlight {
namespace {

/// y = x·Wᵀ + b: dx = dy·W, dW = dyᵀ·x, db = Σ dy
void projection_backward(const Tensor3& x, const Projection& projection, const Tensor3& of_y, Tensor3& of_x,
                         ProjectionGradients& gradients) {
  const std::size_t out = of_y.shape(2);
  const std::size_t in = x.shape(2);
  Matrix weight({out, in});
  projection.weight.unpack_transposed({weight.data(), out, in, in});
  of_x.resize(x.shape());
  kernels::multiply(rows_of(of_y), matrix(weight), rows_of(of_x));

  Matrix of_y_transposed;
  kernels::transpose(rows_of(of_y), of_y_transposed);
  gradients.weight.resize({out, in});
  kernels::multiply(matrix(of_y_transposed), rows_of(x), {gradients.weight.data(), out, in, in});
  gradients.bias.resize({projection.bias.size()});
  for (std::size_t o = 0; o < gradients.bias.size(); ++o) {
    double sum = 0;
    for (std::size_t row = 0; row < of_y_transposed.shape(1); ++row) sum += of_y_transposed(o, row);
    gradients.bias(o) = static_cast<float>(sum);
  }
}

}  // namespace

void multihead_backward(const Tensor3& query, const Tensor3& key, const Tensor3& value, const MultiheadWeights& weights,
                        const MultiheadTrace& trace, float scale, const Tensor3& output,
                        MultiheadGradients& gradients) {
  // 1. Through W_O, and to the heads.
  Tensor3 of_merged;
  Tensor4 of_heads;
  projection_backward(trace.merged, weights.output, output, of_merged, gradients.to_output);
  split_heads(of_merged, weights.num_heads, of_heads);
  // 2. Through the attention of the heads.
  attention_backward(trace.query, trace.key, trace.value, trace.attention, scale, of_heads, gradients.attention);
  // 3. Through the projections to Q, K and V.
  Tensor3 of_projected;
  merge_heads(gradients.attention.query, of_projected);
  projection_backward(query, weights.query, of_projected, gradients.query, gradients.to_query);
  merge_heads(gradients.attention.key, of_projected);
  projection_backward(key, weights.key, of_projected, gradients.key, gradients.to_key);
  merge_heads(gradients.attention.value, of_projected);
  projection_backward(value, weights.value, of_projected, gradients.value, gradients.to_value);
}

}  // namespace spotlight
