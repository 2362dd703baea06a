// Softmax of a row of numbers, forward and backward, and the logarithm of its denominator. (The online softmax, for
// rows that arrive in parts, is in attention/fused/online_softmax.hpp.)
#pragma once

#include <cstddef>

namespace spotlight::kernels {

/// log Σ eˣ of one or more values, each finite or −∞, as torch.logsumexp; −∞ if all values are −∞
double log_sum_exp(const float* values, std::size_t size) noexcept;

/// row = softmax(factor · row) of one or more values, each finite or −∞; all 0 if all are −∞. `factor` must be
/// positive. Returns log Σ e^(factor · x).
double softmax(float* row, std::size_t size, float factor = 1.0F) noexcept;

/// Backward pass of softmax: replaces the gradient of weights = softmax(factor · x) with the gradient of x: factor ·
/// weights ∘ (gradient − Σ weights ∘ gradient).
void softmax_backward(const float* weights, std::size_t size, float factor, float* gradient) noexcept;

}  // namespace spotlight::kernels
