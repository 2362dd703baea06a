// Exact attention of one head in one pass over the keys, without the matrix of weights: an online softmax (Milakov &
// Gimelshein 2018) over blocks of keys, as FlashAttention (Dao et al. 2022). Where the norms of queries and keys bound
// the scores, no maximum is needed and nothing is rescaled. Memory O(n·d).
#pragma once

#include <vector>

#include "../../core/tensor.hpp"
#include "../../kernels/packed_matrix.hpp"
#include "../options.hpp"
#include "../views.hpp"
#include "online_softmax.hpp"

namespace spotlight {

/// Memory that a head needs besides inputs and output, reused from head to head.
struct FusedHeadScratch {
  kernels::PackedMatrix keys;         // Kᵀ
  float max_key_squared_norm = 0.0F;  // the maximum of Σ k² over the keys
  kernels::PackedMatrix values;       // V, where value_dim is no multiple of tile_columns
  Matrix query;                       // [query_block_size, head_dim], scaled
  Matrix weights;                     // [query_block_size, key_block_size]: scores, then unnormalized weights
  Matrix output;                      // [query_block_size, value_dim], unnormalized
  std::vector<std::size_t> blocks;    // blocks of keys that a sparse pattern lets a block of queries attend to
};

/// Makes room for the blocks that attend_packed computes one after the other.
void reserve_blocks(std::size_t keys, std::size_t head_dim, std::size_t value_dim, const AttentionOptions& options,
                    FusedHeadScratch& scratch);
/// Makes room for the blocks and for packed keys and values of a head of these sizes: what follows then allocates
/// nothing.
void reserve_head(std::size_t keys, std::size_t head_dim, std::size_t value_dim, const AttentionOptions& options,
                  FusedHeadScratch& scratch);

/// The option of which the fused pass knows nothing; nullptr: there is none.
const char* not_fused(const AttentionOptions& options);

// Attention of a head is in two steps, so that several heads may share keys and values, or queries may come in several
// ranges: keys and values are packed, and queries attend to what is packed.

void pack_keys(ConstMatrixView key, FusedHeadScratch& scratch);
void pack_values(ConstMatrixView value, FusedHeadScratch& scratch);

/// pack_keys for keys that come in several ranges: first the size of them all, then each range [count, head_dim], which
/// begins at a multiple of tile_columns.
void reserve_packed_keys(std::size_t keys, std::size_t head_dim, FusedHeadScratch& scratch);
void pack_key_rows(std::size_t first, ConstMatrixView key, FusedHeadScratch& scratch);

/// The place of a range of queries among all queries of its head. Masks and dropout depend on it.
struct QueryRange {
  std::size_t first;
  std::size_t total;
};

/// Attends from a range of queries to the keys and values that have been packed, in blocks that there is room for.
/// `head.query` and `head.output` hold the range alone; of `head.key` only the size is read.
void attend_packed(const HeadViews& head, QueryRange range, const AttentionOptions& options, FusedHeadScratch& scratch);

}  // namespace spotlight
