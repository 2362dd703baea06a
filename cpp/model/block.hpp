// The parts of a pre-norm block that the encoder and the decoder share.
#pragma once

#include "transformer.hpp"

namespace spotlight {

/// As torch.nn.LayerNorm with its default epsilon, 1e-5. x [batch, seq_len, embed_dim]
void normalise(const Tensor3& x, const LayerNorm& norm, Tensor3& normalised);

/// x += y
void add_residual(const Tensor3& y, Tensor3& x);

struct FeedForwardScratch {
  Tensor3 normalised, hidden, output;
};

/// x += W₂·relu(W₁·norm(x) + b₁) + b₂
void add_feedforward(const LayerNorm& norm, const FeedForward& feedforward, FeedForwardScratch& scratch, Tensor3& x);

}  // namespace spotlight
