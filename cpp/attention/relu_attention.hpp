// A variant of step 4 of softmax(Q·Kᵀ/√d_k + M)·V: ReLU in place of the softmax (Wortsman et al. 2023).
#pragma once

#include "../core/tensor.hpp"

namespace spotlight {

/// weights = max(0, masked), both [batch, heads, queries, keys]. A masked key, whose score is −∞, gets 0; the weights
/// of a query need not sum to 1.
void relu_rows(const Tensor4& masked, Tensor4& weights);

}  // namespace spotlight
