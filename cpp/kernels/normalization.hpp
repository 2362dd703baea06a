// Normalization of each row of a matrix.
#pragma once

#include "../core/tensor.hpp"

namespace spotlight::kernels {

/// y = (x − mean) / √(variance + epsilon) · weight + bias, of each row (Ba, Kiros & Hinton 2016; torch.nn.LayerNorm).
/// x and y [rows, size] may be the same; weight and bias [size].
void layer_norm(ConstMatrixView x, const Vector& weight, const Vector& bias, float epsilon, MutableMatrixView y);

/// y = x / √(mean of x² + epsilon) · weight, of each row (Zhang & Sennrich 2019). x and y [rows, size] may be the same;
/// weight [size].
void rms_norm(ConstMatrixView x, const Vector& weight, float epsilon, MutableMatrixView y);

// The same step by step.

/// mean [rows] of each row of x.
void row_means(ConstMatrixView x, float* mean);
/// y = x − mean of each row; x and y may be the same.
void center_rows(ConstMatrixView x, const float* mean, MutableMatrixView y);
/// √(mean of x² + epsilon) of each row, scale [rows]: the divisor of RMSNorm, and of LayerNorm where x is centered.
void rms_scale(ConstMatrixView x, float epsilon, float* scale);
/// y = x / scale of each row; x and y may be the same.
void divide_rows(ConstMatrixView x, const float* scale, MutableMatrixView y);
/// y = x ∘ weight + bias of each row; bias of size 0: none. x and y may be the same.
void scale_columns(ConstMatrixView x, const Vector& weight, const Vector& bias, MutableMatrixView y);

}  // namespace spotlight::kernels
