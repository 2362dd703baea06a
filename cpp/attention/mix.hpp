// Step 5 of softmax(Q·Kᵀ/√d_k + M)·V: the mixing of the values.
#pragma once

#include "../tensor.hpp"

namespace spotlight {

/// output = weights·V: for each query, what the keys that it hears have to say, each as loud as its weight.
/// weights [batch, heads, queries, keys], value [batch, key_heads, keys, value_dim]
/// → output [batch, heads, queries, value_dim]
void mix_values(const Tensor4& weights, const Tensor4& value, Tensor4& output);

}  // namespace spotlight
