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

std::uint64_t hash_token(std::string_view token) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char byte : token) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3U;
  return hash;
}

void seeded_embedding(std::string_view token, std::uint64_t seed, float* vector, std::size_t embed_dim) {
  const std::uint64_t token_seed = random_bits(seed, hash_token(token));
  for (std::size_t c = 0; c < embed_dim; ++c) vector[c] = random_normal(token_seed, c);
}

}  // namespace spotlight
