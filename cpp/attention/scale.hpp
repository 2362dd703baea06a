// Step 2 of softmax(Q·Kᵀ/√d_k + M)·V: the scale.
#pragma once

#include "../core/tensor.hpp"

namespace spotlight {

/// 1/√d_k. The dot product of two vectors of d_k independent numbers of variance 1 has variance d_k; times this, 1.
float default_scale(std::size_t head_dim);

/// scaled = scores · scale, all [batch, heads, queries, keys].
void scale_scores(const Tensor4& scores, float scale, Tensor4& scaled);

}  // namespace spotlight
