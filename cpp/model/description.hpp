// Description of a Transformer: an encoder, a decoder or both, each a stack of identical blocks. Each struct lists its
// fields under their JavaScript names; the bindings and the types of web/engine are generated from these lists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>

#include "../core/step.hpp"
#include "../layers/activation.hpp"
#include "../layers/norm.hpp"
#include "../layers/rotary.hpp"

namespace spotlight {

enum class Positions : std::uint8_t {
  none,
  learned,          // learned: a row of a table is added to each embedding
  sinusoids,        // interleaved sines and cosines are added (Vaswani et al. 2017, section 3.5)
  sinusoid_halves,  // sines are added, followed by all cosines
  rotary_pairs,     // rotary positions with Rotary::Layout::pairs
  rotary_halves,    // rotary positions with Rotary::Layout::halves
};

/// Description of an encoder or a decoder. The comment beside each field becomes its TypeScript documentation
/// (scripts/wasm-types.mjs).
struct StackDescription {
  std::size_t layers = 0;         // number of blocks; 0: the model has no such stack
  std::size_t vocabulary = 0;     // rows of the embedding table
  std::size_t embedding_dim = 0;  // size of token embeddings, before a projection to embed_dim; 0: embed_dim
  std::size_t token_types = 0;    // number of token types, such as BERT's first and second sentence; 0: none
  std::size_t patch_dim = 0;      // size of an image patch; patches are projected and follow the tokens; 0: no patches
  float embedding_scale = 1.0F;   // factor of the token embeddings

  Positions positions = Positions::none;
  std::size_t max_positions = 0;  // rows of the table of learned positions
  std::size_t rotary_dim = 0;     // number of elements of each head that are rotated, from the first on; even
  double theta = 10000.0;         // base of the frequencies of sinusoids and rotary positions
  RotaryScaling rotary_scaling;

  std::size_t num_heads = 1;         // number of query heads
  std::size_t num_kv_heads = 1;      // number of key/value heads, a divisor of num_heads
  std::size_t head_dim = 0;          // size of a head's queries, keys and values
  float scale = 0.0F;                // factor of the scores; 0: 1/√head_dim
  float score_softcap = 0.0F;        // scaled scores s of self-attention become cap · tanh(s / cap); 0: no cap
  std::size_t bias_distances = 0;    // rows of self-attention's distance bias, −D to D, for all layers; 0: none
  bool query_bias = true;            // bias of the query projection
  bool key_bias = true;              // bias of the key projection
  bool value_bias = true;            // bias of the value projection
  bool output_bias = true;           // bias of the output projection
  bool has_query_key_norm = false;   // RMSNorm of each head's queries and keys, before rotation
  bool has_cross_attention = false;  // attention to the encoder's output, after self-attention

  std::string local_layers;  // one byte per decoder layer: 1 if self-attention has a window; missing bytes are 0
  std::size_t window = 0;    // number of last tokens that a token attends to in a local layer, itself included
  double local_theta = 0.0;  // base of the rotary frequencies of local layers, unscaled; 0: as in other layers

  std::size_t feedforward_dim = 0;  // hidden size of the feed-forward layer; 0: attention-only blocks
  FeedForwardActivation activation = FeedForwardActivation::relu;
  bool is_gated = false;         // true: W₂·(f(W₁·x) ∘ V·x) instead of W₂·f(W₁·x)
  bool feedforward_bias = true;  // biases of the feed-forward layer's matrices

  Norm::Kind norm = Norm::Kind::layer;
  float epsilon = 1e-5F;          // epsilon of the norms
  bool norm_first = true;         // true: pre-norm, x + f(norm(x)); false: post-norm, norm(x + f(x))
  bool has_output_norms = false;  // true: x + norm'(f(norm(x))), as in Gemma 2, except in cross-attention
  bool is_parallel = false;  // true: x + attention(norm(x)) + feed_forward(norm'(x)), as in GPT-NeoX; pre-norm only
  bool has_embedding_norm = false;       // norm of the embeddings, before the first block
  bool has_final_norm = true;            // norm of the last block's output
  std::size_t output_dim = 0;            // logits per token, such as one per class; 0: a decoder's vocabulary size
  std::size_t output_transform_dim = 0;  // size of norm(f(W·x + b)) before the logits, as in BERT; 0: none
  float logit_softcap = 0.0F;            // logits z become cap · tanh(z / cap); 0: no cap

