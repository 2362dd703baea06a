// The encoder: turns tokens into contextual vectors.
#pragma once

#include <vector>

#include "input.hpp"
#include "interventions/interventions.hpp"

namespace spotlight {

/// Output of an encoder run, and its residual streams, from which intermediate results can be recomputed.
struct EncoderOutput {
  std::vector<Tensor3> residuals;  // input of each block, then the output of the last, [1, tokens, embed_dim]
  Tensor3 output;                  // encoder output, PyTorch's `memory`, [1, tokens, embed_dim]
};

void encode(const Transformer& model, const TokenFeatures& tokens, Interventions& interventions, EncoderOutput& result);

/// Runs the encoder's blocks from layer `layer` on, and the final norm. x [1, tokens, embed_dim] is the residual stream
/// before that layer; the residual streams before lower layers are not written.
/// @throws std::invalid_argument if `layer` exceeds the number of layers
void encode_from(const Transformer& model, std::size_t layer, const Tensor3& x, Interventions& interventions,
                 EncoderOutput& result);

}  // namespace spotlight
