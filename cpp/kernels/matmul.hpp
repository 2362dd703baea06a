// Matrix products: linear layers, scores, weighted sums, and the products of the backward pass.
#pragma once

#include "../core/tensor.hpp"
#include "packed_matrix.hpp"

namespace spotlight::kernels {

// In all products, the depth k is the number of columns of A. A packed B in float32 or a 16-bit format may have more
// than k rows; only the first k are used.

/// C = A·B + bias with A [m, k], B [k, n], C [m, n]; bias [n] is added to every row; null: none. As torch.addmm.
void matmul(ConstMatrixView a, const PackedMatrix& b, const float* bias, MutableMatrixView c);

/// C = A·B with A [m, k], B [k, n], C [m, n]. As torch.matmul(a, b).
void matmul(ConstMatrixView a, ConstMatrixView b, MutableMatrixView c);

/// C = A·Bᵀ with A [m, k], B [n, k], C [m, n]. As torch.matmul(a, b.T). (n, t: not transposed, transposed, as in BLAS.)
void matmul_nt(ConstMatrixView a, ConstMatrixView b, MutableMatrixView c);

/// C += A·B with A [m, k], B [k, n], C [m, n].
void accumulate_matmul(ConstMatrixView a, ConstMatrixView b, MutableMatrixView c);
void accumulate_matmul(ConstMatrixView a, const PackedMatrix& b, MutableMatrixView c);

/// C += Aᵀ·B with A [k, m], B [k, n], C [m, n].
void accumulate_matmul_tn(ConstMatrixView a, ConstMatrixView b, MutableMatrixView c);

/// Frees the calling thread's buffer for packed rows of the left-hand matrix of products.
void release_packed_rows();

}  // namespace spotlight::kernels
