// Scores beyond float32. The trace and the fused pass use the same rule: a non-finite score is an error if its query
// attends to its key, and is ignored if the key is masked out. (PyTorch gives weight 0 for −∞ and NaN for +∞.)
#pragma once

#include <cstdint>

#include "../core/tensor.hpp"
#include "mask.hpp"

namespace spotlight {

/// Scores up to this bound stay finite after one finite number is added: less than half an ulp of the largest float32.
constexpr float max_safe_score = 1e30F;

/// Index of the first non-finite score of an attended key in a part of a row; −1: none. Sets masked-out scores to −∞.
std::int64_t find_overflow_in_row(const Mask& mask, const RowPart& part, float* scores);

/// Index of the first non-finite score of an attended key in `masked` [queries, keys]; −1: none. Sets masked-out scores
/// to −∞. `scaled` are the scores before the mask; both are contiguous.
std::int64_t find_overflow(const Mask& mask, const ScoresPlace& place, ConstMatrixView scaled,
                           MutableMatrixView masked);

}  // namespace spotlight
