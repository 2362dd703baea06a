// The backward pass: from the gradient of a loss with respect to the output, those with respect to everything before
// it.
#pragma once

#include "trace.hpp"

namespace spotlight {

struct AttentionGradients {
  Tensor4 query;    // [batch, heads, queries, head_dim]
  Tensor4 key;      // [batch, key_heads, keys, head_dim]
  Tensor4 value;    // [batch, key_heads, keys, value_dim]
  Tensor4 weights;  // [batch, heads, queries, keys]
  Tensor4 scores;   // of Q·Kᵀ, before the scale, [batch, heads, queries, keys]
};

/// `trace` is that of the forward pass with these inputs and this scale, without dropout; output has the shape of
/// trace.output. What autograd gives of torch's scaled_dot_product_attention.
void attention_backward(const Tensor4& query, const Tensor4& key, const Tensor4& value, const Trace& trace, float scale,
                        const Tensor4& output, AttentionGradients& gradients);

}  // namespace spotlight
