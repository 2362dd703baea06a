#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "transformer.hpp"

namespace spotlight {

/// Input tokens of an encoder or decoder, each a weighted sum of rows of the embedding table (its features; Bags in
/// layers/embedding.hpp), with their types, positions and image patches.
struct TokenFeatures {
  std::vector<std::int32_t> rows;     // table row of each feature, [features]
  std::vector<float> weights;         // weight of each feature, [features]
  std::vector<std::int32_t> offsets;  // first feature of each token, [tokens + 1]
  std::vector<std::int32_t> types;    // type of each token, [tokens]; empty: type 0 for all
  std::vector<std::int32_t>
      // row of each token in the table of learned positions, [tokens]; empty, as for patches: consecutive positions
      positions;
  Tensor3 patches;  // [1, patches, patch_dim], image patches after the tokens
};

/// Allocates `count` tokens that have one feature each, with weight 1: the caller fills in `rows`, their rows in the
/// embedding table.
TokenFeatures allocate_tokens(std::size_t count);
/// Creates tokens that have one feature each, with weight 1; `rows` are their rows in the embedding table.
TokenFeatures features_of(std::span<const std::int32_t> rows);

/// Computes the input of the encoder or decoder, x [1, tokens, embed_dim]: embedding_scale · Σ weight · row of the
/// embedding table over each token's features, plus type and position embeddings, then the embedding norm and the
/// projection, if the model has them. Image patches are projected and have positions as well. The first token is at the
/// position in `scope`, unless the tokens specify their own positions.
void embed_tokens(const StackDescription& description, const Stack& stack, const TokenFeatures& tokens,
                  const StepScope& scope, Tensor3& x);

}  // namespace spotlight
