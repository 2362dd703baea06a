// Steps of softmax(Q·Kᵀ/√d_k + M)·V (Vaswani et al. 2017, equation 1), in the order of the formula; M is in mask.hpp.
// Each step is an expression over whole arrays or their rows, or a kernel call. The fused pass (fused/fused_head.hpp)
// computes all of them in one pass.
#pragma once

#include <cstdint>

#include "../core/tensor.hpp"
#include "options.hpp"

namespace spotlight {

// query [batch, heads, queries, head_dim], key [batch, kv_heads, keys, head_dim], value [batch, kv_heads, keys,
// value_dim]; kv_heads divides heads, and equals heads without grouped-query attention. Intermediate results are
// [batch, heads, queries, keys].

/// 1. scores = Q·Kᵀ: the dot product of every query with every key.
void compute_scores(const Tensor4& query, const Tensor4& key, Tensor4& scores);

/// 2. scaled = scores · scale
void scale_scores(const Tensor4& scores, float scale, Tensor4& scaled);

/// 3. In models that cap their scores (Gemma Team 2024): capped = cap · tanh(capped / cap); no change if cap is 0.
void cap_scores(Tensor4& capped, float cap);

// 4. and 5. masked = capped + distance bias + M: apply_distance_bias and apply_mask in mask.hpp.

/// 6. weights = function(masked)
void compute_weights(WeightFunction function, const Tensor4& masked, Tensor4& weights);

/// Softmax of each row of `masked`: a row sums to 1, or is all 0 if every key is masked.
void softmax_rows(const Tensor4& masked, Tensor4& weights);

/// ReLU as an alternative to softmax (Wortsman et al. 2023): weights = max(0, masked). A masked key, whose score is −∞,
/// gets 0; the weights of a query need not sum to 1.
void relu_rows(const Tensor4& masked, Tensor4& weights);

/// 7. Optional: weights = (weights + eps) / Σ(weights + eps), row by row; no change if eps = 0. With eps > 0 no weight
/// is 0, not even that of a masked key.
void smooth_weights(Tensor4& weights, float eps);

/// 8. In training: dropout of the weights. `first` is the index of the first weight in the whole attention.
void drop_weights(Tensor4& weights, float p, std::uint64_t seed, std::uint64_t first = 0);

/// 9. output = weights·V: for each query Σ weight · value over the keys, [batch, heads, queries, value_dim].
void weighted_sum(const Tensor4& weights, const Tensor4& value, Tensor4& output);

}  // namespace spotlight
