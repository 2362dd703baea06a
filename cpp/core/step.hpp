// Steps (intermediate results) of a Transformer's computation, and their places in the model.
#pragma once

#include <cstddef>
#include <cstdint>

namespace spotlight {

/// Attention to which a step (an intermediate result) belongs. A step outside the layers, such as the embedding
/// (Place::around_layers), counts as the self-attention of its stack.
enum class Attention : std::uint8_t { encoder, decoder, cross };

struct Place {
  static constexpr std::size_t around_layers = static_cast<std::size_t>(-1);

  Attention attention = Attention::encoder;
  std::size_t layer = around_layers;

  bool operator==(const Place&) const = default;
};

/// Intermediate results of a model, in the order of computation.
enum class Step : std::uint8_t {
  none,
  // Intermediate results before the first layer
  embedding,
  token_types,
  patches,
  positions,
  embedding_norm_mean,
  embedding_norm_scale,
  embedding_normalized,
  embedding_norm,
  embedding_projection,
  // Intermediate results of an attention layer, for self-attention and cross-attention
  residual_pre,
  attention_norm_mean,
  attention_norm_scale,
  attention_normalized,
  attention_input,
  query,
  key,
  value,
  query_norm_scale,
  key_norm_scale,
  rotation,
  rotated_query,
  rotated_key,
  scores,
  scaled,
  capped,
  biased,
  masked,
  weights,
  head_output,
  head_result,
  attention_projection,
  attention_output_norm_scale,
  attention_output,
  residual_mid,
  residual_mid_cross,
  attention_norm,
  // Intermediate results of a layer's feed-forward network
  feed_forward_norm_mean,
  feed_forward_norm_scale,
  feed_forward_normalized,
  feed_forward_input,
  feed_forward_pre,
  feed_forward_pre_linear,
  feed_forward_hidden,
  feed_forward_projection,
  feed_forward_output_norm_scale,
  feed_forward_output,
  residual_post,
  feed_forward_norm,
  // Intermediate results after the last layer
  final_residual,
  final_norm_mean,
  final_norm_scale,
  final_normalized,
  final_norm,
  output_transform,
  logits_before_cap,
  logits,
  count,
};

}  // namespace spotlight
