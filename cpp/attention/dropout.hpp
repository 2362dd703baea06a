// Between steps 4 and 5, in training only: dropout of the weights (Srivastava et al. 2014).
#pragma once

#include <cstdint>

#include "../core/tensor.hpp"

namespace spotlight {

/// Sets each weight to 0 with probability p and divides the others by 1 − p, so that the expected output stays the
/// same; p = 1 sets all to 0. The same seed drops the same weights. As torch.nn.functional.dropout.
/// `first` is the index of the first of them among the weights of a whole attention.
void apply_dropout(Tensor4& weights, float p, std::uint64_t seed, std::size_t first = 0);

/// The same for `count` weights of one row; `first` is the index of the first of them in [batch, heads, queries, keys].
void apply_dropout(float* weights, std::size_t count, std::size_t first, float p, std::uint64_t seed);

}  // namespace spotlight
