// Tokens and their positions → vectors, forward and backward.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "parameters.hpp"

namespace spotlight::training {

struct EmbeddingLayer {
  Slice tokens;                    // [vocabulary, embed_dim]
  std::optional<Slice> positions;  // [max_positions, embed_dim], learned
  float scale = 1.0F;              // of the tokens' rows
  Matrix sinusoids;                // [max_positions, embed_dim], where positions are sinusoids
};

/// x [batch · seq_len, embed_dim]: scale · row of each token, plus what its position adds. ids [batch · seq_len]
void embedding_forward(const Parameters& parameters, const EmbeddingLayer& layer, std::span<const std::int32_t> ids,
                       std::size_t seq_len, MutableMatrixView x);

/// Adds the gradient of x to those of the rows that it was made of.
void embedding_backward(Parameters& parameters, const EmbeddingLayer& layer, std::span<const std::int32_t> ids,
                        std::size_t seq_len, ConstMatrixView dx);

}  // namespace spotlight::training
