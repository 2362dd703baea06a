#pragma once

#include <limits>

namespace spotlight {

/// Score of a masked key, whose weight is therefore e^−∞ = 0.
inline constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

inline constexpr float log2_e = 1.44269504F;

}  // namespace spotlight
