#pragma once

#include <cstdint>
#include <vector>

#include "model/parameters.hpp"
#include "model/transformer.hpp"
#include "random_numbers.hpp"

namespace spotlight {

inline StackDescription small_stack(std::size_t vocabulary) {
  return {.layers = 2,
          .vocabulary = vocabulary,
          .embedding_scale = 4.5F,
          .positions = Positions::sinusoids,
          .num_heads = 3,
          .num_kv_heads = 3,
          .head_dim = 8,
          .feedforward_dim = 40};
}

inline TransformerDescription encoder_decoder() {
  TransformerDescription description = {
      .embed_dim = 24, .encoder = small_stack(30), .decoder = small_stack(17), .has_output_bias = true};
  description.decoder.has_cross_attention = true;
  return description;
}

/// Description of a model like Llama, with two query heads per key/value head, and head_dim ≠ embed_dim / heads.
inline TransformerDescription decoder_only() {
  TransformerDescription description = {.embed_dim = 24, .encoder = {}, .decoder = small_stack(17)};
  StackDescription& decoder = description.decoder;
  decoder.embedding_scale = 1.0F;
  decoder.positions = Positions::rotary_halves;
  decoder.rotary_dim = decoder.head_dim = 10;
  decoder.num_heads = 4;
  decoder.num_kv_heads = 2;
  decoder.query_bias = decoder.key_bias = decoder.value_bias = decoder.output_bias = false;
  decoder.feedforward_bias = false;
  decoder.is_gated = true;
  decoder.activation = FeedForwardActivation::silu;
  decoder.norm = Norm::Kind::rms;
  return description;
}

/// Description of a model with the query and key norms of Qwen 3, the scaled frequencies of Llama 3, and the parallel
/// blocks of GPT-NeoX.
inline TransformerDescription parallel_decoder() {
  TransformerDescription description = decoder_only();
  StackDescription& decoder = description.decoder;
  decoder.rotary_dim = 6;
  decoder.rotary_scaling = {.factor = 8.0, .low_factor = 1.0, .high_factor = 4.0, .original_length = 32.0};
  decoder.has_query_key_norm = decoder.is_parallel = true;
  return description;
}

inline void fill_randomly(const std::vector<Parameter>& parameters) {
  std::uint64_t seed = 1;
  for (const Parameter& parameter : parameters) {
    const std::size_t rows = parameter.shape.size() == 1 ? 1 : parameter.shape[0];
    parameter.set(0, random_numbers<2>({rows, parameter.shape.back()}, ++seed));
  }
}
inline void fill_randomly(Transformer& model) { fill_randomly(parameters_of(model)); }

}  // namespace spotlight
