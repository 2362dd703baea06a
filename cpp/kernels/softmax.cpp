#include "softmax.hpp"

#include <algorithm>
#include <limits>

#include "../simd.hpp"

namespace spotlight::kernels {
namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

float largest(const float* values, std::size_t size) {
  simd::batch most(minus_infinity);
  std::size_t j = 0;
  for (; j + simd::lanes <= size; j += simd::lanes) most = xsimd::max(most, simd::load(values + j));
  most = xsimd::max(most, simd::load_partial(values + j, size - j, minus_infinity));
  return simd::max(most);
}

}  // namespace

void softmax(const float* from, std::size_t size, float* to) {
  using simd::batch;

  // 1. the row's maximum
  const float maximum = largest(from, size);
  if (maximum == minus_infinity) {
    std::fill(to, to + size, 0.0F);
    return;
  }

  // 2. exponentials and their sum
  const std::size_t whole = size - size % simd::lanes;
  const std::size_t rest = size - whole;
  batch sums(0.0F);
  for (std::size_t j = 0; j < whole; j += simd::lanes) {
    const batch e = simd::exp_nonpositive(simd::load(from + j) - batch(maximum));
    simd::store(to + j, e);
    sums += e;
  }
  const batch e = simd::exp_nonpositive(simd::load_partial(from + whole, rest, minus_infinity) - batch(maximum));
  simd::store_partial(to + whole, e, rest);
  sums += e;

  // 3. division by the sum
  const batch total(simd::sum(sums));
  for (std::size_t j = 0; j < whole; j += simd::lanes) simd::store(to + j, simd::load(to + j) / total);
  simd::store_partial(to + whole, simd::load_partial(to + whole, rest, 0.0F) / total, rest);
}

}  // namespace spotlight::kernels
