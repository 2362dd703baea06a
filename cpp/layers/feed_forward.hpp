// Feed-forward layer: W₂·f(W₁·x), or gated: W₂·(f(W₁·x) ∘ (V·x)), which is SwiGLU if f is SiLU and GeGLU if f is GELU
// (Shazeer 2020). The hidden layer also has a backward pass, for training.
#pragma once

#include <optional>

#include "../core/probe.hpp"
#include "activation.hpp"
#include "linear.hpp"

namespace spotlight {

/// Weights of a feed-forward layer. In Hugging Face's Llama, gate_proj is W₁, up_proj is V, and down_proj is W₂.
struct FeedForward {
  FeedForwardActivation activation = FeedForwardActivation::relu;
  bool is_gated = false;
  Linear linear1;  // W₁ [feedforward_dim, embed_dim]
  Linear up;       // V [feedforward_dim, embed_dim], if gated
  Linear linear2;  // W₂ [embed_dim, feedforward_dim]
};

struct FeedForwardScratch {
  Tensor3 hidden, up;
};

/// Applies the feed-forward layer to x [batch, tokens, embed_dim]; `output` has the same shape. The probe in `scope`
/// receives the intermediate results.
void feed_forward(const FeedForward& layer, const Tensor3& x, const StepScope& scope, FeedForwardScratch& scratch,
                  Tensor3& output);

/// Hidden layer: hidden = f(a) ∘ b with the gate, or f(a) without b; all [rows, size]. `hidden` may be the same matrix
/// as `a`.
void feed_forward_hidden(FeedForwardActivation activation, ConstMatrixView a, std::optional<ConstMatrixView> b,
                         MutableMatrixView hidden);

/// Backward pass of feed_forward_hidden: computes the gradients of a and b from the gradient of `hidden`. All matrices
/// are [rows, size] and must not overlap. Without b, b_gradient is not written.
void feed_forward_hidden_backward(FeedForwardActivation activation, ConstMatrixView a, std::optional<ConstMatrixView> b,
                                  ConstMatrixView hidden_gradient, MutableMatrixView a_gradient,
                                  MutableMatrixView b_gradient);

}  // namespace spotlight
