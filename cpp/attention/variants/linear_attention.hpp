// Linear attention, φ(Q)·(φ(K)ᵀ·V) / φ(Q)·(φ(K)ᵀ·1): time and memory O(n), without a weight matrix (Katharopoulos et
// al. 2020; Choromanski et al. 2021).
#pragma once

#include "../options.hpp"
#include "feature_map.hpp"

namespace spotlight {

struct LinearAttentionScratch {
  Matrix projection;  // ω [features, head_dim]
  Matrix query, key;  // φ(Q) [queries, features], φ(K) [keys, features]
  Matrix exponents;   // [keys, 1]: the true φ(kᵢ) is key row i · 2^exponentᵢ
  Matrix value;       // [V, 1]: V and a column of ones, [keys, value_dim + 1]
  Matrix state;       // φ(K)ᵀ·[V, 1] of the keys so far, [features, value_dim + 1]
  Matrix weights;     // weights of a block of queries for the keys that only some of them attend to
  Matrix sums;        // Σ weight · [value, 1] of a block of queries, [block, value_dim + 1]
};

/// Linear attention: query [batch, heads, queries, head_dim], key [batch, kv_heads, keys, head_dim], value [batch,
/// kv_heads, keys, value_dim] → output [batch, heads, queries, value_dim]. Only three options apply: scale, the causal
/// mask and key_lengths.
void linear_attention(const Tensor4& query, const Tensor4& key, const Tensor4& value, const AttentionOptions& options,
                      const FeatureMap& map, LinearAttentionScratch& scratch, Tensor4& output);

}  // namespace spotlight
