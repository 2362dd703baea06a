// Step 3 of softmax(Q·Kᵀ/√d_k + M)·V: the mask.
#pragma once

#include <algorithm>
#include <cstdint>

#include "../core/constants.hpp"
#include "../core/tensor.hpp"
#include "options.hpp"

namespace spotlight {

/// Keys [first_key, first_key + count) of one query. Under a sparse pattern they lie in one block.
struct RowPart {
  std::size_t batch;
  std::size_t head;
  std::size_t query;
  std::size_t first_key;
  std::size_t count;
  bool in_random_block;  // the pattern has drawn this block of keys for the query's
};

/// Place of the scores of some queries of one head among those of the whole attention; by default of all queries.
struct ScoresPlace {
  std::size_t batch = 0, head = 0, first_query = 0;
  std::size_t all_heads = 0, all_queries = 0;  // sizes of the whole attention

  std::uint64_t first_row() const { return (std::uint64_t{batch} * all_heads + head) * all_queries + first_query; }
};

/// Calls use(part, scores) for all parts of all rows of scores [batch, heads, queries, keys].
template <class Use>
void for_each_part(Tensor4& scores, const Mask& mask, const ScoresPlace& place, Use use) {
  const std::size_t heads = scores.shape(1);
  const std::size_t queries = scores.shape(2);
  const std::size_t keys = scores.shape(3);
  const std::size_t blocks = (keys + sparse_block_size - 1) / sparse_block_size;
  const std::size_t step = mask.pattern == nullptr ? keys : sparse_block_size;
  for (std::size_t i = 0; i < row_count(scores); ++i) {
    const std::size_t query = i % queries + place.first_query;
    for (std::size_t first = 0; first < keys; first += step) {
      use(RowPart{.batch = i / queries / heads + place.batch,
                  .head = i / queries % heads + place.head,
                  .query = query,
                  .first_key = first,
                  .count = std::min(step, keys - first),
                  .in_random_block =
                      mask.pattern != nullptr &&
                      is_random_block(*mask.pattern, query / sparse_block_size, first / sparse_block_size, blocks)},
          scores.data() + i * keys + first);
    }
  }
}

/// The first key that the window lets a query attend to.
std::size_t first_key_of(const Mask& mask, std::size_t query);

/// biased += the bias of the distance of key and query, [batch, heads, queries, keys], where there is one.
void apply_distance_bias(const Mask& mask, Tensor4& biased, const ScoresPlace& place = {});

/// masked += M, [batch, heads, queries, keys]; M is −∞ where a query may not attend to a key.
void apply_mask(const Mask& mask, Tensor4& masked, const ScoresPlace& place = {});

/// Adds distance bias and mask to part of a row.
void mask_row(const Mask& mask, const RowPart& part, float* scores);

}  // namespace spotlight
