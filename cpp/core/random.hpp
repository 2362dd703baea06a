// Counter-based random numbers: the i-th number depends only on the seed and i, so the numbers are the same for any
// order of computation and any number of workers.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "sinusoid.hpp"

namespace spotlight {

/// 64 uniform random bits, computed by the finalizer of SplitMix64 (Steele, Lea & Flood, OOPSLA 2014)
inline std::uint64_t random_bits(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = seed * 0xD1342543DE82EF95U + (index + 1) * 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31);
}

/// Uniform random number in [0, 1) with 24 random bits.
inline float random_uniform(std::uint64_t seed, std::uint64_t index) {
  return static_cast<float>(random_bits(seed, index) >> 40) * 0x1p-24F;
}

/// Normal random number with mean 0 and variance 1 (Box & Muller 1958).
inline float random_normal(std::uint64_t seed, std::uint64_t index) {
  const float radius = std::sqrt(-2.0F * std::log(1.0F - random_uniform(seed, 2 * index)));
  const float angle = 2.0F * std::numbers::pi_v<float> * random_uniform(seed, 2 * index + 1);
  return radius * static_cast<float>(sinusoid(angle).cosine);
}

}  // namespace spotlight
