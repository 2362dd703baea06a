#pragma once

#include <cstdint>
#include <string_view>

#include "../core/tensor.hpp"

namespace spotlight {

/// Fills weight [fan_out, fan_in] with uniform random numbers between ±gain·√(6 / (fan_in + fan_out)), which preserves
/// the variance of activations and gradients (Glorot & Bengio 2010). As torch.nn.init.xavier_uniform_.
void xavier_uniform(float* weight, std::size_t fan_out, std::size_t fan_in, float gain, std::uint64_t seed);

/// 64-bit FNV-1a hash (Fowler, Noll & Vo) of a token's UTF-8 bytes.
std::uint64_t hash_token(std::string_view token);

/// Fills vector [embed_dim], the embedding of a token, with independent standard normal numbers that depend only on the
/// token and the seed.
void seeded_embedding(std::string_view token, std::uint64_t seed, float* vector, std::size_t embed_dim);

}  // namespace spotlight
