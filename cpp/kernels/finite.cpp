#include "finite.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "../core/simd.hpp"

namespace spotlight::kernels {

namespace {

/// True if factor · x is finite for all `size` values x.
bool all_finite(const float* values, std::size_t size, float factor) {
  // For a finite number x, x − x is 0, otherwise NaN; a sum with a NaN is NaN. Several independent sums hide the
  // latency of the addition.
  constexpr std::size_t chains = 4;
  std::array<simd::batch, chains> sums;
  sums.fill(simd::batch(0.0F));
  std::size_t i = 0;
  for (; i + chains * simd::lanes <= size; i += chains * simd::lanes) {
    for (std::size_t chain = 0; chain < chains; ++chain) {
      const simd::batch x = simd::load(values + i + chain * simd::lanes) * simd::batch(factor);
      sums[chain] += x - x;
    }
  }
  simd::batch differences = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  for (; i < size; i += simd::lanes) {
    const simd::batch x = simd::load_partial(values + i, std::min(simd::lanes, size - i), 0.0F) * simd::batch(factor);
    differences += x - x;
  }
  return simd::sum(differences) == 0.0F;
}

}  // namespace

std::int64_t find_non_finite(const float* values, std::size_t size) noexcept {
  if (all_finite(values, size, 1.0F)) return -1;
  return std::find_if_not(values, values + size, [](float x) { return std::isfinite(x); }) - values;
}

bool all_within(const float* values, std::size_t size, float limit) noexcept {
  return all_finite(values, size, std::numeric_limits<float>::max() / limit);
}

std::int64_t find_invalid_mask_value(const float* values, std::size_t size) noexcept {
  const float* found = std::find_if(
      values, values + size, [](float x) { return std::isnan(x) || x == std::numeric_limits<float>::infinity(); });
  return found == values + size ? -1 : found - values;
}

}  // namespace spotlight::kernels
