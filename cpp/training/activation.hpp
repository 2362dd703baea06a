// The activations of feed-forward layers, forward and backward.
#pragma once

#include "../model/block.hpp"

namespace spotlight::training {

/// hidden = f(a), or f(a) ∘ g with a gate. projected [rows, size] holds a, or [rows, 2·size] a and g side by side;
/// hidden [rows, size]. f is relu, the exact gelu or silu.
void activation_forward(FeedForward::Activation activation, bool is_gated, ConstMatrixView projected,
                        MutableMatrixView hidden);

/// The gradient of `projected` from that of `hidden`.
void activation_backward(FeedForward::Activation activation, bool is_gated, ConstMatrixView projected,
                         ConstMatrixView hidden_gradient, MutableMatrixView projected_gradient);

}  // namespace spotlight::training
