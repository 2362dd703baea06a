// Step 1 of softmax(Q·Kᵀ/√d_k + M)·V: the scores.
#pragma once

#include "../tensor.hpp"

namespace spotlight {

/// scores = Q·Kᵀ: how well what each query asks fits what each key answers.
/// query [batch, heads, queries, head_dim], key [batch, key_heads, keys, head_dim]
/// → scores [batch, heads, queries, keys]; key_heads divides heads, and is it where nothing is grouped
void compute_scores(const Tensor4& query, const Tensor4& key, Tensor4& scores);

}  // namespace spotlight
