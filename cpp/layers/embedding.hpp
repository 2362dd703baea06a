// Embeddings of tokens and of positions, forward and backward, and positional encodings.
#pragma once

#include <cstdint>
#include <span>

#include "../core/tensor.hpp"
#include "../kernels/packed_matrix.hpp"

namespace spotlight {

/// Tokens as bags of rows of a table: token i has the rows [offsets[i], offsets[i + 1]), each with a weight. As
/// torch.nn.EmbeddingBag with mode='sum' and include_last_offset=True.
struct Bags {
  std::span<const std::int32_t> rows;     // [features]
  std::span<const float> weights;         // [features], torch's per_sample_weights
  std::span<const std::int32_t> offsets;  // [tokens + 1]
};

/// Adds the embedding of each token to x [tokens, size]: scale · Σ weight · row. The table is packed, [size,
/// vocabulary]: its columns are the rows.
void add_embeddings(const kernels::PackedMatrix& table, const Bags& tokens, float scale, MutableMatrixView x);

/// Embeddings of tokens that are one row each, of the table [vocabulary, size].
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
