// Computes the output of a stack from the output of its last block, and the logits.
#pragma once

#include "transformer.hpp"

namespace spotlight {

/// x [1, tokens, embed_dim] → output, normalized if the stack has a final norm.
void finish_stack(const StackDescription& description, const Stack& stack, const StepScope& scope, const Tensor3& x,
                  Tensor3& output);

/// output [1, tokens, embed_dim] of the last stack → logits [1, tokens, logits_dim].
void project_logits(const Transformer& model, const StepScope& scope, const Tensor3& output, Tensor3& logits);

}  // namespace spotlight
