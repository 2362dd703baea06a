#pragma once

#include "transformer.hpp"

namespace spotlight {

/// Applies the stack's final norm, if there is one, to x [1, tokens, embed_dim], the output of the last block.
void finish_stack(const StackDescription& description, const Stack& stack, const StepScope& scope, const Tensor3& x,
                  Tensor3& output);

/// Computes logits [1, tokens, logits_dim] from the output [1, tokens, embed_dim] of the decoder, or of the encoder in
/// encoder-only models.
void project_logits(const Transformer& model, const StepScope& scope, const Tensor3& output, Tensor3& logits);

}  // namespace spotlight
