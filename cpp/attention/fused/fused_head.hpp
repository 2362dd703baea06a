// Exact attention of one head in one pass over the keys, without the matrix of weights: an online softmax (Milakov &
// Gimelshein 2018) over blocks of keys, as in FlashAttention (Dao et al. 2022). If the norms of queries and keys bound
// the scores, no maximum is needed and nothing is rescaled. Memory O(n·d).
#pragma once

#include <vector>

#include "../../core/tensor.hpp"
#include "../../kernels/packed_matrix.hpp"
#include "../options.hpp"
#include "../views.hpp"
#include "online_softmax.hpp"

namespace spotlight {

struct FusedHeadScratch {
  kernels::PackedMatrix keys;         // packed Kᵀ
  float max_key_squared_norm = 0.0F;  // maximum of Σ k² over the keys
  kernels::PackedMatrix values;       // packed V, unless value_dim is a multiple of tile_columns
  Matrix query;                       // scaled queries, [query_block_size, head_dim]
  Matrix weights;                     // scores, then unnormalized weights, [query_block_size, key_block_size]
  Matrix output;                      // unnormalized output, [query_block_size, value_dim]
  std::vector<std::size_t> blocks;    // key blocks that a block of queries attends to under a sparse pattern
};

/// Allocates memory for the scores of one block and for its outputs: attend_packed computes one block at a time.
void reserve_blocks(std::size_t keys, std::size_t head_dim, std::size_t value_dim, const AttentionOptions& options,
                    FusedHeadScratch& scratch);
/// Allocates all memory that attention of a head of these sizes needs, so that packing its keys and values and
/// attending to them allocate nothing.
void reserve_head(std::size_t keys, std::size_t head_dim, std::size_t value_dim, const AttentionOptions& options,
                  FusedHeadScratch& scratch);

/// JavaScript name of an option that the fused pass does not support; null if it supports all options.
const char* not_fused(const AttentionOptions& options);

// Attention of a head is computed in two stages, packing its keys and values and then attending to them, so that
// several heads can share keys and values, and ranges of queries can be computed separately.

void pack_keys(ConstMatrixView key, FusedHeadScratch& scratch);
void pack_values(ConstMatrixView value, FusedHeadScratch& scratch);

/// Allocates packed keys that are then filled in several ranges: pack_key_rows packs each range [count, head_dim],
/// which begins at a multiple of tile_columns. `keys` is their total number.
void reserve_packed_keys(std::size_t keys, std::size_t head_dim, FusedHeadScratch& scratch);
void pack_key_rows(std::size_t first, ConstMatrixView key, FusedHeadScratch& scratch);

/// Attention of a range of queries to the packed keys and values; call reserve_blocks first. `head.query` and
/// `head.output` contain only the range. Of `head.key`, only the size is read, since the keys have been packed.
void attend_packed(const HeadViews& head, QueryRange range, const AttentionOptions& options, FusedHeadScratch& scratch);

}  // namespace spotlight
