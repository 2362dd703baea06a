// Steps of softmax(Q·Kᵀ/√d_k + M)·V (Vaswani et al. 2017, equation 1), in the order of the formula; M is in mask.hpp.
// Each step is an expression over the rows of one head's matrices, or a kernel call. The fused pass
// (fused/fused_head.hpp) computes all of them in one pass.
#pragma once

#include <cstdint>

#include "../core/tensor.hpp"
#include "options.hpp"

namespace spotlight {

// Shapes in all steps: query [queries, head_dim], key [keys, head_dim], value [keys, value_dim]; intermediate results
// [queries, keys].

/// 1. scores = Q·Kᵀ: the dot product of every query with every key.
void compute_scores(ConstMatrixView query, ConstMatrixView key, MutableMatrixView scores);

/// 2. scaled = scores · scale
void scale_scores(ConstMatrixView scores, float scale, MutableMatrixView scaled);

/// 3. capped = cap · tanh(scaled / cap), in models that cap their scores (Gemma Team 2024); capped = scaled if cap is
/// 0.
void cap_scores(ConstMatrixView scaled, float cap, MutableMatrixView capped);

// 4. and 5. masked = capped + distance bias + M, computed by apply_distance_bias and apply_mask (mask.hpp).

/// 6. weights = softmax(masked), or another function that `function` selects.
void compute_weights(WeightFunction function, ConstMatrixView masked, MutableMatrixView weights);

/// Softmax of each row of `masked`: a row sums to 1, or is all 0 if every key is masked.
void softmax_rows(ConstMatrixView masked, MutableMatrixView weights);

/// ReLU as an alternative to softmax (Wortsman et al. 2023): weights = max(0, masked). A masked key, whose score is −∞,
/// gets 0; the weights of a query need not sum to 1.
void relu_rows(ConstMatrixView masked, MutableMatrixView weights);

/// 7. Optional: weights = (weights + eps) / Σ(weights + eps), row by row; eps = 0 changes nothing. With eps > 0, even a
/// masked key has a weight above 0.
void smooth_weights(float eps, MutableMatrixView weights);

/// 8. In training: dropout of the weights. `first` numbers the first row of this matrix among the weight rows of all
/// heads and batch entries.
void drop_weights(float p, std::uint64_t seed, std::uint64_t first, MutableMatrixView weights);

/// 9. output = weights·V [queries, value_dim]: for each query, Σ weight · value over the keys
void weighted_sum(ConstMatrixView weights, ConstMatrixView value, MutableMatrixView output);

}  // namespace spotlight
