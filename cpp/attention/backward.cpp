#include "backward.hpp"

#include <algorithm>

#include "../kernels/gemm.hpp"
#include "../kernels/transpose.hpp"

namespace spotlight {
namespace {

/// gradient += Aᵀ·B
void add_product_of_transposed(ConstMatrixView a, ConstMatrixView b, MutableMatrixView gradient) {
  Matrix a_transposed;
  Matrix product({gradient.rows, gradient.columns});
  kernels::transpose(a, a_transposed);
  kernels::multiply(matrix(a_transposed), b, {product.data(), gradient.rows, gradient.columns, gradient.columns});
  for (std::size_t at = 0; at < product.size(); ++at) gradient.data[at] += product.data()[at];
}

/// Through the softmax, row by row: scaled = weights ∘ (dweights − Σ weights ∘ dweights), and through the scale.
void softmax_backward(ConstMatrixView weights, ConstMatrixView of_weights, float scale, MutableMatrixView of_scores) {
  for (std::size_t i = 0; i < weights.rows; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < weights.columns; ++j) sum += weights.row(i)[j] * of_weights.row(i)[j];
    for (std::size_t j = 0; j < weights.columns; ++j) {
      of_scores.row(i)[j] = weights.row(i)[j] * (of_weights.row(i)[j] - static_cast<float>(sum)) * scale;
    }
  }
}

void clear(Tensor4& gradient, const Tensor4& like) {
  gradient.resize(like.shape());
  std::ranges::fill(gradient, 0.0F);
}

}  // namespace

void attention_backward(const Tensor4& query, const Tensor4& key, const Tensor4& value, const Trace& trace, float scale,
                        const Tensor4& output, AttentionGradients& gradients) {
  clear(gradients.query, query);
  clear(gradients.key, key);
  clear(gradients.value, value);
  clear(gradients.weights, trace.weights);
  clear(gradients.scores, trace.weights);
  for (std::size_t b = 0; b < query.shape(0); ++b) {
    for (std::size_t h = 0; h < query.shape(1); ++h) {
      const std::size_t key_head = key_head_of(h, query.shape(1), key.shape(1));
      const ConstMatrixView weights = matrix(trace.weights, b, h);
      const ConstMatrixView of_output = matrix(output, b, h);
      // 1. output = weights·V
      kernels::multiply_transposed(of_output, matrix(value, b, key_head), matrix(gradients.weights, b, h));
      add_product_of_transposed(weights, of_output, matrix(gradients.value, b, key_head));
      // 2. weights = softmax(scores · scale + M)
      const MutableMatrixView of_scores = matrix(gradients.scores, b, h);
      softmax_backward(weights, matrix(std::as_const(gradients.weights), b, h), scale, of_scores);
      // 3. scores = Q·Kᵀ
      const ConstMatrixView scores = matrix(std::as_const(gradients.scores), b, h);
      kernels::multiply(scores, matrix(key, b, key_head), matrix(gradients.query, b, h));
      add_product_of_transposed(scores, matrix(query, b, h), matrix(gradients.key, b, key_head));
    }
  }
}

}  // namespace spotlight
