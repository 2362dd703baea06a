// The ranges of the depth in which products of whole numbers are summed up.
#pragma once

#include <cstddef>

namespace spotlight::kernels {

/// Depth up to which sums of products of int8 with 14 bits, 1,024 · 127 · 8,191, are exact in 32 bits.
inline constexpr std::size_t exact_depth = 1024;
/// Its quads, groups of four numbers.
inline constexpr std::size_t exact_quads = exact_depth / 4;

}  // namespace spotlight::kernels
