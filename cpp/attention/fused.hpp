// Exact attention in one pass over the keys, without the matrix of weights: an online softmax (Milakov & Gimelshein
// 2018) over blocks of keys, as FlashAttention (Dao et al. 2022). Where the norms of queries and keys bound the scores,
// no maximum is needed and nothing is rescaled. Memory O(n·d).
#pragma once

#include "../kernels/pack.hpp"
#include "../tensor.hpp"
#include "options.hpp"

namespace spotlight {

/// Queries are computed in blocks of this many. A range of a head's queries that begins at a multiple of it gets the
/// same numbers, bit for bit, as when all are computed together.
constexpr std::size_t query_block_size = 64;

/// Memory that a fused attention needs besides its inputs and its output, reused from head to head.
struct FusedScratch {
  kernels::PackedMatrix keys;         // Kᵀ
  float max_key_squared_norm = 0.0F;  // the maximum of Σ k² over the keys
  kernels::PackedMatrix values;       // V, where value_dim is no multiple of tile_columns
  Matrix query;                       // [query_block_size, head_dim], scaled
  Matrix weights;                     // [query_block_size, key_block_size]: scores, then unnormalized weights
  Matrix output;                      // [query_block_size, value_dim], unnormalized
};

/// One head. Masks and dropout depend on its indices.
struct FusedHead {
  std::size_t batch;
  std::size_t head;
  std::size_t num_heads;
  ConstMatrixView query;     // [queries, head_dim]
  ConstMatrixView key;       // [keys, head_dim]
  ConstMatrixView value;     // [keys, value_dim]
  MutableMatrixView output;  // [queries, value_dim]
};

void fused_attention(const FusedHead& head, const AttentionOptions& options, FusedScratch& scratch);

/// query [batch, heads, queries, head_dim], key [batch, kv_heads, keys, head_dim], value [batch, kv_heads, keys,
/// value_dim] → output [batch, heads, queries, value_dim]. The same numbers as trace_attention's, up to rounding.
/// Of the options, activation and eps do not apply.
void fused_attention(const Tensor4& query, const Tensor4& key, const Tensor4& value, const AttentionOptions& options,
                     FusedScratch& scratch, Tensor4& output);

// In two steps, for a head whose queries come in several ranges: its keys and values are packed once …

void pack_keys(ConstMatrixView key, FusedScratch& scratch);
void pack_values(ConstMatrixView value, FusedScratch& scratch);

/// pack_keys for keys that come in several ranges: first the size of them all, then each range [count, head_dim], which
/// begins at a multiple of tile_columns.
void reserve_packed_keys(std::size_t keys, std::size_t head_dim, FusedScratch& scratch);
void pack_key_rows(std::size_t first, ConstMatrixView key, FusedScratch& scratch);

/// The position of a range of queries among all of its head. Masks and dropout depend on it.
struct QueryRange {
  std::size_t first;
  std::size_t total;
};

/// … and then each range attends to them. `head.query` and `head.output` hold the range alone; of `head.key` only the
/// size is read.
void attend_packed(const FusedHead& head, QueryRange range, const AttentionOptions& options, FusedScratch& scratch);

}  // namespace spotlight
