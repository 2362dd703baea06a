// Mask M of softmax(Q·Kᵀ/√d_k + M)·V, and the bias that depends on the distance of query and key. They are used both by
// attention step by step (trace.hpp) and by the fused pass.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "../core/tensor.hpp"
#include "sparsity.hpp"

namespace spotlight {

/// Mask of the keys that a query may attend to. The array that `kind` selects, `flags` or `addend`, has shape `shape`
/// and is broadcast to [batch, heads, queries, keys]: each of its dimensions has the full size or 1. The causal mask,
/// padding, window, sparse pattern and distance bias apply in addition if they are set.
struct Mask {
  enum class Kind : std::uint8_t {
    none,
    allow,  // flags: 1 = the query may attend to the key (torch's scaled_dot_product_attention)
    block,  // flags: 1 = the query may not attend to the key (torch's nn.MultiheadAttention)
    add,    // addend: added to the scores; −∞ = the query may not attend to the key
  };
  Kind kind = Kind::none;
  const std::uint8_t* flags = nullptr;
  const float* addend = nullptr;
  std::array<std::size_t, 4> shape = {1, 1, 1, 1};

  bool is_causal = false;                     // true if a query only attends to keys up to its own position
  const SparsePattern* pattern = nullptr;     // sparse pattern of self-attention; null: none
  const std::int32_t* key_lengths = nullptr;  // index of the first padding key of each batch entry, [batch]

  // Position of the first query in the sequence of keys: query i has position first_query + i, key j has position j. If
  // the queries are the end of that sequence, first_query is keys − queries (torch's causal_lower_right), which may be
  // negative.
  std::int64_t first_query = 0;
  // Size of the sliding window: each query attends to the last `window` keys up to its own position; 0: no window. The
  // window does not mask later keys: every model with a window (transformers' sliding_window, GPT-Neo's local layers)
  // also has a causal mask.
  std::size_t window = 0;
  // Bias by distance that is added to the scores, [2D + 1, heads]: row D + key − query, with the distance key − query
  // clamped to ±D
  const Matrix* distance_bias = nullptr;

  /// Calls visit(name, field) for each scalar option of the mask, with its JavaScript name.
  template <class Visit>
  constexpr void visit_fields(Visit visit) {
    visit("maskKind", kind);
    visit("maskBatch", shape[0]);
    visit("maskHeads", shape[1]);
    visit("maskQueries", shape[2]);
    visit("maskKeys", shape[3]);
    visit("isCausal", is_causal);
    visit("firstQuery", first_query);
  }

  /// Position of the query with index `query` in the sequence of keys.
  std::int64_t position(std::size_t query) const { return first_query + static_cast<std::int64_t>(query); }
  /// Number of keys of a batch entry that are not padding; `keys` includes the padding.
  std::size_t key_count(std::size_t batch, std::size_t keys) const {
    return key_lengths == nullptr ? keys : std::min(keys, static_cast<std::size_t>(key_lengths[batch]));
  }
  /// Index after the last key that a query attends to under the causal mask; `keys` without a causal mask.
  std::size_t causal_end(std::size_t query, std::size_t keys) const {
    if (!is_causal) return keys;
    return static_cast<std::size_t>(std::clamp<std::int64_t>(position(query) + 1, 0, static_cast<std::int64_t>(keys)));
  }
};

/// Range of keys [begin, end).
struct KeyRange {
  std::size_t begin, end;
};

/// Range of a batch entry's keys outside of which all keys are masked for all queries from `first` to `last`.
KeyRange attended_range(const Mask& mask, std::size_t batch, std::size_t first, std::size_t last, std::size_t keys);

/// False if the mask leaves the scores unchanged for all queries from `first` on and all keys from the start of their
/// attended_range up to `end`.
bool changes_scores(const Mask& mask, std::size_t first, std::size_t end);

/// True if the mask adds numbers to the scores, so that the norms of queries and keys do not bound the masked scores.
inline bool adds_to_scores(const Mask& mask) { return mask.kind == Mask::Kind::add || mask.distance_bias != nullptr; }

/// Part of a row of scores: keys [first_key, first_key + count) of one query. Under a sparse pattern, these keys lie
/// within one block.
struct RowPart {
  std::size_t batch;
  std::size_t head;
  std::size_t query;
  std::size_t first_key;
  std::size_t count;
  bool in_random_block;  // true if the sparse pattern has drawn this key block for the query's block
};

/// Position of a block of scores within [batch, heads, queries, keys]: its batch entry, head and first query.
struct ScoresPlace {
  std::size_t batch = 0, head = 0, first_query = 0;
};

/// Calls use(part, scores) for each part of each row in a matrix of scores [queries, keys]: the whole row, or, under a
/// sparse pattern, each block of keys.
template <class Use>
void for_each_part(MutableMatrixView scores, const Mask& mask, const ScoresPlace& place, Use use) {
  const std::size_t keys = scores.columns;
  const std::size_t blocks = (keys + sparse_block_size - 1) / sparse_block_size;
  const std::size_t step = mask.pattern == nullptr ? keys : sparse_block_size;
  for (std::size_t i = 0; i < scores.rows; ++i) {
    const std::size_t query = place.first_query + i;
    for (std::size_t first = 0; first < keys; first += step) {
      use(RowPart{.batch = place.batch,
                  .head = place.head,
                  .query = query,
                  .first_key = first,
                  .count = std::min(step, keys - first),
                  .in_random_block =
                      mask.pattern != nullptr &&
                      is_random_block(*mask.pattern, query / sparse_block_size, first / sparse_block_size, blocks)},
          scores.row(i) + first);
    }
  }
}

/// Adds the distance bias, if there is one, to scores [queries, keys] in place.
void apply_distance_bias(const Mask& mask, const ScoresPlace& place, MutableMatrixView biased);

/// Adds M to scores [queries, keys] in place; M is −∞ if a query may not attend to a key.
void apply_mask(const Mask& mask, const ScoresPlace& place, MutableMatrixView masked);

/// Adds the distance bias and the mask to a part of a row of scores.
void mask_row(const Mask& mask, const RowPart& part, float* scores);

}  // namespace spotlight
