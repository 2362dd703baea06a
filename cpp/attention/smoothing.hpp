// An option of step 4 of softmax(Q·Kᵀ/√d_k + M)·V: additive smoothing of the weights.
#pragma once

#include "../core/tensor.hpp"

namespace spotlight {

/// weights = (weights + eps) / Σ(weights + eps), row by row, [batch, heads, queries, keys]. With eps > 0 no weight is
/// 0, not even that of a masked key.
void smooth_weights(Tensor4& weights, float eps);

}  // namespace spotlight
