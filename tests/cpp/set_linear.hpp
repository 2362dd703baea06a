#pragma once

#include "layers/linear.hpp"
#include "random_numbers.hpp"

namespace spotlight {

/// Sets the weight [out, in], as in PyTorch, and the bias [out] of a linear layer; a layer without a bias gets one of
/// size 0.
inline void set_linear(const Matrix& weight, const Vector& bias, Linear& linear) {
  linear.weight.pack_transposed(matrix(weight), "weight");
  assign(linear.bias, "bias", bias);
}

inline Linear random_linear(std::size_t out, std::size_t in, bool has_bias, std::uint64_t seed,
                            float deviation = 0.3F) {
  Linear linear;
  set_linear(random_numbers<2>({out, in}, seed, deviation),
             random_numbers<1>({has_bias ? out : 0}, seed + 100, deviation), linear);
  return linear;
}

}  // namespace spotlight
