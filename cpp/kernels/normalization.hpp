// Normalization of each row of a matrix.
#pragma once

#include "../tensor.hpp"

namespace spotlight::kernels {

/// y = (x − mean) / √(variance + epsilon) · weight + bias, of each row (Ba, Kiros & Hinton 2016; torch.nn.LayerNorm).
/// x and y [rows, size] may be the same; weight and bias [size].
void layer_norm(ConstMatrixView x, const Vector& weight, const Vector& bias, float epsilon, MutableMatrixView y);

/// y = x / √(mean of x² + epsilon) · weight, of each row (Zhang & Sennrich 2019). x and y [rows, size] may be the same;
/// weight [size].
void rms_norm(ConstMatrixView x, const Vector& weight, float epsilon, MutableMatrixView y);

}  // namespace spotlight::kernels
