#pragma once

#include "../core/tensor.hpp"
#include "../kernels/packed_matrix.hpp"

namespace spotlight {

/// Weights of a linear layer y = x·Wᵀ + b, as torch.nn.Linear. The weight is packed once and reused by all products.
struct Linear {
  kernels::PackedMatrix weight;  // Wᵀ [in, out]
  Vector bias;                   // [out]; size 0: none
};

/// Linear layer: y [rows, out] = x·Wᵀ + bias, with x [rows, in], `weight` Wᵀ [in, out], and bias [out] or null.
void linear_forward(ConstMatrixView x, const kernels::PackedMatrix& weight, const float* bias, MutableMatrixView y);

/// Linear layer: y [batch, seq_len, out] = x·Wᵀ + b, with x [batch, seq_len, in]. `name` names y in out-of-memory
/// errors.
void linear_forward(const Tensor3& x, const Linear& linear, Tensor3& y,
                    const char* name = "the output of a linear layer");

/// Adds the gradients of a linear layer's parameters: dyᵀ·x to weight_gradient [out, in], and the column sums of dy to
/// bias_gradient [out], which is null if there is no bias. x [rows, in], dy [rows, out].
void accumulate_linear_gradients(ConstMatrixView x, ConstMatrixView dy, MutableMatrixView weight_gradient,
                                 float* bias_gradient);

/// Gradient of a linear layer's input: dx = dy·W, with W [out, in] packed without being transposed.
void linear_input_gradient(ConstMatrixView dy, const kernels::PackedMatrix& weight, MutableMatrixView dx);
/// Adds the gradient of a linear layer's input to dx: dx += dy·W, with W [out, in] packed without being transposed.
void accumulate_linear_input_gradient(ConstMatrixView dy, const kernels::PackedMatrix& weight, MutableMatrixView dx);

/// Gradients of a linear layer's parameters: weight [out, in], bias [out] or of size 0.
struct LinearGradients {
  Matrix weight;
  Vector bias;
};

/// All gradients of a linear layer, dx = dy·W, dW = dyᵀ·x and db = Σ dy, for x [batch, seq_len, in] and dy [batch,
/// seq_len, out]. The layer's weight needs to be packed for the forward pass only.
void linear_backward(const Tensor3& x, const Linear& linear, const Tensor3& dy, Tensor3& dx,
                     LinearGradients& gradients);

}  // namespace spotlight
