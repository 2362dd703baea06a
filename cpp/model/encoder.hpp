// The encoder: tokens → contextual vectors.
#pragma once

#include <vector>

#include "input.hpp"
#include "interventions.hpp"

namespace spotlight {

/// The result of a run, and what any of its steps can be computed from again.
struct EncoderOutput {
  std::vector<Tensor3> residuals;  // the input of each block, then the last one's output, [1, tokens, embed_dim]
  Tensor3 output;                  // PyTorch's memory, [1, tokens, embed_dim]
};

void encode(const Transformer& model, const TokenFeatures& tokens, Interventions& interventions, EncoderOutput& result);

/// The blocks from this one on, and the final norm, of a text whose residual stream before it is x
/// [1, tokens, embed_dim]. The residuals of the blocks below are not written. Throws std::invalid_argument for a block
/// after the last one's output.
void encode_from(const Transformer& model, std::size_t layer, const Tensor3& x, Interventions& interventions,
                 EncoderOutput& result);

}  // namespace spotlight
