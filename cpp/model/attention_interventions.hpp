// Interventions in the attentions of one kind, and the attention options that they result in.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "../attention/multihead.hpp"

namespace spotlight {

/// Intervention in the attentions of one kind. Positions are absolute and may be those of future tokens.
struct AttentionIntervention {
  std::optional<std::size_t> layer;  // the only layer that is changed; default: all layers
  std::optional<std::size_t> head;   // the only head that is changed; default: all heads
  bool is_causal = false;
  std::optional<float> scale;               // replaces the model's scale of the scores
  std::vector<std::int32_t> blocked_keys;   // keys masked out for all queries
  std::vector<std::int32_t> blocked_pairs;  // alternating positions: query, key, query, key …
};

/// Sizes of an attention: the position of the first query, the number of queries, and the number of keys.
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
  std::optional<std::size_t> layer_, head_;
  std::vector<std::uint8_t> blocked_;  // [queries, keys]; empty: none
  AttentionOptions options_, changed_;
};

}  // namespace spotlight
