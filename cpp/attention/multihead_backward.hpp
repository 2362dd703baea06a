// The backward pass of multi-head attention: gradients of its inputs and of all its parameters.
#pragma once

#include <array>

#include "backward.hpp"
#include "multihead.hpp"

namespace spotlight {

/// Of one linear layer: weight [out, in], bias [out] or of size 0.
struct ProjectionGradients {
  Matrix weight;
  Vector bias;
};

struct MultiheadGradients {
  Tensor3 query, key, value;                                  // of the inputs
  ProjectionGradients to_query, to_key, to_value, to_output;  // of the four layers
  AttentionGradients attention;                               // of what is between them
};

/// `trace` is that of the forward pass of these inputs, `output` [batch, queries, embed_dim] the gradient of its
/// output. What autograd gives of torch.nn.MultiheadAttention; where one tensor is query, key and value, its gradient
/// is their sum.
void multihead_backward(const Tensor3& query, const Tensor3& key, const Tensor3& value, const MultiheadWeights& weights,
                        const MultiheadTrace& trace, float scale, const Tensor3& output, MultiheadGradients& gradients);

}  // namespace spotlight
