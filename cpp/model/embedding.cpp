#include "embedding.hpp"

#include <cmath>

#include "../kernels/random.hpp"

namespace spotlight {

std::uint64_t hash_token(std::string_view token) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char byte : token) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3U;
  return hash;
}

void seeded_embedding(std::string_view token, std::uint64_t seed, float* vector, std::size_t embed_dim) {
  const std::uint64_t token_seed = kernels::random_bits(seed, hash_token(token));
  for (std::size_t c = 0; c < embed_dim; ++c) vector[c] = kernels::random_normal(token_seed, c);
}

void add_sinusoidal_positions(MutableMatrixView x, std::size_t first) {
  for (std::size_t c = 0; c < x.columns; ++c) {
    const double exponent = static_cast<double>(c - c % 2) / static_cast<double>(x.columns);
    const double frequency = std::pow(10000.0, -exponent);
    for (std::size_t i = 0; i < x.rows; ++i) {
      const double angle = static_cast<double>(first + i) * frequency;
      x.row(i)[c] += static_cast<float>(c % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  }
}

}  // namespace spotlight
