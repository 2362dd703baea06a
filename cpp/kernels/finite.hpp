// Checks of inputs: searches for NaN and infinities in arrays.
#pragma once

#include <cstddef>
#include <cstdint>

namespace spotlight::kernels {

/// Index of the first NaN or ±∞ in an array; −1 if all values are finite.
std::int64_t find_non_finite(const float* values, std::size_t size) noexcept;

/// True if |x| ≤ limit for all values x of an array; false if one of them is NaN.
bool all_within(const float* values, std::size_t size, float limit) noexcept;

/// Index of the first NaN or +∞ in an additive mask, which may contain neither (−∞ is allowed); −1 if there is none.
std::int64_t find_invalid_mask_value(const float* values, std::size_t size) noexcept;

}  // namespace spotlight::kernels
