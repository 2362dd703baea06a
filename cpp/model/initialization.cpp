#include "initialization.hpp"

#include <cmath>

#include "../core/random.hpp"

namespace spotlight {

void xavier_uniform(float* weight, std::size_t fan_out, std::size_t fan_in, float gain, std::uint64_t seed) {
  const double bound = gain * std::sqrt(6.0 / static_cast<double>(fan_in + fan_out));
  for (std::size_t i = 0; i < fan_out * fan_in; ++i) {
    weight[i] = static_cast<float>(bound * (2.0 * random_uniform(seed, i) - 1.0));
  }
}

}  // namespace spotlight
