// Step 3 of softmax(Q·Kᵀ/√d_k + M)·V: the mask.
#pragma once

#include "../tensor.hpp"
#include "options.hpp"

namespace spotlight {

/// masked = scaled + M, all [batch, heads, queries, keys]; M is −∞ where a query may not attend to a key.
void apply_mask(const Tensor4& scaled, const Mask& mask, Tensor4& masked);

/// The same in place for a part of one row: the scaled scores of keys [first_key, first_key + count). Under a
/// sparse pattern they lie in one block; where that is a random one of the query's, the pattern masks none of them.
void mask_row(const Mask& mask, std::size_t batch, std::size_t head, std::size_t query, std::size_t first_key,
              std::size_t count, bool in_random_block, float* row);

}  // namespace spotlight
