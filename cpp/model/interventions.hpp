// Changes of a model's computation in a run: the options of its attentions, and steps that are replaced.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "step_interventions.hpp"
#include "transformer.hpp"

namespace spotlight {

/// Changes of the attentions of one kind. Positions count from the start of the sequences, also of tokens to come.
struct AttentionIntervention {
  static constexpr std::size_t all = static_cast<std::size_t>(-1);

  std::size_t layer = all;  // the only layer that is changed
  std::size_t head = all;   // the only head
  bool is_causal = false;
  std::optional<float> scale;               // factor of the scores, in place of the model's
  std::vector<std::int32_t> blocked_keys;   // to which no query attends
  std::vector<std::int32_t> blocked_pairs;  // query, key, query, key …
};

/// Queries from the position `first` on, and keys, of an attention.
struct AttentionSizes {
  std::size_t first, queries, keys;
};

/// The options of one kind of attention in each layer.
class LayerOptions {
 public:
  /// Layers have these options where nothing is changed.
  LayerOptions(const AttentionIntervention& intervention, const AttentionOptions& options, const AttentionSizes& sizes);
  LayerOptions(const LayerOptions&) = delete;
  LayerOptions& operator=(const LayerOptions&) = delete;
  LayerOptions(LayerOptions&&) = delete;
  LayerOptions& operator=(LayerOptions&&) = delete;
  ~LayerOptions() = default;

  /// The options of a layer, valid as long as this.
  MultiheadOptions of_layer(std::size_t layer, const Probe& probe) const;

 private:
  std::size_t layer_, head_;
  std::vector<std::uint8_t> blocked_;  // [queries, keys]; empty: none
  AttentionOptions options_, changed_;
};

/// The interventions of a run. Without a change, the model computes as it is.
struct Interventions {
  std::array<AttentionIntervention, 3> attentions;  // by Attention
  StepInterventions steps;                          // replaced, and read

  const AttentionIntervention& of(Attention attention) const { return attentions[static_cast<std::size_t>(attention)]; }
  AttentionIntervention& of(Attention attention) { return attentions[static_cast<std::size_t>(attention)]; }
  Probe probe(Attention attention, std::size_t layer = Place::around_layers) {
    return {steps.empty() ? nullptr : &steps, {.attention = attention, .layer = layer}};
  }
};

/// The options of an attention of a model, as its kind has them, with the interventions of a run.
LayerOptions options_of(const Transformer& model, const Interventions& interventions, Attention attention,
                        const AttentionSizes& sizes);

/// The options of the attentions of a stack's blocks. Refers to the interventions.
class StackOptions {
 public:
  /// The sizes are those of self-attention; `encoded` is the number of the tokens of an encoder's output.
  StackOptions(const Transformer& model, Interventions& interventions, Attention stack, const AttentionSizes& sizes,
               std::size_t encoded = 0);

  /// The options of a layer, valid as long as this.
  BlockOptions of_layer(std::size_t layer) const;

 private:
  Interventions& interventions_;
  Attention stack_;
  LayerOptions self_, cross_;
};

}  // namespace spotlight
