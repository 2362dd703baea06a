// The backward pass of a trace: from the gradient of a loss with respect to the output to its gradients with respect to
// query, key, value, weights and scores. (That of many short sequences, in training, is in batched.hpp.)
#pragma once

#include "trace.hpp"

namespace spotlight {

struct AttentionGradients {
  Tensor4 query;    // [batch, heads, queries, head_dim]
  Tensor4 key;      // [batch, kv_heads, keys, head_dim]
  Tensor4 value;    // [batch, kv_heads, keys, value_dim]
  Tensor4 weights;  // [batch, heads, queries, keys]
  Tensor4 scores;   // gradient of Q·Kᵀ before the scale, [batch, heads, queries, keys]
};

/// The option, under its name in JavaScript, that the backward pass does not differentiate as it is set; null: none.
const char* not_differentiated(const AttentionOptions& options);

/// `trace` is the forward pass of these inputs with these options; grad_output has the shape of trace.output. The
/// results are those of PyTorch's autograd through scaled_dot_product_attention. Throws std::invalid_argument for an
/// option that is not_differentiated.
void attention_backward(const Tensor4& query, const Tensor4& key, const Tensor4& value, const AttentionOptions& options,
                        const Trace& trace, const Tensor4& grad_output, AttentionGradients& gradients);

}  // namespace spotlight
