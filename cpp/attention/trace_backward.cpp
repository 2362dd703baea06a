#include "trace_backward.hpp"

#include <algorithm>

#include "../core/arguments.hpp"
#include "../kernels/matmul.hpp"
#include "../kernels/softmax.hpp"
#include "heads.hpp"

namespace spotlight {

const char* not_differentiated(const AttentionOptions& options) {
  if (options.softcap > 0.0F) return "softcap";
  if (options.weight_function != WeightFunction::softmax) return "activation";
  if (options.eps != 0.0F) return "eps";
  return options.dropout_p > 0.0F ? "dropoutP" : nullptr;
}

void attention_backward(const Tensor4& query, const Tensor4& key, const Tensor4& value, const AttentionOptions& options,
                        const Trace& trace, const Tensor4& grad_output, AttentionGradients& gradients) {
  if (const char* option = not_differentiated(options)) refuse_argument("no gradient is computed through", option);
  const float scale = options.scale.value_or(default_scale(query.shape(3)));
  allocate(gradients.query, "the gradient of query", query.shape());
  allocate_zeros(gradients.key, "the gradient of key", key.shape());
  allocate_zeros(gradients.value, "the gradient of value", value.shape());
  allocate(gradients.weights, "the gradient of weights", trace.weights.shape());
  allocate(gradients.scores, "the gradient of scores", trace.weights.shape());
  for (std::size_t b = 0; b < query.shape(0); ++b) {
    for (std::size_t h = 0; h < query.shape(1); ++h) {
      const std::size_t kv_head = kv_head_index(h, query.shape(1), key.shape(1));
      const ConstMatrixView weights = matrix(trace.weights, b, h);
      const ConstMatrixView grad_head = matrix(grad_output, b, h);
      // Backward pass of step 1, output = weights·V
      kernels::matmul_nt(grad_head, matrix(value, b, kv_head), matrix(gradients.weights, b, h));
      kernels::accumulate_matmul_tn(weights, grad_head, matrix(gradients.value, b, kv_head));
      // Backward pass of step 2, weights = softmax(scores · scale + M)
      for (std::size_t i = 0; i < weights.rows; ++i) {
        float* grad_row = &gradients.scores(b, h, i, 0);
        std::copy_n(&gradients.weights(b, h, i, 0), weights.columns, grad_row);
        kernels::softmax_backward(weights.row(i), weights.columns, scale, grad_row);
      }
      // Backward pass of step 3, scores = Q·Kᵀ
      const ConstMatrixView grad_scores = matrix(gradients.scores, b, h);
      kernels::matmul(grad_scores, matrix(key, b, kv_head), matrix(gradients.query, b, h));
      kernels::accumulate_matmul_tn(grad_scores, matrix(query, b, h), matrix(gradients.key, b, kv_head));
    }
  }
}

}  // namespace spotlight
