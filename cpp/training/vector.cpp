#include "vector.hpp"

#include <cmath>

#include "../kernels/log_sum_exp.hpp"

namespace spotlight::training {

float softmax(float* row, std::size_t size, float factor) {
  const float most = kernels::maximum(row, size);
  const simd::batch largest(most), scale(factor);
  map(
      size, row, [=](simd::batch x) { return simd::exp_nonpositive((x - largest) * scale); },
      static_cast<const float*>(row));
  const float total = sum(row, size);
  const simd::batch inverse(1.0F / total);
  map(size, row, [=](simd::batch x) { return x * inverse; }, static_cast<const float*>(row));
  return std::log(total) + factor * most;
}

}  // namespace spotlight::training
