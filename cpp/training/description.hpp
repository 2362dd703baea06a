// What is trained: a Transformer, and what matters in training alone.
#pragma once

#include "../model/description.hpp"

namespace spotlight::training {

/// Of the Transformer's description, training reads embed_dim, layers, vocabulary (one for both stacks),
/// embedding_scale, positions (all but sinusoid_halves and rotary_pairs; rotary ones turn whole heads), max_positions,
/// theta of rotary positions, num_heads, head_dim, scale, has_cross_attention, feedforward_dim (0: blocks of attention
/// only), activation (all but gelu_tanh), is_gated, norm and epsilon. Blocks are pre-norm, all projections have biases,
/// and the logits have none.
struct TrainingDescription {
  TransformerDescription transformer;
  bool is_causal = true;      // self-attention of the stack that predicts sees earlier tokens only
  bool is_head_tied = false;  // the logits are products with the embedding table of the tokens
  float dropout = 0.0F;       // of attention weights and of the sublayers' outputs
};

}  // namespace spotlight::training
