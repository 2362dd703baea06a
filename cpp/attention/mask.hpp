// Step 3 of softmax(Q·Kᵀ/√d_k + M)·V: the mask.
#pragma once

#include "../tensor.hpp"
#include "options.hpp"

namespace spotlight {

/// masked = scaled + M, all [batch, heads, queries, keys]; M is −∞ where a query may not hear a key.
void apply_mask(const Tensor4& scaled, const Mask& mask, Tensor4& masked);

}  // namespace spotlight
