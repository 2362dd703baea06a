#include "softmax.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "../core/simd.hpp"

namespace spotlight {
namespace {

/// to[i] = e^(from[i] − maximum), from ≤ maximum. In registers from the first number on, wherever the row lies in
/// memory: a row gets the same numbers alone and among others.
void exponentials(const float* from, float maximum, std::size_t size, float* to) {
  const simd::batch most(maximum);
  std::size_t i = 0;
  for (; i + simd::lanes <= size; i += simd::lanes) {
    simd::store(to + i, simd::exp_nonpositive(simd::load(from + i) - most));
  }
  if (i == size) return;
  std::array<float, simd::lanes> rest;
  simd::store(rest.data(), simd::exp_nonpositive(simd::load_partial(from + i, size - i, maximum) - most));
  std::copy_n(rest.data(), size - i, to + i);
}

}  // namespace

void softmax_rows(const Tensor4& masked, Tensor4& weights) {
  allocate(weights, "weights", masked.shape());
  for (std::size_t i = 0; i < row_count(masked); ++i) {
    const auto scores = row(masked, i);
    auto row_weights = row(weights, i);
    // The bounds apply to a row of −∞ alone, which gets weights 0 by them, not NaN: any other sum is at least e⁰.
    const float maximum = std::max(*std::ranges::max_element(scores), std::numeric_limits<float>::lowest());
    exponentials(masked.data() + i * scores.size(), maximum, scores.size(), weights.data() + i * scores.size());
    const double sum = std::max(std::accumulate(row_weights.begin(), row_weights.end(), 0.0), 1.0);
    xt::noalias(row_weights) /= static_cast<float>(sum);
  }
}

}  // namespace spotlight
