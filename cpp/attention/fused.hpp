// The whole formula in one pass over the keys, without ever holding the matrix of weights: exact attention with an
// online softmax (Milakov & Gimelshein 2018) in blocks, as FlashAttention (Dao et al. 2022). Where the lengths of
// queries and keys tell that no score can be large, it needs no maximum and so nothing online. Memory O(n·d).
#pragma once

#include <vector>

#include "../kernels/pack.hpp"
#include "../tensor.hpp"
#include "options.hpp"

namespace spotlight {

/// Memory that one fused attention needs besides its inputs and its output, reused from head to head.
struct FusedScratch {
  kernels::PackedMatrix keys;    // Kᵀ in panels
  float longest_key = 0.0F;      // the largest Σ k²
  kernels::PackedMatrix values;  // V in panels, where its columns do not fill whole ones
  Vector query;                  // [query_block, head_dim], scaled
  Vector weights;                // [query_block, key_block], scores first, then not yet normalised weights
  Vector output;                 // [query_block, value_dim], not yet normalised
};

/// Queries are worked on in blocks of this many. A part of a head's queries that begins at a multiple of it gets the
/// same numbers, bit for bit, as when all are computed together.
constexpr std::size_t query_block = 64;

/// One head: which of them it is decides about masks and dropout.
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

/// Where a part of a head's queries lies among all of them, which decides about masks and dropout too.
struct QueryPart {
  std::size_t first;
  std::size_t all;
};

/// The same in two steps, so that a head's queries can be given part by part: the keys and values are packed once …
void pack_keys(ConstMatrixView key, FusedScratch& scratch);
void pack_values(ConstMatrixView value, FusedScratch& scratch);

/// (the keys perhaps part by part too: first their size, then some of them [count, head_dim], from one on that is a
/// multiple of tile_columns)
void begin_keys(std::size_t keys, std::size_t head_dim, FusedScratch& scratch);
void pack_some_keys(std::size_t first, ConstMatrixView key, FusedScratch& scratch);

/// … and heard by some of the head's queries: `head.query` and `head.output` are that part alone; of `head.key` its
/// size alone is looked at.
void attend_to_packed(const FusedHead& head, QueryPart part, const AttentionOptions& options, FusedScratch& scratch);

/// query [batch, heads, queries, head_dim], key [batch, key_heads, keys, head_dim], value [batch, key_heads, keys,
/// value_dim] → output [batch, heads, queries, value_dim]. The same numbers as trace_attention's, up to rounding.
void fused_attention(const Tensor4& query, const Tensor4& key, const Tensor4& value, const AttentionOptions& options,
                     FusedScratch& scratch, Tensor4& output);

}  // namespace spotlight
