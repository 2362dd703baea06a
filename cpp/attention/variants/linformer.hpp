// Linformer (Wang et al. 2020): keys and values projected along the sequence to `rank` rows,
// softmax(Q·(E·K)ᵀ·scale)·(F·V). Time and memory O(n · rank).
#pragma once

#include "../fused/fused.hpp"

namespace spotlight {

struct LinformerScratch {
  Tensor4 key, value;  // E·K [batch, kv_heads, rank, head_dim], F·V [batch, kv_heads, rank, value_dim]
  FusedScratch attention;
};

/// Fills projection [rank, keys] with mean pooling, one of the paper's projections: row r averages the keys of the r-th
/// of `rank` equal segments.
void mean_pooling(Matrix& projection);

/// Linformer attention: key_projection is E and value_projection is F, each [rank, keys]; the other arguments are those
/// of fused_attention. Only two options apply: scale and dropout.
void linformer_attention(const Tensor4& query, const Tensor4& key, const Tensor4& value, const Matrix& key_projection,
                         const Matrix& value_projection, const AttentionOptions& options, LinformerScratch& scratch,
                         Tensor4& output);

}  // namespace spotlight
