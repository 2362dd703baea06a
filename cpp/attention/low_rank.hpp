// Attention over few summaries of the keys (Linformer, Wang et al. 2020): softmax(Q·(E·K)ᵀ·scale)·(F·V), in time and
// memory that grow with n · rank.
#pragma once

#include "fused.hpp"

namespace spotlight {

struct LowRankScratch {
  Tensor4 key, value;  // E·K [batch, key_heads, rank, head_dim], F·V [batch, key_heads, rank, value_dim]
  FusedScratch attention;
};

/// Each summary is the mean of one of `rank` equal stretches of the keys (the paper's pooling). [rank, keys]
void mean_pooling(Matrix& projection);

/// key_projection E and value_projection F, each [rank, keys]; the rest as fused_attention, of the options scale and
/// dropout.
void low_rank_attention(const Tensor4& query, const Tensor4& key, const Tensor4& value, const Matrix& key_projection,
                        const Matrix& value_projection, const AttentionOptions& options, LowRankScratch& scratch,
                        Tensor4& output);

}  // namespace spotlight