  bool has_feed_forward() const { return feedforward_dim > 0; }

  template <class Visit>
  static void visit_fields(Visit visit) {
    visit("layers", &StackDescription::layers);
    visit("vocabulary", &StackDescription::vocabulary);
    visit("embeddingDim", &StackDescription::embedding_dim);
    visit("tokenTypes", &StackDescription::token_types);
    visit("patchDim", &StackDescription::patch_dim);
    visit("embeddingScale", &StackDescription::embedding_scale);
    visit("positions", &StackDescription::positions);
    visit("maxPositions", &StackDescription::max_positions);
    visit("rotaryDim", &StackDescription::rotary_dim);
    visit("theta", &StackDescription::theta);
    visit("rotaryScaling", &StackDescription::rotary_scaling);
    visit("numHeads", &StackDescription::num_heads);
    visit("numKvHeads", &StackDescription::num_kv_heads);
    visit("headDim", &StackDescription::head_dim);
    visit("scale", &StackDescription::scale);
    visit("scoreSoftcap", &StackDescription::score_softcap);
    visit("biasDistances", &StackDescription::bias_distances);
    visit("queryBias", &StackDescription::query_bias);
    visit("keyBias", &StackDescription::key_bias);
    visit("valueBias", &StackDescription::value_bias);
    visit("outputBias", &StackDescription::output_bias);
    visit("hasQueryKeyNorm", &StackDescription::has_query_key_norm);
    visit("hasCrossAttention", &StackDescription::has_cross_attention);
    visit("localLayers", &StackDescription::local_layers);
    visit("window", &StackDescription::window);
    visit("localTheta", &StackDescription::local_theta);
    visit("feedforwardDim", &StackDescription::feedforward_dim);
    visit("activation", &StackDescription::activation);
    visit("isGated", &StackDescription::is_gated);
    visit("feedforwardBias", &StackDescription::feedforward_bias);
    visit("norm", &StackDescription::norm);
    visit("epsilon", &StackDescription::epsilon);
    visit("normFirst", &StackDescription::norm_first);
    visit("hasOutputNorms", &StackDescription::has_output_norms);
    visit("isParallel", &StackDescription::is_parallel);
    visit("hasEmbeddingNorm", &StackDescription::has_embedding_norm);
    visit("hasFinalNorm", &StackDescription::has_final_norm);
    visit("outputDim", &StackDescription::output_dim);
    visit("outputTransformDim", &StackDescription::output_transform_dim);
    visit("logitSoftcap", &StackDescription::logit_softcap);
  }
};

struct TransformerDescription {
  std::size_t embed_dim = 0;
  StackDescription encoder, decoder;
  bool has_output_bias = false;  // bias of the logits

  /// Description of the stack, encoder or decoder, that contains the given kind of attention.
  const StackDescription& stack(Attention attention) const {
    return attention == Attention::encoder ? encoder : decoder;
  }
  /// Description of the stack whose output the logits are computed from: the decoder, or the encoder in a model without
  /// a decoder.
  const StackDescription& last_stack() const { return decoder.layers > 0 ? decoder : encoder; }
  /// Number of logits per token; 0 if the model has no logits.
  std::size_t logits_dim() const { return last_stack().output_dim > 0 ? last_stack().output_dim : decoder.vocabulary; }

  template <class Visit>
  static void visit_fields(Visit visit) {
    visit("embedDim", &TransformerDescription::embed_dim);
    visit("encoder", &TransformerDescription::encoder);
    visit("decoder", &TransformerDescription::decoder);
    visit("hasOutputBias", &TransformerDescription::has_output_bias);
  }
};

/// Condition that the value of a description's field must meet, and the field's JavaScript name.
struct FieldCondition {
  const char* field;
  bool holds;
};

/// JavaScript name of the first field whose condition is not met; null if all are met.
const char* first_broken(std::initializer_list<FieldCondition> conditions);

/// JavaScript name of the first field of a description whose value is not supported, or would be ignored because of
/// other fields; null if there is none.
const char* invalid_field(const TransformerDescription& description);

}  // namespace spotlight
