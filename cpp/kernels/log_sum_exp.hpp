// The logarithm of a softmax's denominator.
#pragma once

#include <cstddef>

namespace spotlight::kernels {

/// The largest of at least one value.
float maximum(const float* values, std::size_t size);

/// log Σ eˣ of at least one value, each finite or −∞, as torch.logsumexp; −∞ where all are.
double log_sum_exp(const float* values, std::size_t size);

}  // namespace spotlight::kernels
