// Mask M of softmax(Q·Kᵀ/√d_k + M)·V and distance bias, for the trace and the fused pass.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "../core/tensor.hpp"
#include "sparsity.hpp"

namespace spotlight {

/// Mask of the keys that a query may attend to. The array of `kind` has `shape` and is broadcast to [batch, heads,
/// queries, keys]: each dimension is the full size or 1. All members that are set apply together.
struct Mask {
  enum class Kind : std::uint8_t {
    none,
    allow,  // flags: 1 = may be attended to (torch's scaled_dot_product_attention)
    block,  // flags: 1 = may not be attended to (torch's nn.MultiheadAttention)
    add,    // addend: added to the scores; −∞ = may not be attended to
  };
  Kind kind = Kind::none;
  const std::uint8_t* flags = nullptr;
  const float* addend = nullptr;
  std::array<std::size_t, 4> shape = {1, 1, 1, 1};

  bool is_causal = false;                     // a query attends to keys up to its own position
  const SparsePattern* pattern = nullptr;     // sparse pattern, in self-attention
  const std::int32_t* key_lengths = nullptr;  // [batch]: keys from this index on are padding

  // Position of the first query: key j has position j, query i has position first_query + i. If the queries are the end
  // of the keys' sequence, first_query is keys − queries (torch's causal_lower_right), which may be negative.
  std::int64_t first_query = 0;
  // A query attends to the last `window` keys up to its own position; 0: no window. Later keys are left to the causal
  // mask, which every model with a window has (transformers' sliding_window, GPT-Neo's local layers).
  std::size_t window = 0;
  const Matrix* distance_bias = nullptr;  // [2D + 1, heads], added: row D + key − query, the distance clamped to ±D

  /// Visits the scalar options under their JavaScript names.
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

  /// Position of query i.
  std::int64_t position(std::size_t query) const { return first_query + static_cast<std::int64_t>(query); }
  /// Number of the `keys` keys of a batch entry that are not padding.
  std::size_t key_count(std::size_t batch, std::size_t keys) const {
    return key_lengths == nullptr ? keys : std::min(keys, static_cast<std::size_t>(key_lengths[batch]));
  }
  /// End of the keys that query i attends to under the causal mask; `keys` without one.
  std::size_t causal_end(std::size_t query, std::size_t keys) const {
    if (!is_causal) return keys;
    return static_cast<std::size_t>(std::clamp<std::int64_t>(position(query) + 1, 0, static_cast<std::int64_t>(keys)));
  }
};

/// Keys [begin, end).
struct KeyRange {
  std::size_t begin, end;
};

/// Range of keys of a batch entry with `keys` keys; all keys outside it are masked out for the queries `first` to
/// `last`.
KeyRange attended_range(const Mask& mask, std::size_t batch, std::size_t first, std::size_t last, std::size_t keys);

/// False if the mask does not change the scores of queries from `first` on for the keys of their attended_range that
/// are before `end`.
bool changes_scores(const Mask& mask, std::size_t first, std::size_t end);

/// True if the mask adds numbers to scores, so that the scores have no bound known in advance.
inline bool adds_to_scores(const Mask& mask) { return mask.kind == Mask::Kind::add || mask.distance_bias != nullptr; }

/// Keys [first_key, first_key + count) of one query. Under a sparse pattern, they are within one block.
struct RowPart {
  std::size_t batch;
  std::size_t head;
  std::size_t query;
  std::size_t first_key;
  std::size_t count;
  bool in_random_block;  // the sparse pattern has drawn this key block for the query's block
};

/// Place of the scores of a head within the whole attention.
struct ScoresPlace {
  std::size_t batch = 0, head = 0, first_query = 0;
};

/// Calls use(part, scores) for all parts of all rows of scores [queries, keys].
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

/// biased += distance bias, if there is one; [queries, keys].
void apply_distance_bias(const Mask& mask, const ScoresPlace& place, MutableMatrixView biased);

/// masked += M, where M is −∞ if a query may not attend to a key; [queries, keys].
void apply_mask(const Mask& mask, const ScoresPlace& place, MutableMatrixView masked);

/// Adds distance bias and mask to a part of a row.
void mask_row(const Mask& mask, const RowPart& part, float* scores);

}  // namespace spotlight
