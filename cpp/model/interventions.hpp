// Interventions in a run of a model: changed attention options, and replaced steps.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "step_interventions.hpp"
#include "transformer.hpp"

namespace spotlight {

/// Intervention in the attentions of one kind. Positions are absolute, and may be those of future tokens.
struct AttentionIntervention {
  static constexpr std::size_t all = static_cast<std::size_t>(-1);

  std::size_t layer = all;  // changed layer, or all
  std::size_t head = all;   // changed head, or all
  bool is_causal = false;
  std::optional<float> scale;               // replaces the model's scale of the scores
  std::vector<std::int32_t> blocked_keys;   // keys masked out for all queries
  std::vector<std::int32_t> blocked_pairs;  // query, key, query, key …
};

/// Position of the first query, number of queries, and number of keys.
struct AttentionSizes {
  std::size_t first, queries, keys;
};

/// Options of one kind of attention in each layer.
class LayerOptions {
 public:
  /// `options` applies to all heads and layers without an intervention.
  LayerOptions(const AttentionIntervention& intervention, const AttentionOptions& options, const AttentionSizes& sizes);
  LayerOptions(const LayerOptions&) = delete;
  LayerOptions& operator=(const LayerOptions&) = delete;
  LayerOptions(LayerOptions&&) = delete;
  LayerOptions& operator=(LayerOptions&&) = delete;
  ~LayerOptions() = default;

  /// Options of a layer, valid for the lifetime of this object.
  MultiheadOptions of_layer(std::size_t layer, const Probe& probe) const;

 private:
  std::size_t layer_, head_;
  std::vector<std::uint8_t> blocked_;  // [queries, keys]; empty: none
  AttentionOptions options_, changed_;
};

/// Interventions of a run; none by default.
struct Interventions {
  std::array<AttentionIntervention, 3> attentions;  // by Attention
  StepInterventions steps;                          // steps to replace or read

  const AttentionIntervention& of(Attention attention) const { return attentions[static_cast<std::size_t>(attention)]; }
  AttentionIntervention& of(Attention attention) { return attentions[static_cast<std::size_t>(attention)]; }
  Probe probe(Attention attention, std::size_t layer = Place::around_layers) {
    return {steps.empty() ? nullptr : &steps, {.attention = attention, .layer = layer}};
  }
};

/// Options of a model's attentions of one kind, including the interventions of a run.
LayerOptions options_of(const Transformer& model, const Interventions& interventions, Attention attention,
                        const AttentionSizes& sizes);

/// Options of the attentions of a stack's blocks. Refers to the interventions.
class StackOptions {
 public:
  /// `sizes` are those of self-attention; `encoded` is the number of tokens in the encoder's output.
  StackOptions(const Transformer& model, Interventions& interventions, Attention stack, const AttentionSizes& sizes,
               std::size_t encoded = 0);

  /// Options of a layer, valid for the lifetime of this object.
  BlockOptions of_layer(std::size_t layer) const;

 private:
  Interventions& interventions_;
  Attention stack_;
  LayerOptions self_, cross_;
};

}  // namespace spotlight
