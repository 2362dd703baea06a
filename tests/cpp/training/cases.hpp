// Small models of every kind that can be trained, as test cases, and random batches for them.
#pragma once

#include <cstdint>
#include <functional>
#include <ostream>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "training/model.hpp"

namespace spotlight::training {

inline constexpr std::size_t vocabulary = 11;

inline StackDescription trainable_stack(std::size_t layers) {
  return {.layers = layers,
          .vocabulary = vocabulary,
          .positions = Positions::learned,
          .max_positions = 20,
          .num_heads = 3,
          .num_kv_heads = 3,
          .head_dim = 6,
          .feedforward_dim = 0};
}

inline TrainingDescription attention_only() {
  return {.transformer = {.embed_dim = 18, .encoder = {}, .decoder = trainable_stack(2)}};
}

inline TrainingDescription encoder_decoder() {
  TrainingDescription description = attention_only();
  description.transformer.encoder = trainable_stack(2);
  description.transformer.decoder.has_cross_attention = true;
  return description;
}

inline void use_feed_forward(TrainingDescription& description, FeedForwardActivation activation,
                             bool is_gated = false) {
  for (StackDescription* stack : {&description.transformer.encoder, &description.transformer.decoder}) {
    stack->feedforward_dim = 21;
    stack->activation = activation;
    stack->is_gated = is_gated;
  }
}

struct Case {
  const char* name;
  TrainingDescription description;
};
inline void PrintTo(const Case& each, std::ostream* out) { *out << each.name; }

inline std::vector<Case> cases() {
  using Activation = FeedForwardActivation;
  std::vector<Case> all;
  const auto add = [&](const char* name, TrainingDescription description,
                       const std::function<void(TrainingDescription&)>& change) {
    change(description);
    all.push_back({name, description});
  };
  add("attention_only", attention_only(), [](auto&) {});
  add("scale_1_not_causal", attention_only(), [](auto& of) {
    of.is_causal = false;
    of.transformer.decoder.scale = 1.0F;
  });
  add("relu_tied_sinusoids", attention_only(), [](auto& of) {
    use_feed_forward(of, Activation::relu);
    of.is_head_tied = true;
    of.transformer.decoder.positions = Positions::sinusoids;
    of.transformer.decoder.embedding_scale = 4.0F;
    of.transformer.decoder.theta = 100.0;
  });
  add("gelu_rotary", attention_only(), [](auto& of) {
    use_feed_forward(of, Activation::gelu);
    of.transformer.decoder.positions = Positions::rotary_halves;
    of.transformer.decoder.rotary_dim = of.transformer.decoder.head_dim;
  });
  add("swiglu_rms", attention_only(), [](auto& of) {
    use_feed_forward(of, Activation::silu, true);
    of.transformer.decoder.norm = Norm::Kind::rms;
    of.transformer.decoder.positions = Positions::none;
  });
  add("swiglu_of_one_number", attention_only(), [](auto& of) {
    use_feed_forward(of, Activation::silu, true);
    of.transformer.decoder.feedforward_dim = 1;
  });
  add("encoder", attention_only(), [](auto& of) {
    std::swap(of.transformer.encoder, of.transformer.decoder);
    of.is_causal = false;
  });
  add("encoder_decoder", encoder_decoder(), [](auto& of) { use_feed_forward(of, Activation::gelu); });
  add("cross_attention_only_tied", encoder_decoder(), [](auto& of) { of.is_head_tied = true; });
  add("dropout", encoder_decoder(), [](auto& of) {
    use_feed_forward(of, Activation::gelu, true);
    of.dropout = 0.3F;
  });
  return all;
}

constexpr std::size_t long_sequence = 18;  // longer than a block of causal attention

/// Fills a batch with random tokens. A third of the targets is −1, which the loss ignores.
inline void fill(Batch& batch, const TrainingDescription& description, std::uint64_t seed,
                 std::size_t tokens = long_sequence) {
  const auto token = [&](std::size_t i) { return static_cast<std::int32_t>(random_bits(seed, i) % vocabulary); };
  batch.batch = 3;
  batch.tokens = tokens;
  batch.inputs.resize(3 * tokens);
  batch.targets.resize(3 * tokens);
  for (std::size_t i = 0; i < 3 * tokens; ++i) {
    batch.inputs[i] = token(i);
    batch.targets[i] = i % 3 == 2 ? -1 : token(100 + i);
  }
  if (description.transformer.encoder.layers == 0 || description.transformer.decoder.layers == 0) return;
  batch.source_tokens = 5;
  batch.sources.resize(15);
  for (std::size_t i = 0; i < 15; ++i) batch.sources[i] = token(200 + i);
}

inline void keep_sequences(Batch& batch, std::size_t count) {
  batch.batch = count;
  batch.inputs.resize(count * batch.tokens);
  batch.targets.resize(count * batch.tokens);
  batch.sources.resize(count * batch.source_tokens);
}

}  // namespace spotlight::training
