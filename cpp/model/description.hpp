// What a Transformer is made of: an encoder, a decoder or both, and in each blocks of one kind.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "block.hpp"

namespace spotlight {

/// How a stack of blocks knows the order of its tokens.
enum class Positions : std::uint8_t {
  none,
  learned,          // a row of a table is added to each embedding
  sinusoids,        // added: sines and cosines in turn (Vaswani et al. 2017, section 3.5)
  sinusoid_halves,  // added: all sines, then all cosines
  rotary_pairs,     // Rotary::Layout::pairs
  rotary_halves,    // Rotary::Layout::halves
};

/// The encoder or the decoder.
struct StackDescription {
  std::size_t layers = 0;         // 0: the model has no such stack
  std::size_t vocabulary = 0;     // rows of the embedding table
  std::size_t embedding_dim = 0;  // of the embeddings, which are then projected to embed_dim; 0: they have that size
  std::size_t token_types = 0;
  std::size_t patch_dim = 0;  // of the patches that follow the tokens, vectors that are projected; 0: none
  float embedding_scale = 1.0F;

  Positions positions = Positions::none;
  std::size_t max_positions = 0;  // rows of the table of learned positions
  std::size_t rotary_dim = 0;     // the first numbers of each head, which are turned; even
  double theta = 10000.0;         // the base of the sinusoids' and the rotary frequencies
  RotaryScaling rotary_scaling;

  std::size_t num_heads = 1;
  std::size_t num_kv_heads = 1;
  std::size_t head_dim = 0;
  std::optional<float> scale;      // of the scores; default 1/√head_dim
  float score_softcap = 0.0F;      // of the scaled scores of self-attention, AttentionOptions::softcap
  std::size_t bias_distances = 0;  // rows of the table of self-attention's biases, Mask::distance_bias; 0: none
  bool query_bias = true, key_bias = true, value_bias = true, output_bias = true;
  bool has_query_key_norm = false;  // of each head, before positions are turned
  bool has_cross_attention = false;

  std::bitset<1024> local_layers;  // those whose self-attention has a window
  std::size_t window = 0;          // theirs
  double local_theta = 0.0;        // their base of the rotary frequencies, unscaled; 0: as in the others

  std::size_t feedforward_dim = 0;  // 0: blocks of attention only
  FeedForward::Activation activation = FeedForward::Activation::relu;
  bool is_gated = false;
  bool feedforward_bias = true;

  Norm::Kind norm = Norm::Kind::layer;
  float epsilon = 1e-5F;
  bool norm_first = true;
  bool has_output_norms = false;    // x + norm'(f(norm(x)))
  bool is_parallel = false;         // attention and feed-forward layer read the same x, each with a norm of its own
  bool has_embedding_norm = false;  // of the embeddings, before the first block
  bool has_final_norm = true;       // of the last block's output
  std::size_t output_dim = 0;       // logits of each token, as those of classes; 0: a decoder's are of its vocabulary
  float logit_softcap = 0.0F;       // logits z become logit_softcap · tanh(z / logit_softcap); 0: they stay
};

struct TransformerDescription {
  std::size_t embed_dim = 0;
  StackDescription encoder, decoder;
  bool has_output_bias = false;  // of the logits

  /// The stack that the logits are computed from.
  const StackDescription& last_stack() const { return decoder.layers > 0 ? decoder : encoder; }
  /// Logits of each token; 0: the model has none.
  std::size_t logits_dim() const { return last_stack().output_dim > 0 ? last_stack().output_dim : decoder.vocabulary; }
};

}  // namespace spotlight
