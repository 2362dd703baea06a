// Scores beyond float32. One rule for the trace and the fused pass: a score that float32 does not hold is a fault where
// its query attends to its key, and does not matter where the mask hides it. (PyTorch gives weight 0 for −∞ and NaN for
// +∞.)
#pragma once

#include <cstdint>

#include "../core/tensor.hpp"
#include "mask.hpp"

namespace spotlight {

/// The sum of a score up to this and any finite number is within float32.
constexpr float max_safe_score = 1e30F;

/// Of the masked scores of a part of one row, the index of the first that is not finite though the mask does not hide
/// it, or −1; those that it hides become −∞.
std::int64_t find_overflow_in_row(const Mask& mask, const RowPart& part, float* scores);

/// The index of the first of all masked scores, [batch, heads, queries, keys], that find_overflow_in_row finds, or −1.
std::int64_t find_overflow(const Tensor4& scaled, const Mask& mask, Tensor4& masked, const ScoresPlace& place = {});

}  // namespace spotlight
