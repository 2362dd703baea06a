// Variants of step 4 of softmax(Q·Kᵀ/√d_k + M)·V: what else makes weights of scores.
#pragma once

#include "../tensor.hpp"

namespace spotlight {

/// weights = max(0, masked): a key that is masked, whose score is −∞, gets 0.
void relu_rows(const Tensor4& masked, Tensor4& weights);

/// weights = (weights + eps) / Σ(weights + eps), row by row: no weight is 0, not even that of a masked key.
void add_to_weights(Tensor4& weights, float eps);

}  // namespace spotlight
