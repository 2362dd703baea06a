// The encoder: tokens → contextual vectors.
#pragma once

#include <cstdint>
#include <vector>

#include "transformer.hpp"

namespace spotlight {

/// Source tokens as bags of features, rows of the source embedding: token i has features [offsets[i], offsets[i + 1]).
/// As torch.nn.EmbeddingBag with mode='sum' and include_last_offset=True.
struct TokenFeatures {
  std::vector<std::int32_t> rows;     // [features]
  std::vector<float> weights;         // [features], torch's per_sample_weights
  std::vector<std::int32_t> offsets;  // [tokens + 1]
};

/// The result of a run, and what any of its heads can be traced from.
struct EncoderOutput {
  std::vector<Tensor3> inputs;  // of each layer's self-attention, normalized, [1, tokens, embed_dim]
  Tensor3 output;               // PyTorch's memory, [1, tokens, embed_dim]
};

/// x [1, tokens, embed_dim]: √embed_dim · Σ weight · row over each token's features, plus its sinusoidal position.
void embed_tokens(const Transformer& model, const TokenFeatures& tokens, Tensor3& x);

/// The options apply to every layer's self-attention.
void encode(const Transformer& model, const TokenFeatures& tokens, const AttentionOptions& options,
            EncoderOutput& result);

}  // namespace spotlight
