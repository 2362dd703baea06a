// Initialization of weights.
#pragma once

#include <cstdint>

#include "../core/tensor.hpp"

namespace spotlight {

/// Fills weight [fan_out, fan_in] uniformly from ±gain·√(6 / (fan_in + fan_out)), which preserves the variance of
/// activations and gradients (Glorot & Bengio 2010). As torch.nn.init.xavier_uniform_.
void xavier_uniform(float* weight, std::size_t fan_out, std::size_t fan_in, float gain, std::uint64_t seed);

}  // namespace spotlight
