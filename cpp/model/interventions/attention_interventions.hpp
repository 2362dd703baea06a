#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "../../attention/multihead.hpp"

namespace spotlight {

/// Interventions in one kind of attention: encoder, decoder or cross. Positions are counted from the start of the
/// sequence, and may belong to tokens that do not exist yet.
struct AttentionIntervention {
  std::optional<std::size_t> layer;  // the only layer that is changed; default: all layers
  std::optional<std::size_t> head;   // the only head that is changed; default: all heads
  bool is_causal = false;
  std::optional<float> scale;               // replaces the model's scale of the scores
  std::vector<std::int32_t> blocked_keys;   // keys masked out for all queries
  std::vector<std::int32_t> blocked_pairs;  // alternating positions: query, key, query, key …
};

/// Sizes of an attention computation: the position of the first query, the number of queries, and the number of keys.
struct AttentionSizes {
  std::size_t first, queries, keys;
};

/// Attention options of all layers of a stack, for one kind of attention, with the interventions applied.
class LayerOptions {
 public:
  /// Creates the options of all layers: `options` for all heads and layers except those that the intervention changes.
  LayerOptions(const AttentionIntervention& intervention, const AttentionOptions& options, const AttentionSizes& sizes);
  LayerOptions(const LayerOptions&) = delete;
  LayerOptions& operator=(const LayerOptions&) = delete;
  LayerOptions(LayerOptions&&) = delete;
  LayerOptions& operator=(LayerOptions&&) = delete;
  ~LayerOptions() = default;

  /// Attention options of a layer; they are valid as long as this object exists.
  MultiheadOptions of_layer(std::size_t layer, const Probe& probe) const;

 private:
  std::optional<std::size_t> layer_, head_;
  std::vector<std::uint8_t> blocked_;  // [queries, keys]; empty: none
  AttentionOptions options_, changed_;
};

}  // namespace spotlight
