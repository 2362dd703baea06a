// Limits of the depth (the length of the summed dimension) over which integer products are summed exactly.
#pragma once

#include <cstddef>

namespace spotlight::kernels {

/// Depth up to which sums of products of int8 and 14-bit numbers are exact in 32 bits: they are at most 1,024 · 127 ·
/// 8,191.
inline constexpr std::size_t exact_depth = 1024;
/// Exact depth in quads, groups of four numbers.
inline constexpr std::size_t exact_quads = exact_depth / 4;

}  // namespace spotlight::kernels
