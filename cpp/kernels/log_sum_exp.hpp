// The logarithm of a softmax's denominator.
#pragma once

#include <cstddef>

namespace spotlight::kernels {

/// The largest of at least one value.
float maximum(const float* values, std::size_t size);

/// log Σ eˣ of at least one value, as torch.logsumexp; −∞ where all values are.
float log_sum_exp(const float* values, std::size_t size);

}  // namespace spotlight::kernels
