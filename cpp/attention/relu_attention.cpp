#include "relu_attention.hpp"

namespace spotlight {

void relu_rows(const Tensor4& masked, Tensor4& weights) { xt::noalias(weights) = xt::maximum(masked, 0.0F); }

}  // namespace spotlight
