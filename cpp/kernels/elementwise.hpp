// Sums and products of tensors, element by element. xtensor's own broadcast: their code, with the error for shapes that
// do not fit, would be 10 KB.
#pragma once

#include "../core/tensor.hpp"

namespace spotlight::kernels {

/// sum += x, both of this shape.
void add(const Tensor3& x, Tensor3& sum);

/// product *= x, both of this shape.
void multiply(const Tensor3& x, Tensor3& product);

}  // namespace spotlight::kernels
