// Linear layers: the projections to Q, K and V, and the output projection W_O.
#pragma once

#include "../core/tensor.hpp"
#include "../kernels/packed_matrix.hpp"

namespace spotlight {

/// y = x·Wᵀ + b, as torch.nn.Linear, its weight packed once for any number of products.
struct Linear {
  kernels::PackedMatrix weight;  // Wᵀ [in, out]
  Vector bias;                   // [out], or of size 0 for none
};

/// weight [out, in], PyTorch's layout; bias [out], or of size 0 for none.
void set_linear(const Matrix& weight, const Vector& bias, Linear& linear);

/// x [batch, seq_len, in] → y [batch, seq_len, out]; `name` is that of y in an error.
void linear_forward(const Tensor3& x, const Linear& linear, Tensor3& y,
                    const char* name = "the output of a linear layer");

}  // namespace spotlight
