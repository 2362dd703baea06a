// Activations of feed-forward layers, forward and backward, and the softcap of scores and logits.
#pragma once

#include <cstdint>

#include "../core/tensor.hpp"

namespace spotlight {

enum class FeedForwardActivation : std::uint8_t {
  relu,       // max(x, 0), as torch.relu
  gelu,       // x·Φ(x) with the normal distribution function Φ (Hendrycks & Gimpel 2016), torch's default
  gelu_tanh,  // x·(1 + tanh(√(2/π)·(x + 0.044715·x³)))/2, the same paper's approximation of gelu, as in GPT-2
  silu,       // x / (1 + e^−x), as torch's silu
};

/// hidden = f(projected) for an activation f. Both are [rows, size] and may be the same matrix.
void activation_forward(FeedForwardActivation activation, ConstMatrixView projected, MutableMatrixView hidden);

/// Backward pass of an activation f: replaces the gradient with respect to f(projected) with the gradient with respect
/// to `projected`. Both matrices are [rows, size] and must not overlap.
void activation_backward(FeedForwardActivation activation, ConstMatrixView projected, MutableMatrixView gradient);

/// Limits x to magnitudes below cap: x = cap·tanh(x / cap) (Gemma Team 2024).
void softcap(MutableMatrixView x, float cap);
/// x = cap·tanh(x / cap) for one row x, on the calling thread.
void softcap(float* row, std::size_t size, float cap);

}  // namespace spotlight
