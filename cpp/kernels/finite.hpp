// Validation of inputs: finding NaN and infinities.
#pragma once

#include <cstddef>
#include <cstdint>

namespace spotlight::kernels {

/// The index of the first NaN or ±∞, or −1 where all `size` values are finite.
std::int64_t find_non_finite(const float* values, std::size_t size) noexcept;

/// True if |x| ≤ limit for all values; false where one is NaN.
bool all_within(const float* values, std::size_t size, float limit) noexcept;

/// The index of the first NaN or +∞, or −1 where there is none: an additive mask may hold −∞.
std::int64_t find_invalid_mask_value(const float* values, std::size_t size) noexcept;

}  // namespace spotlight::kernels
