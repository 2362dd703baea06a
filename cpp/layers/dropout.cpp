#include "dropout.hpp"

#include "../core/random.hpp"

namespace spotlight {

void apply_dropout(float* numbers, std::size_t count, std::uint64_t first, float p, std::uint64_t seed) {
  if (p == 0.0F) return;
  const float factor = p < 1.0F ? 1.0F / (1.0F - p) : 0.0F;
  for (std::size_t i = 0; i < count; ++i) {
    numbers[i] *= random_uniform(seed, first + i) < p ? 0.0F : factor;
  }
}

}  // namespace spotlight
