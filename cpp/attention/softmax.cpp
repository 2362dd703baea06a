#include "softmax.hpp"

#include "../kernels/softmax.hpp"

namespace spotlight {

void softmax_rows(const Tensor4& masked, Tensor4& weights) {
  weights.resize(masked.shape());
  const std::size_t keys = masked.shape(3);
  const std::size_t rows = masked.size() / keys;
  for (std::size_t row = 0; row < rows; ++row) {
    kernels::softmax(masked.data() + row * keys, keys, weights.data() + row * keys);
  }
}

}  // namespace spotlight
