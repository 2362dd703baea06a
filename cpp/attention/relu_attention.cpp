#include "relu_attention.hpp"

#include <algorithm>

namespace spotlight {

void relu_rows(const Tensor4& masked, Tensor4& weights) {
  allocate(weights, "weights", masked.shape());
  std::transform(masked.data(), masked.data() + masked.size(), weights.data(),
                 [](float s) { return std::max(s, 0.0F); });
}

}  // namespace spotlight
