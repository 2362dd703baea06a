// Functions of single numbers, over whole arrays.
#pragma once

#include "../tensor.hpp"

namespace spotlight::kernels {

/// x = max(x, 0), as torch.relu.
void relu(MutableMatrixView x);

/// x = x·Φ(x), with the distribution function of the normal distribution (Hendrycks & Gimpel 2016; torch's default).
void gelu(MutableMatrixView x);

/// x = x / (1 + e^−x), as torch's silu.
void silu(MutableMatrixView x);

}  // namespace spotlight::kernels
