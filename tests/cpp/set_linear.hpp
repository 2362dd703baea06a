// Linear layers from plain matrices.
#pragma once

#include "layers/linear.hpp"

namespace spotlight {

/// weight [out, in], PyTorch's layout; bias [out], or of size 0 for none.
inline void set_linear(const Matrix& weight, const Vector& bias, Linear& linear) {
  linear.weight.pack_transposed(matrix(weight), "weight");
  assign(linear.bias, "bias", bias);
}

}  // namespace spotlight
