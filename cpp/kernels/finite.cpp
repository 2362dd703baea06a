#include "finite.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../simd.hpp"

namespace spotlight::kernels {

std::int64_t first_not_finite(const float* values, std::size_t size) {
  // x − x is 0 for a finite x and NaN for any other, and NaN survives every sum.
  simd::batch differences(0.0F);
  std::size_t i = 0;
  for (; i + simd::lanes <= size; i += simd::lanes) {
    const simd::batch x = simd::load(values + i);
    differences += x - x;
  }
  const simd::batch rest = simd::load_partial(values + i, size - i, 0.0F);
  differences += rest - rest;
  if (simd::sum(differences) == 0.0F) return -1;
  return std::find_if_not(values, values + size, [](float x) { return std::isfinite(x); }) - values;
}

std::int64_t first_not_addend(const float* values, std::size_t size) {
  const float* found = std::find_if(
      values, values + size, [](float x) { return std::isnan(x) || x == std::numeric_limits<float>::infinity(); });
  return found == values + size ? -1 : found - values;
}

}  // namespace spotlight::kernels
