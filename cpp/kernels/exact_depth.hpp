// Limits on the depth of an integer matrix product (the length of the summed dimension) up to which its sums are exact.
#pragma once

#include <cstddef>

namespace spotlight::kernels {

/// Largest depth for which sums of products of int8 numbers and 14-bit numbers are exact in 32 bits: a sum is at most
/// 1,024 · 127 · 8,191.
inline constexpr std::size_t exact_depth = 1024;
/// exact_depth in quads, groups of four numbers.
inline constexpr std::size_t exact_quads = exact_depth / 4;

}  // namespace spotlight::kernels
