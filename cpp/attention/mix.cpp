#include "mix.hpp"

#include "../kernels/gemm.hpp"

namespace spotlight {

void mix_values(const Tensor4& weights, const Tensor4& value, Tensor4& output) {
  output.resize({weights.shape(0), weights.shape(1), weights.shape(2), value.shape(3)});
  for (std::size_t b = 0; b < weights.shape(0); ++b) {
    for (std::size_t h = 0; h < weights.shape(1); ++h) {
      const std::size_t value_head = key_head_of(h, weights.shape(1), value.shape(1));
      kernels::multiply(matrix(weights, b, h), matrix(value, b, value_head), matrix(output, b, h));
    }
  }
}

}  // namespace spotlight
