#include "feed_forward.hpp"

#include <algorithm>

#include "../kernels/elementwise.hpp"

namespace spotlight {
namespace {

/// Elementwise product: product = product ∘ x
void multiply(ConstMatrixView x, MutableMatrixView product) {
  for (std::size_t i = 0; i < x.rows; ++i) kernels::multiply(x.row(i), x.columns, product.row(i));
}

}  // namespace

void feed_forward(const FeedForward& layer, const Tensor3& x, const StepScope& scope, FeedForwardScratch& scratch,
                  Tensor3& output) {
  linear_forward(x, layer.linear1, scratch.hidden, "the hidden layer");
  scope.on(Step::feed_forward_pre, scratch.hidden);
  std::optional<ConstMatrixView> gated;
  if (layer.is_gated) {
    linear_forward(x, layer.up, scratch.up, "the up projection");
    scope.on(Step::feed_forward_pre_linear, scratch.up);
    gated = rows_of(scratch.up);
  }
  feed_forward_hidden(layer.activation, rows_of(scratch.hidden), gated, rows_of(scratch.hidden));
  scope.on(Step::feed_forward_hidden, scratch.hidden);
  linear_forward(scratch.hidden, layer.linear2, output, "output");
  scope.on(Step::feed_forward_projection, output);
}

void feed_forward_hidden(FeedForwardActivation activation, ConstMatrixView a, std::optional<ConstMatrixView> b,
                         MutableMatrixView hidden) {
  activation_forward(activation, a, hidden);
  if (b) multiply(*b, hidden);
}

void feed_forward_hidden_backward(FeedForwardActivation activation, ConstMatrixView a, std::optional<ConstMatrixView> b,
                                  ConstMatrixView hidden_gradient, MutableMatrixView a_gradient,
                                  MutableMatrixView b_gradient) {
  for (std::size_t i = 0; i < a.rows; ++i) std::copy_n(hidden_gradient.row(i), a.columns, a_gradient.row(i));
  if (b) {
    feed_forward_hidden(activation, a, hidden_gradient, b_gradient);
    multiply(*b, a_gradient);
  }
  activation_backward(activation, a, a_gradient);
}

}  // namespace spotlight
