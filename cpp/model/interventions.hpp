// Changes of a model's computation in a run: the options of its attentions, and steps that are replaced.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "block.hpp"
#include "steps.hpp"

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

/// The options of one kind of attention in each layer, for queries from the position `first` on.
class LayerOptions {
 public:
  /// With `options` where nothing is changed.
  LayerOptions(const AttentionIntervention& intervention, const AttentionOptions& options, std::size_t first,
               std::size_t queries, std::size_t keys);
  LayerOptions(const LayerOptions&) = delete;
  LayerOptions& operator=(const LayerOptions&) = delete;
  LayerOptions(LayerOptions&&) = delete;
  LayerOptions& operator=(LayerOptions&&) = delete;
  ~LayerOptions() = default;

  /// Valid as long as this.
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

}  // namespace spotlight
