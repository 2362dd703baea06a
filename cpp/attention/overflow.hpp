// Handling of scores that exceed float32. Attention step by step (trace.hpp) and the fused pass use the same rule: a
// non-finite score is an error if its query attends to its key, and is ignored if the key is masked out. (PyTorch gives
// weight 0 for −∞ and NaN for +∞.)
#pragma once

#include <cstdint>

#include "../core/tensor.hpp"
#include "mask.hpp"

namespace spotlight {

/// Bound on the scores: a score up to max_safe_score stays finite if any finite float32 is added to it, since it is
/// less than half an ulp of the largest float32.
constexpr float max_safe_score = 1e30F;

/// Index of the first non-finite score whose key is not masked, in a part of a row of scores; −1 if there is none. Sets
/// the scores of masked keys to −∞.
std::int64_t find_overflow_in_row(const Mask& mask, const RowPart& part, float* scores);

/// Index of the first non-finite score whose key is not masked, in the scores `masked` [queries, keys]; −1 if there is
/// none. Sets the scores of masked keys to −∞. `scaled` contains the same scores before masking. Both matrices are
/// contiguous.
std::int64_t find_overflow(const Mask& mask, const ScoresPlace& place, ConstMatrixView scaled,
                           MutableMatrixView masked);

}  // namespace spotlight
