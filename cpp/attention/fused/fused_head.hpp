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

/// Working memory of a head, reused between heads.
struct FusedHeadScratch {
  kernels::PackedMatrix keys;         // packed Kᵀ
  float max_key_squared_norm = 0.0F;  // maximum of Σ k² over the keys
  kernels::PackedMatrix values;       // packed V, unless value_dim is a multiple of tile_columns
  Matrix query;                       // scaled queries, [query_block_size, head_dim]
  Matrix weights;                     // scores, then unnormalized weights, [query_block_size, key_block_size]
  Matrix output;                      // unnormalized output, [query_block_size, value_dim]
  std::vector<std::size_t> blocks;    // key blocks that a block of queries attends to under a sparse pattern
};

/// Allocates the blocks that attend_packed computes one at a time.
void reserve_blocks(std::size_t keys, std::size_t head_dim, std::size_t value_dim, const AttentionOptions& options,
                    FusedHeadScratch& scratch);
/// Allocates the blocks and the packed keys and values of a head of these sizes, so that packing and attending allocate
/// nothing.
void reserve_head(std::size_t keys, std::size_t head_dim, std::size_t value_dim, const AttentionOptions& options,
                  FusedHeadScratch& scratch);

/// Returns the JavaScript name of an option that the fused pass does not support, or null if it supports all.
const char* not_fused(const AttentionOptions& options);

// A head is computed in two steps, so that heads can share keys and values, and queries can be split into ranges: first
// keys and values are packed, then queries attend to them.

void pack_keys(ConstMatrixView key, FusedHeadScratch& scratch);
void pack_values(ConstMatrixView value, FusedHeadScratch& scratch);

/// Packs the keys in several ranges instead of with pack_keys: call reserve_packed_keys with their total number, then
/// pack_key_rows for each range [count, head_dim], which begins at a multiple of tile_columns.
void reserve_packed_keys(std::size_t keys, std::size_t head_dim, FusedHeadScratch& scratch);
void pack_key_rows(std::size_t first, ConstMatrixView key, FusedHeadScratch& scratch);

/// Attention of a range of queries to the packed keys and values; the blocks must be allocated. `head.query` and
/// `head.output` contain only the range; only the size of `head.key` is read.
void attend_packed(const HeadViews& head, QueryRange range, const AttentionOptions& options, FusedHeadScratch& scratch);

}  // namespace spotlight
