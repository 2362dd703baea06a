#include "multihead_backward.hpp"

#include "../kernels/matmul.hpp"
#include "heads.hpp"

namespace spotlight {
namespace {

/// y = x·Wᵀ + b: grad_x = grad_y·W, grad_W = grad_yᵀ·x, grad_b = Σ grad_y
void linear_backward(const Tensor3& x, const Linear& linear, const Tensor3& grad_y, Tensor3& grad_x,
                     LinearGradients& gradients) {
  const std::size_t out = grad_y.shape(2);
  const std::size_t in = x.shape(2);
  Matrix weight;
  allocate(weight, "weight", {out, in});
  linear.weight.unpack_transposed(matrix(weight));
  allocate(grad_x, "the gradient of an input", x.shape());
  kernels::matmul(rows_of(grad_y), matrix(weight), rows_of(grad_x));

  allocate(gradients.weight, "the gradient of a weight", {out, in});
  gradients.weight.fill(0.0F);
  kernels::accumulate_matmul_tn(rows_of(grad_y), rows_of(x), matrix(gradients.weight));
  const ConstMatrixView rows = rows_of(grad_y);
  allocate(gradients.bias, "the gradient of a bias", {linear.bias.size()});
  for (std::size_t c = 0; c < linear.bias.size(); ++c) {
    double sum = 0;
    for (std::size_t i = 0; i < rows.rows; ++i) sum += rows.row(i)[c];
    gradients.bias(c) = static_cast<float>(sum);
  }
}

}  // namespace

void multihead_backward(const Tensor3& query, const Tensor3& key, const Tensor3& value, const MultiheadWeights& weights,
                        const MultiheadTrace& trace, float scale, const Tensor3& grad_output,
                        MultiheadGradients& gradients) {
  // 1. Through W_O, and into the heads.
  Tensor3 grad_concat;
  Tensor4 grad_heads;
  linear_backward(trace.concat, weights.output, grad_output, grad_concat, gradients.to_output);
  split_heads(grad_concat, weights.num_heads, grad_heads);
  // 2. Through the attention of the heads.
  attention_backward(trace.query, trace.key, trace.value, trace.attention, scale, grad_heads, gradients.attention);
  // 3. Through W_Q, W_K and W_V.
  Tensor3 grad_projected;
  concat_heads(gradients.attention.query, grad_projected);
  linear_backward(query, weights.query, grad_projected, gradients.query, gradients.to_query);
  concat_heads(gradients.attention.key, grad_projected);
  linear_backward(key, weights.key, grad_projected, gradients.key, gradients.to_key);
  concat_heads(gradients.attention.value, grad_projected);
  linear_backward(value, weights.value, grad_projected, gradients.value, gradients.to_value);
}

}  // namespace spotlight
