// Softmax of one row.
#pragma once

#include <cstddef>

namespace spotlight::kernels {

/// to[j] = e^(from[j] − max) / Σ e^(from[·] − max). Subtracting the row's maximum changes nothing in exact arithmetic
/// and keeps every exponent ≤ 0. −∞ gives 0; a row of −∞ only gives zeros (torch.softmax gives NaN there).
void softmax(const float* from, std::size_t size, float* to);

}  // namespace spotlight::kernels
