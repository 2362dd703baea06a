// Checks of inputs: search for NaN and infinities.
#pragma once

#include <cstddef>
#include <cstdint>

namespace spotlight::kernels {

/// Index of the first NaN or ±∞; −1 if all values are finite.
std::int64_t find_non_finite(const float* values, std::size_t size) noexcept;

/// True if |x| ≤ limit for all values; false if one is NaN.
bool all_within(const float* values, std::size_t size, float limit) noexcept;

/// Index of the first NaN or +∞, neither of which an additive mask may contain (−∞ is allowed); −1 if there is none.
std::int64_t find_invalid_mask_value(const float* values, std::size_t size) noexcept;

}  // namespace spotlight::kernels
