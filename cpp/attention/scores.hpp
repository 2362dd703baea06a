// Step 1 of softmax(Q·Kᵀ/√d_k + M)·V: the scores.
#pragma once

#include "../core/tensor.hpp"

namespace spotlight {

/// scores = Q·Kᵀ: the dot product of every query with every key.
/// query [batch, heads, queries, head_dim], key [batch, kv_heads, keys, head_dim]
/// → scores [batch, heads, queries, keys]; kv_heads divides heads, and equals it unless queries are grouped
void compute_scores(const Tensor4& query, const Tensor4& key, Tensor4& scores);

}  // namespace spotlight
