// Untrained embeddings of tokens, and positional encodings.
#pragma once

#include <cstdint>
#include <string_view>

#include "../tensor.hpp"

namespace spotlight {

/// FNV-1a (Fowler, Noll & Vo), 64 bits, of the UTF-8 bytes of a token.
std::uint64_t hash_token(std::string_view token);

/// Fills vector [embed_dim] with independent standard normal numbers that depend on the token and the seed alone: every
/// token has an embedding, and always the same one.
void seeded_embedding(std::string_view token, std::uint64_t seed, float* vector, std::size_t embed_dim);

/// Adds the sinusoidal encoding of each position (Vaswani et al. 2017, section 3.5) to x [seq_len, embed_dim]:
/// sin(i / 10000^(2c / embed_dim)) at 2c and the cosine at 2c + 1. The first row's position is `first`.
void add_sinusoidal_positions(MutableMatrixView x, std::size_t first = 0);

}  // namespace spotlight
