#include "softmax.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../core/constants.hpp"
#include "elementwise.hpp"

namespace spotlight::kernels {
namespace {

// Number of summands that are added in float32. The sums of these chunks are added in double precision.
constexpr std::size_t chunk = 256;

/// Maximum of an array. If all values are −∞, the lowest finite number, so that differences from the maximum are not
/// NaN.
float finite_maximum(const float* values, std::size_t size) {
  return std::max(maximum(values, size), std::numeric_limits<float>::lowest());
}

/// Sum, in double precision, of sum_chunk(first, size) over all chunks of an array.
template <class Sum>
double sum_chunks(std::size_t size, Sum sum_chunk) {
  double total = 0.0;
  for (std::size_t first = 0; first < size; first += chunk) {
    total += static_cast<double>(sum_chunk(first, std::min(chunk, size - first)));
  }
  return total;
}

/// Logarithm of a sum of exponentials. It is computed in float32, because the double-precision function would add 2 KB
/// to the download.
double logarithm(double x) { return static_cast<double>(std::log(static_cast<float>(x))); }

}  // namespace

double log_sum_exp(const float* values, std::size_t size) noexcept {
  const float largest = finite_maximum(values, size);
  const simd::batch most(largest);
  const double total = sum_chunks(size, [&](std::size_t first, std::size_t count) {
    return sum_of(
        count, minus_infinity, [=](simd::batch x) { return simd::exp_nonpositive(x - most); }, values + first);
  });
  return static_cast<double>(largest) + logarithm(total);
}

double softmax(float* row, std::size_t size, float factor) noexcept {
  const float largest = finite_maximum(row, size);
  const simd::batch most(largest), scale(factor);
  const float* values = row;
  map(size, row, [=](simd::batch x) { return simd::exp_nonpositive((x - most) * scale); }, values);
  const double total = sum_chunks(size, [&](std::size_t first, std::size_t count) { return sum(row + first, count); });
  // The lower bound of 1 on the sum only affects a row of −∞, whose weights become 0; any other sum is at least e⁰.
  const simd::batch divisor(static_cast<float>(std::max(total, 1.0)));
  map(size, row, [=](simd::batch x) { return x / divisor; }, values);
  return logarithm(total) + static_cast<double>(factor * largest);
}

void softmax_backward(const float* weights, std::size_t size, float factor, float* gradient) noexcept {
  const simd::batch mean(dot(weights, gradient, size)), scale(factor);
  map(size, gradient, [=](simd::batch g, simd::batch p) { return (g - mean) * p * scale; }, gradient, weights);
}

}  // namespace spotlight::kernels
