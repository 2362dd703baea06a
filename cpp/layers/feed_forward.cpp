#include "feed_forward.hpp"

#include <algorithm>

#include "../kernels/elementwise.hpp"

namespace spotlight {
namespace {

/// product ∘= x
void multiply(ConstMatrixView x, MutableMatrixView product) {
  for (std::size_t i = 0; i < x.rows; ++i) kernels::multiply(x.row(i), x.columns, product.row(i));
}

}  // namespace

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
