// Description of a model in training: a Transformer, and what matters in training alone.
#pragma once

#include "../model/description.hpp"

namespace spotlight::training {

/// Blocks are pre-norm, all projections have biases, and the logits have none; rotary positions rotate whole heads.
/// Anything else that a Transformer's description can say, as windows or grouped queries, is refused by name.
struct TrainingDescription {
  TransformerDescription transformer;
  bool is_causal = true;      // the stack that predicts attends to earlier tokens only
  bool is_head_tied = false;  // the logits are products with the embedding table of the tokens
  float dropout = 0.0F;       // dropout of attention weights and of the sublayers' outputs
};

/// The field of a description, under its name in JavaScript, that training does not offer as it is set; null: none.
const char* not_offered(const TransformerDescription& description);

}  // namespace spotlight::training
