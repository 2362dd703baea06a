#include "dropout.hpp"

#include "../core/random.hpp"

namespace spotlight {

// A loop: the fused pass, which has some weights of a row at a time, must drop the same ones.
void apply_dropout(float* weights, std::size_t count, std::size_t first, float p, std::uint64_t seed) {
  const float factor = p < 1.0F ? 1.0F / (1.0F - p) : 0.0F;
  for (std::size_t i = 0; i < count; ++i) {
    weights[i] *= random_uniform(seed, first + i) < p ? 0.0F : factor;
  }
}

void apply_dropout(Tensor4& weights, float p, std::uint64_t seed, std::size_t first) {
  if (p > 0.0F) apply_dropout(weights.data(), weights.size(), first, p, seed);
}

}  // namespace spotlight
