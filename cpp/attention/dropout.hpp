// Between steps 4 and 5, in training only: dropout on the weights.
#pragma once

#include <cstdint>

#include "../tensor.hpp"

namespace spotlight {

/// Sets each weight to 0 with probability p and divides the others by 1 − p, so that the expected output stays the
/// same; p = 1 sets all to 0. The same seed drops the same weights. As torch.nn.functional.dropout.
void drop_weights(Tensor4& weights, float p, std::uint64_t seed);

/// The same for a part of one row, whose first weight is the `first`-th of all, counted row by row.
void drop_weights(float* weights, std::size_t count, std::size_t first, float p, std::uint64_t seed);

}  // namespace spotlight
