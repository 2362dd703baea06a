// Functions of single numbers, over whole arrays.
#pragma once

#include "../tensor.hpp"

namespace spotlight::kernels {

/// x = max(x, 0), as torch.relu.
void relu(MutableMatrixView x);

}  // namespace spotlight::kernels
