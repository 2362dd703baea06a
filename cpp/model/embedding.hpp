// From words to vectors: seeded ones, and positions.
#pragma once

#include <cstdint>
#include <string_view>

#include "../tensor.hpp"

namespace spotlight {

/// A number that stands for a word: FNV-1a (Fowler, Noll & Vo) of its UTF-8 bytes.
std::uint64_t hash_word(std::string_view word);

/// A vector of independent normal numbers that depends on the word and the seed alone: the same word always gets the
/// same vector, and no word is unknown. vector [embed_dim]
void embed_word(std::string_view word, std::uint64_t seed, float* vector, std::size_t embed_dim);

/// Adds the sinusoidal encoding of each position (Vaswani et al. 2017, section 3.5) to x [seq_len, embed_dim]:
/// sin(i / 10000^(2c / embed_dim)) at 2c and the cosine at 2c + 1. The first row's position is `first`.
void add_sinusoidal_positions(MutableMatrixView x, std::size_t first = 0);

}  // namespace spotlight
