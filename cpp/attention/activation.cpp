#include "activation.hpp"

#include <algorithm>

namespace spotlight {

void relu_rows(const Tensor4& masked, Tensor4& weights) {
  weights.resize(masked.shape());
  std::ranges::transform(masked, weights.begin(), [](float score) { return std::max(0.0F, score); });
}

void add_to_weights(Tensor4& weights, float eps) {
  const std::size_t keys = weights.shape(3);
  for (float* row = weights.data(); row != weights.data() + weights.size(); row += keys) {
    float sum = 0;
    for (std::size_t j = 0; j < keys; ++j) sum += row[j] += eps;
    for (std::size_t j = 0; j < keys; ++j) row[j] /= sum;
  }
}

}  // namespace spotlight
