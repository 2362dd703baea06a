// Scores beyond float32. One rule for the trace and the fused pass: a score that float32 does not hold is a fault where
// its query attends to its key, and does not matter where that is masked out. (PyTorch gives weight 0 for −∞ and NaN
// for +∞.)
#pragma once

#include <cstdint>

#include "../core/tensor.hpp"
#include "mask.hpp"

namespace spotlight {

/// The sum of a score up to this and one other finite number is finite: less than half the last place of the largest.
constexpr float max_safe_score = 1e30F;

/// Index of the first score of a part of a row that is not finite though its query attends to its key; −1 if none.
/// Scores that are masked out become −∞.
std::int64_t find_overflow_in_row(const Mask& mask, const RowPart& part, float* scores);

/// Index of the first of all scores, [batch, heads, queries, keys], that is not finite though its query attends to its
/// key; −1 if none.
std::int64_t find_overflow(const Tensor4& scaled, const Mask& mask, Tensor4& masked, const ScoresPlace& place = {});

}  // namespace spotlight
