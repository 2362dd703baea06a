// Embeddings of tokens and of positions, forward and backward, and positional encodings.
#pragma once

#include <cstdint>
#include <span>

#include "../core/tensor.hpp"

namespace spotlight {

/// Adds the embedding of each token to x [tokens, size]: scale · row of the table [vocabulary, size].
void add_embeddings(ConstMatrixView table, std::span<const std::int32_t> tokens, float scale, MutableMatrixView x);
/// Adds the gradient of x to those of the rows.
void accumulate_embedding_gradient(std::span<const std::int32_t> tokens, float scale, ConstMatrixView dx,
                                   MutableMatrixView table_gradient);

/// Adds the embedding of each position to x [batch · seq_len, size]: row of the table [max_positions, size].
void add_positions(ConstMatrixView table, std::size_t seq_len, MutableMatrixView x);
/// Adds the gradient of x to those of the rows.
void accumulate_position_gradient(std::size_t seq_len, ConstMatrixView dx, MutableMatrixView table_gradient);

/// Order of the sinusoids in a vector.
enum class SinusoidLayout : std::uint8_t {
  interleaved,  // sine and cosine of one frequency at 2c and 2c + 1
  halves,       // the sines at c, the cosines at embed_dim / 2 + c
};

/// Adds the sinusoidal encoding of each position (Vaswani et al. 2017, section 3.5) to x [seq_len, embed_dim]: sine and
/// cosine of i / theta^(2c / embed_dim). The first row's position is `first`.
void add_sinusoidal_positions(MutableMatrixView x, std::size_t first = 0,
                              SinusoidLayout layout = SinusoidLayout::interleaved, double theta = 10000.0);

}  // namespace spotlight
