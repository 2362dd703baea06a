// Matrix products, the work horse of attention: the projections, the scores and the mixing are all one of these.
#pragma once

#include "../tensor.hpp"
#include "pack.hpp"

namespace spotlight::kernels {

/// C = A·B + bias with A [m, k], B [k, n], C [m, n]. As torch.addmm.
/// bias: [n], added to every row; null: none.
void multiply(ConstMatrixView a, const PackedMatrix& b, const float* bias, MutableMatrixView c);

/// C = A·B, of a B that is not packed.
void multiply(ConstMatrixView a, ConstMatrixView b, MutableMatrixView c);

/// C = A·Bᵀ with A [m, k], B [n, k], C [m, n]. As torch.matmul(a, b.T).
void multiply_transposed(ConstMatrixView a, ConstMatrixView b, MutableMatrixView c);

}  // namespace spotlight::kernels
