// Activation functions of feed-forward layers and the cap of scores and logits, element by element and in place.
#pragma once

#include "../core/tensor.hpp"

namespace spotlight::kernels {

/// x = max(x, 0), as torch.relu.
void relu(MutableMatrixView x);

/// x = x·Φ(x) with the normal distribution function Φ, the exact GELU (Hendrycks & Gimpel 2016), torch's default.
void gelu(MutableMatrixView x);

/// x = x·(1 + tanh(√(2/π)·(x + 0.044715·x³)))/2, the approximation of the same paper, as torch's gelu with
/// approximate='tanh'.
void gelu_tanh(MutableMatrixView x);

/// x = x / (1 + e^−x), as torch's silu.
void silu(MutableMatrixView x);

/// x = cap·tanh(x / cap), so that |x| ≤ cap (Gemma Team 2024).
void softcap(MutableMatrixView x, float cap);
/// The same of one row, on this thread.
void softcap(float* row, std::size_t size, float cap);

}  // namespace spotlight::kernels
