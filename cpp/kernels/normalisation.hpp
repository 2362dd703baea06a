// Normalisation of rows.
#pragma once

#include "../tensor.hpp"

namespace spotlight::kernels {

/// y = (x − mean) / √(variance + epsilon) · weight + bias, of each row by itself (Ba, Kiros & Hinton 2016; torch's
/// LayerNorm). x and y [rows, size] may be the same; weight and bias [size].
void layer_norm(ConstMatrixView x, const Vector& weight, const Vector& bias, float epsilon, MutableMatrixView y);

/// y = x / √(mean of x² + epsilon) · weight, of each row by itself (Zhang & Sennrich 2019).
void rms_norm(ConstMatrixView x, const Vector& weight, float epsilon, MutableMatrixView y);

}  // namespace spotlight::kernels
