#include "log_sum_exp.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../core/simd.hpp"

namespace spotlight::kernels {
namespace {

// So many exponentials are summed up in float32 before the sum is added in double precision.
constexpr std::size_t chunk = 256;

float sum_of_exponentials(const float* values, std::size_t size, float maximum) {
  simd::batch sum(0.0F);
  std::size_t i = 0;
  for (; i + simd::lanes <= size; i += simd::lanes) {
    sum += simd::exp_nonpositive(simd::load(values + i) - simd::batch(maximum));
  }
  if (i < size) {
    const float nothing = -std::numeric_limits<float>::infinity();
    sum += simd::exp_nonpositive(simd::load_partial(values + i, size - i, nothing) - simd::batch(maximum));
  }
  return simd::sum(sum);
}

}  // namespace

float maximum(const float* values, std::size_t size) {
  if (size < simd::lanes) return *std::max_element(values, values + size);
  simd::batch largest = simd::load(values);
  for (std::size_t i = simd::lanes; i + simd::lanes <= size; i += simd::lanes) {
    largest = xsimd::max(largest, simd::load(values + i));
  }
  largest = xsimd::max(largest, simd::load(values + size - simd::lanes));
  return xsimd::reduce_max(largest);
}

double log_sum_exp(const float* values, std::size_t size) {
  // Where all are −∞, this bound makes the result −∞ rather than NaN.
  const float largest = std::max(maximum(values, size), std::numeric_limits<float>::lowest());
  double sum = 0.0;
  for (std::size_t i = 0; i < size; i += chunk) {
    sum += static_cast<double>(sum_of_exponentials(values + i, std::min(chunk, size - i), largest));
  }
  // In float32: the logarithm in double precision would be 2 KB more to load.
  return static_cast<double>(largest) + static_cast<double>(std::log(static_cast<float>(sum)));
}

}  // namespace spotlight::kernels
