#include "attention_interventions.hpp"

#include <algorithm>

namespace spotlight {
namespace {

/// Marks the pair of a query and a key as blocked, in blocked [queries, keys], if the positions of both are among those
/// of the queries (from `first` on) and keys that are being computed.
void block_pair(std::int64_t query, std::int64_t key, std::size_t first, std::size_t queries, std::size_t keys,
                std::vector<std::uint8_t>& blocked) {
  const std::int64_t row = query - static_cast<std::int64_t>(first);
  const auto is_below = [](std::int64_t index, std::size_t size) {
    return index >= 0 && index < static_cast<std::int64_t>(size);
  };
  if (!is_below(row, queries) || !is_below(key, keys)) return;
  blocked[static_cast<std::size_t>(row) * keys + static_cast<std::size_t>(key)] = 1;
}

}  // namespace

LayerOptions::LayerOptions(const AttentionIntervention& intervention, const AttentionOptions& options,
                           const AttentionSizes& sizes)
    : layer_(intervention.layer), head_(intervention.head), options_(options), changed_(options) {
  const auto& [first, queries, keys] = sizes;
  changed_.mask.is_causal = options.mask.is_causal || intervention.is_causal;
  if (intervention.scale) changed_.scale = intervention.scale;
  if (intervention.blocked_keys.empty() && intervention.blocked_pairs.empty()) return;
  memory::allocate(blocked_, "the blocked pairs", {queries, keys});
  std::ranges::fill(blocked_, std::uint8_t{0});
  for (const std::int32_t key : intervention.blocked_keys) {
    for (std::size_t i = 0; i < queries; ++i) {
      block_pair(static_cast<std::int64_t>(first + i), key, first, queries, keys, blocked_);
    }
  }
  for (std::size_t i = 0; i + 1 < intervention.blocked_pairs.size(); i += 2) {
    block_pair(intervention.blocked_pairs[i], intervention.blocked_pairs[i + 1], first, queries, keys, blocked_);
  }
  changed_.mask.kind = Mask::Kind::block;
  changed_.mask.flags = blocked_.data();
  changed_.mask.shape = {1, 1, queries, keys};
}

MultiheadOptions LayerOptions::of_layer(std::size_t layer, const Probe& probe) const {
  const bool is_changed = !layer_ || *layer_ == layer;
  MultiheadOptions options;
  options.default_options = is_changed && !head_ ? changed_ : options_;
  if (is_changed && head_) {
    options.head = *head_;
    options.head_options = changed_;
  }
  options.probe = probe;
  return options;
}

}  // namespace spotlight
