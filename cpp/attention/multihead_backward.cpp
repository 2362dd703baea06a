#include "multihead_backward.hpp"

#include "../core/arguments.hpp"
#include "heads.hpp"

namespace spotlight {
namespace {

/// JavaScript name of a feature of the attention weights whose backward pass is not implemented, such as the norm of
/// each head; null if there is none.
const char* not_differentiated(const MultiheadWeights& weights) {
  if (weights.query_norm.weight.size() + weights.key_norm.weight.size() > 0) return "hasQueryKeyNorm";
  return weights.rotary.frequencies.size() > 0 ? "rotaryDim" : nullptr;
}

}  // namespace

void multihead_backward(const Tensor3& query, const Tensor3& key, const Tensor3& value, const MultiheadWeights& weights,
                        const AttentionOptions& options, const MultiheadTrace& trace, const Tensor3& grad_output,
                        MultiheadGradients& gradients) {
  if (const char* part = not_differentiated(weights)) refuse_argument("no gradient is computed through", part);
  // 1. Gradients of the output projection W_O
  Tensor3 grad_concat;
  Tensor4 grad_heads;
  linear_backward(trace.concat, weights.output, grad_output, grad_concat, gradients.to_output);
  split_heads(grad_concat, weights.num_heads, grad_heads);
  // 2. Gradients of the attention of the heads
  attention_backward(trace.query, trace.key, trace.value, with_weight_options(weights, options, 0), trace.attention,
                     grad_heads, gradients.attention);
  // 3. Gradients of the projections W_Q, W_K and W_V
  Tensor3 grad_projected;
  concat_heads(gradients.attention.query, grad_projected);
  linear_backward(query, weights.query, grad_projected, gradients.query, gradients.to_query);
  concat_heads(gradients.attention.key, grad_projected);
  linear_backward(key, weights.key, grad_projected, gradients.key, gradients.to_key);
  concat_heads(gradients.attention.value, grad_projected);
  linear_backward(value, weights.value, grad_projected, gradients.value, gradients.to_value);
}

}  // namespace spotlight
