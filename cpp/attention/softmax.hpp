// Step 4 of softmax(Q·Kᵀ/√d_k + M)·V: the softmax.
#pragma once

#include "../core/tensor.hpp"

namespace spotlight {

/// weights = softmax of each row of masked, all [batch, heads, queries, keys]: every row sums to 1, and one in which
/// every key is masked is all 0.
void softmax_rows(const Tensor4& masked, Tensor4& weights);

}  // namespace spotlight
