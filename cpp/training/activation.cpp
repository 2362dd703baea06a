#include "activation.hpp"

#include "vector.hpp"

namespace spotlight::training {
namespace {

using simd::batch;

struct Relu {
  static batch value(batch x) { return xsimd::max(x, batch(0.0F)); }
  static batch slope(batch x) { return xsimd::select(x > batch(0.0F), batch(1.0F), batch(0.0F)); }
};

struct Silu {
  static batch sigmoid(batch x) {
    const batch e = simd::exp_nonpositive(-xsimd::abs(x));
    return xsimd::select(x < batch(0.0F), e, batch(1.0F)) / (batch(1.0F) + e);
  }
  static batch value(batch x) { return x * sigmoid(x); }
  static batch slope(batch x) {
    const batch s = sigmoid(x);
    return s * (batch(1.0F) + x * (batch(1.0F) - s));
  }
};

struct Gelu {
  /// e^(−x²/2), and with it the normal distribution function (Abramowitz & Stegun 7.1.26; error 7.5e-8).
  static batch gaussian(batch x) { return simd::exp_nonpositive(x * x * batch(-0.5F)); }
  static batch distribution(batch x, batch gaussian) {
    const batch t = batch(1.0F) / simd::madd(xsimd::abs(x), batch(0.231641888F), batch(1.0F));  // 0.3275911 / √2
    auto tail = batch(0.5307027145F);
    tail = simd::madd(tail, t, batch(-0.7265760135F));
    tail = simd::madd(tail, t, batch(0.7107068705F));
    tail = simd::madd(tail, t, batch(-0.142248368F));
    tail = simd::madd(tail, t, batch(0.127414796F));
    tail = tail * t * gaussian;
    return xsimd::select(x < batch(0.0F), tail, batch(1.0F) - tail);
  }
  static batch value(batch x) { return x * distribution(x, gaussian(x)); }
  static batch slope(batch x) {
    const batch e = gaussian(x);
    return distribution(x, e) + x * e * batch(0.398942280F);  // 1/√(2π)
  }
};

template <class Function>
void forward(bool is_gated, ConstMatrixView projected, MutableMatrixView hidden) {
  const std::size_t size = hidden.columns;
  for (std::size_t i = 0; i < hidden.rows; ++i) {
    const float* a = projected.row(i);
    if (is_gated) {
      map(size, hidden.row(i), [](batch x, batch gate) { return Function::value(x) * gate; }, a, a + size);
    } else {
      map(size, hidden.row(i), Function::value, a);
    }
  }
}

template <class Function>
void backward(bool is_gated, ConstMatrixView projected, ConstMatrixView dy, MutableMatrixView dx) {
  const std::size_t size = dy.columns;
  for (std::size_t i = 0; i < dy.rows; ++i) {
    const float* a = projected.row(i);
    if (is_gated) {
      map(
          size, dx.row(i), [](batch x, batch gate, batch g) { return Function::slope(x) * gate * g; }, a, a + size,
          dy.row(i));
      map(size, dx.row(i) + size, [](batch x, batch g) { return Function::value(x) * g; }, a, dy.row(i));
    } else {
      map(size, dx.row(i), [](batch x, batch g) { return Function::slope(x) * g; }, a, dy.row(i));
    }
  }
}

}  // namespace

void activation_forward(FeedForward::Activation activation, bool is_gated, ConstMatrixView projected,
                        MutableMatrixView hidden) {
  if (activation == FeedForward::Activation::relu) return forward<Relu>(is_gated, projected, hidden);
  if (activation == FeedForward::Activation::silu) return forward<Silu>(is_gated, projected, hidden);
  forward<Gelu>(is_gated, projected, hidden);
}

void activation_backward(FeedForward::Activation activation, bool is_gated, ConstMatrixView projected,
                         ConstMatrixView hidden_gradient, MutableMatrixView projected_gradient) {
  if (activation == FeedForward::Activation::relu) {
    return backward<Relu>(is_gated, projected, hidden_gradient, projected_gradient);
  }
  if (activation == FeedForward::Activation::silu) {
    return backward<Silu>(is_gated, projected, hidden_gradient, projected_gradient);
  }
  backward<Gelu>(is_gated, projected, hidden_gradient, projected_gradient);
}

}  // namespace spotlight::training
