#include "dropout.hpp"

#include "../kernels/random.hpp"

namespace spotlight {

void drop_weights(float* weights, std::size_t count, std::size_t first, float p, std::uint64_t seed) {
  const float kept = p < 1.0F ? 1.0F / (1.0F - p) : 0.0F;
  for (std::size_t i = 0; i < count; ++i) {
    weights[i] *= kernels::random_uniform(seed, first + i) < p ? 0.0F : kept;
  }
}

void drop_weights(Tensor4& weights, float p, std::uint64_t seed) {
  if (p > 0.0F) drop_weights(weights.data(), weights.size(), 0, p, seed);
}

}  // namespace spotlight
