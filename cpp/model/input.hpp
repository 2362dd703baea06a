// Tokens → the first block's input.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "transformer.hpp"

namespace spotlight {

/// Tokens as bags of features, rows of the embedding table (Bags in layers/embedding.hpp), and what comes with them.
struct TokenFeatures {
  std::vector<std::int32_t> rows;     // [features]
  std::vector<float> weights;         // [features]
  std::vector<std::int32_t> offsets;  // [tokens + 1]
  std::vector<std::int32_t> types;    // [tokens]; empty: all of type 0
  std::vector<std::int32_t>
      positions;    // [tokens], rows of the table of learned positions; empty, as of patches: in order
  Tensor3 patches;  // [1, patches, patch_dim]: those of an image, which follow the tokens
};

/// Tokens that are one row of the embedding table each, `count` of them; the rows are written afterwards.
TokenFeatures allocate_tokens(std::size_t count);
/// The same with these rows.
TokenFeatures features_of(std::span<const std::int32_t> rows);

/// The stack's input x [1, tokens, embed_dim]: embedding_scale · Σ weight · row over each token's features, plus its
/// position and its type, normalized where the stack normalizes its embeddings and projected where they have another
/// size. Patches are projected, and have positions too. The first token has the scope's position, unless tokens have
/// their own.
void embed_tokens(const StackDescription& description, const Stack& stack, const TokenFeatures& tokens,
                  const StepScope& scope, Tensor3& x);

}  // namespace spotlight
