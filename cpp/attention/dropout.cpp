#include "dropout.hpp"

#include "../kernels/random.hpp"

namespace spotlight {

void drop_weights(Tensor4& weights, float p, std::uint64_t seed) {
  if (p == 0.0F) return;
  const float kept = p < 1.0F ? 1.0F / (1.0F - p) : 0.0F;
  float* weight = weights.data();
  for (std::size_t i = 0; i < weights.size(); ++i) {
    weight[i] *= kernels::random_uniform(seed, i) < p ? 0.0F : kept;
  }
}

}  // namespace spotlight
