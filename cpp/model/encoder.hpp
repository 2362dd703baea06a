// The encoder: tokens → contextual vectors.
#pragma once

#include <vector>

#include "input.hpp"

namespace spotlight {

/// The result of a run, and what any of its heads can be traced from.
struct EncoderOutput {
  std::vector<Tensor3> inputs;  // of each block's self-attention, [1, tokens, embed_dim]
  Tensor3 output;               // PyTorch's memory, [1, tokens, embed_dim]
};

/// The options apply to every block's self-attention.
void encode(const Transformer& model, const TokenFeatures& tokens, const AttentionOptions& options,
            EncoderOutput& result);

}  // namespace spotlight
