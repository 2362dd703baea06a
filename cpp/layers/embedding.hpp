// Token and position embeddings, forward and backward, and sinusoidal positional encodings.
#pragma once

#include <cstdint>
#include <span>

#include "../core/tensor.hpp"
#include "../kernels/packed_matrix.hpp"

namespace spotlight {

/// Tokens as weighted sums of rows of an embedding table: token i is the sum of the rows in entries [offsets[i],
/// offsets[i + 1]) of `rows`. As torch.nn.EmbeddingBag with mode='sum' and include_last_offset=True.
struct Bags {
  std::span<const std::int32_t> rows;     // [features]
  std::span<const float> weights;         // [features], torch's per_sample_weights
  std::span<const std::int32_t> offsets;  // [tokens + 1]
};

/// Adds the embedding of each token to x [tokens, size]: scale · Σ weight · row of the embedding table, over the
/// token's entries. The table is packed and transposed, [size, vocabulary]: each column is the embedding of one token.
void add_embeddings(const kernels::PackedMatrix& table, const Bags& tokens, float scale, MutableMatrixView x);

/// Adds the embedding of each token to x [tokens, size]: scale · row of the embedding table [vocabulary, size].
void add_embeddings(ConstMatrixView table, std::span<const std::int32_t> tokens, float scale, MutableMatrixView x);
/// Backward pass of add_embeddings: adds scale · dx [tokens, size] to the gradients of the table rows of the tokens.
void accumulate_embedding_gradient(std::span<const std::int32_t> tokens, float scale, ConstMatrixView dx,
                                   MutableMatrixView table_gradient);

/// Adds the learned embedding of each position, a row of the table [max_positions, size], to x [batch · seq_len, size].
void add_positions(ConstMatrixView table, std::size_t seq_len, MutableMatrixView x);
/// Backward pass of add_positions: adds dx [batch · seq_len, size] to the gradients of the table rows of the positions.
void accumulate_position_gradient(std::size_t seq_len, ConstMatrixView dx, MutableMatrixView table_gradient);

/// Order of sines and cosines in a sinusoidal position encoding.
enum class SinusoidLayout : std::uint8_t {
  interleaved,  // sine at index 2c, cosine at 2c + 1
  halves,       // sine at index c, cosine at embed_dim / 2 + c
};

/// Adds the sinusoidal encoding of each position (Vaswani et al. 2017, section 3.5) to x [seq_len, embed_dim]: sine and
/// cosine of i / theta^(2c / embed_dim). `first` is the position of the first row.
void add_sinusoidal_positions(MutableMatrixView x, std::size_t first = 0,
                              SinusoidLayout layout = SinusoidLayout::interleaved, double theta = 10000.0);

}  // namespace spotlight
