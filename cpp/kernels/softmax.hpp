// The softmax of a row of numbers, forward and backward, and the logarithm of its denominator. (Its online form, for
// rows that come in parts, is in attention/fused/online_softmax.hpp.)
#pragma once

#include <cstddef>

namespace spotlight::kernels {

/// log Σ eˣ of at least one value, each finite or −∞, as torch.logsumexp; −∞ where all are.
double log_sum_exp(const float* values, std::size_t size) noexcept;

/// row = softmax(factor · row) of at least one value, each finite or −∞; all 0 where all are −∞. The factor is
/// positive. Returns log Σ e^(factor · x).
double softmax(float* row, std::size_t size, float factor = 1.0F) noexcept;

/// gradient, of weights = softmax(factor · x), becomes that of x: factor · weights ∘ (gradient − Σ weights ∘ gradient).
void softmax_backward(const float* weights, std::size_t size, float factor, float* gradient) noexcept;

}  // namespace spotlight::kernels
