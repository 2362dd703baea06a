// Backward pass of attention that was computed step by step (trace.hpp): computes the gradients of a loss with respect
// to query, key, value, weights and scores from its gradient with respect to the output. (batched.hpp contains the
// backward pass for training.)
#pragma once

#include "trace.hpp"

namespace spotlight {

struct AttentionGradients {
  Tensor4 query;    // [batch, heads, queries, head_dim]
  Tensor4 key;      // [batch, kv_heads, keys, head_dim]
  Tensor4 value;    // [batch, kv_heads, keys, value_dim]
  Tensor4 weights;  // [batch, heads, queries, keys]
  Tensor4 scores;   // [batch, heads, queries, keys], gradient of Q·Kᵀ before scaling
};

/// JavaScript name of an option whose value the backward pass does not support; null if it supports all options.
const char* not_differentiated(const AttentionOptions& options);

/// Computes the gradients of inputs, scores and weights. `trace` is the forward pass of these inputs with these
/// options; grad_output has the shape of trace.output. The results equal those of PyTorch's autograd for
/// scaled_dot_product_attention.
/// @throws std::invalid_argument for an option that not_differentiated() names
void attention_backward(const Tensor4& query, const Tensor4& key, const Tensor4& value, const AttentionOptions& options,
                        const Trace& trace, const Tensor4& grad_output, AttentionGradients& gradients);

}  // namespace spotlight
