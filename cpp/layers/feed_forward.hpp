// The hidden numbers of a feed-forward layer, forward and backward: f(a), or f(a) ∘ b in a gated one, as SwiGLU with
// silu and GeGLU with gelu (Shazeer 2020).
#pragma once

#include <optional>

#include "activation.hpp"

namespace spotlight {

/// hidden = f(a) ∘ b, or f(a) without b, all [rows, size]; hidden may be a.
void feed_forward_hidden(FeedForwardActivation activation, ConstMatrixView a, std::optional<ConstMatrixView> b,
                         MutableMatrixView hidden);

/// The gradients of a and b, from that of hidden; all [rows, size], none of which overlap. Without b, b_gradient is not
/// written.
void feed_forward_hidden_backward(FeedForwardActivation activation, ConstMatrixView a, std::optional<ConstMatrixView> b,
                                  ConstMatrixView hidden_gradient, MutableMatrixView a_gradient,
                                  MutableMatrixView b_gradient);

}  // namespace spotlight
