// Looking for NaN and infinities.
#pragma once

#include <cstddef>
#include <cstdint>

namespace spotlight::kernels {

/// The index of the first NaN or ±∞ among `size` values, or −1 where all are finite.
std::int64_t first_not_finite(const float* values, std::size_t size);

/// The index of the first NaN or +∞, or −1: an additive mask may hold −∞.
std::int64_t first_not_addend(const float* values, std::size_t size);

}  // namespace spotlight::kernels
