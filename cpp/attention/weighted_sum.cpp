#include "weighted_sum.hpp"

#include "../kernels/matmul.hpp"

namespace spotlight {

void weighted_sum(const Tensor4& weights, const Tensor4& value, Tensor4& output) {
  allocate(output, "output", {weights.shape(0), weights.shape(1), weights.shape(2), value.shape(3)});
  for (std::size_t b = 0; b < weights.shape(0); ++b) {
    for (std::size_t h = 0; h < weights.shape(1); ++h) {
      const std::size_t kv_head = kv_head_index(h, weights.shape(1), value.shape(1));
      kernels::matmul(matrix(weights, b, h), matrix(value, b, kv_head), matrix(output, b, h));
    }
  }
}

}  // namespace spotlight
