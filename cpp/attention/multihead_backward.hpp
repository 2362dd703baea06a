#pragma once

#include "multihead.hpp"
#include "trace_backward.hpp"

namespace spotlight {

struct MultiheadGradients {
  Tensor3 query, key, value;                              // gradients of the inputs, [batch, seq_len, embed_dim]
  LinearGradients to_query, to_key, to_value, to_output;  // gradients of W_Q, W_K, W_V and W_O
  AttentionGradients attention;                           // gradients inside the attention of the heads
};

/// Computes the gradients of inputs and parameters. `trace` is the forward pass of these inputs with these options;
/// grad_output [batch, queries, embed_dim] is the gradient of its output. The results equal those of PyTorch's autograd
/// for torch.nn.MultiheadAttention; if one tensor is query, key and value, its gradient is the sum of the three.
/// @throws std::invalid_argument for an option that not_differentiated() names, and for weights with a softcap, norms
/// of heads or rotary positions, which torch.nn.MultiheadAttention lacks
void multihead_backward(const Tensor3& query, const Tensor3& key, const Tensor3& value, const MultiheadWeights& weights,
                        const AttentionOptions& options, const MultiheadTrace& trace, const Tensor3& grad_output,
                        MultiheadGradients& gradients);

}  // namespace spotlight
