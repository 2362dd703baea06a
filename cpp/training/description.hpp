// Description of a model that can be trained: a Transformer, and options for training only.
#pragma once

#include "../model/description.hpp"

namespace spotlight::training {

/// Description of a model that can be trained: blocks are pre-norm, all projections have biases, the logits have none,
/// and rotary positions rotate whole heads. Other options of a Transformer, such as windows or grouped queries, are
/// rejected by name.
struct TrainingDescription {
  TransformerDescription transformer;
  bool is_causal = true;      // the predicting stack attends only to earlier tokens
  bool is_head_tied = false;  // the output weights are the token embeddings
  float dropout = 0.0F;       // dropout probability of attention weights and of the sublayers' outputs
};

/// JavaScript name of a field of the description whose value training does not support; null if there is none.
const char* not_offered(const TransformerDescription& description);

}  // namespace spotlight::training
