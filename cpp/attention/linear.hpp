// Attention in time and memory that grow with n: φ(Q)·(φ(K)ᵀ·V), normalised by φ(Q)·(φ(K)ᵀ·1), so that no matrix of
// weights is ever made (Katharopoulos et al. 2020; Choromanski et al. 2021).
#pragma once

#include "../kernels/pack.hpp"
#include "features.hpp"
#include "options.hpp"

namespace spotlight {

/// Memory reused from head to head.
struct LinearScratch {
  Matrix directions;      // [features, head_dim]
  Matrix query, key;      // φ(Q) [queries, features], φ(K) [keys, features]
  Matrix key_transposed;  // of a block of keys, [features, keys]
  Matrix value;           // V and a column of ones, [keys, value_dim + 1]
  Matrix state;           // φ(K)ᵀ·[V, 1] of the keys so far, [features, value_dim + 1]
  Matrix addition;        // what a block of keys adds to it
  Matrix weights;         // of a block of queries and the same keys, [block, block]
  Matrix mixed, local;    // [queries, value_dim + 1]
};

/// query [batch, heads, queries, head_dim], key [batch, key_heads, keys, head_dim], value [batch, key_heads, keys,
/// value_dim] → output [batch, heads, queries, value_dim]. Of the options: scale, is_causal, key_lengths.
void linear_attention(const Tensor4& query, const Tensor4& key, const Tensor4& value, const AttentionOptions& options,
                      const FeatureMap& map, LinearScratch& scratch, Tensor4& output);

}  // namespace spotlight
