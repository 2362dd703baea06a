// Ranges of the depth over which products of integers are summed exactly.
#pragma once

#include <cstddef>

namespace spotlight::kernels {

/// Depth up to which sums of products of int8 and 14-bit numbers, at most 1,024 · 127 · 8,191, are exact in 32 bits.
inline constexpr std::size_t exact_depth = 1024;
/// exact_depth in quads, groups of four numbers.
inline constexpr std::size_t exact_quads = exact_depth / 4;

}  // namespace spotlight::kernels
