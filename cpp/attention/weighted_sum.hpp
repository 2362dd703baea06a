// Step 5 of softmax(Q·Kᵀ/√d_k + M)·V: the weighted sum of the values.
#pragma once

#include "../core/tensor.hpp"

namespace spotlight {

/// output = weights·V: for each query Σ weight · value over the keys.
/// weights [batch, heads, queries, keys], value [batch, kv_heads, keys, value_dim]
/// → output [batch, heads, queries, value_dim]; kv_heads divides heads
void weighted_sum(const Tensor4& weights, const Tensor4& value, Tensor4& output);

}  // namespace spotlight
