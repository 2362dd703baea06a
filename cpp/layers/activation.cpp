#include "activation.hpp"

#include <numbers>

#include "../kernels/elementwise.hpp"
#include "../kernels/rows.hpp"

namespace spotlight {
namespace {

using simd::batch;
using simd::madd;

/// e^x for each lane. It is not inlined, to keep the code small: activations take little time compared with matrix
/// products.
[[gnu::noinline]] batch exponential(batch x) { return simd::exp_nonpositive(x); }

/// Sigmoid, 1 / (1 + e^−x), computed from e^−|x|, which does not overflow.
batch sigmoid(batch x) {
  const batch e = exponential(-simd::abs(x));
  return simd::select(x < batch(0.0F), e, batch(1.0F)) / (e + batch(1.0F));
}

struct Relu {
  static batch value(batch x) { return simd::max(x, batch(0.0F)); }
  static batch slope(batch x) { return simd::select(x > batch(0.0F), batch(1.0F), batch(0.0F)); }
};

struct Gelu {
  /// Density of the standard normal distribution times √(2π): e^(−x²/2).
  static batch gaussian(batch x) { return exponential(batch(-0.5F) * x * x); }
  /// Distribution function Φ of the standard normal distribution. Φ(−|x|) = t·P(t)·e^(−x²/2) with t = 1 / (1 +
  /// 0.4·|x|/√2) and a polynomial P fitted to |x| < 9.5: relative error 3.1e-8, or 1.3e-7 including the rounding errors
  /// of P.
  static batch distribution(batch x, batch gaussian) {
    constexpr float factor = 0.4F / std::numbers::sqrt2_v<float>;
    const batch t = batch(1.0F) / madd(simd::abs(x), batch(factor), batch(1.0F));
    auto polynomial = batch(1.56413559e-2F);
    polynomial = madd(polynomial, t, batch(-4.50116992e-2F));
    polynomial = madd(polynomial, t, batch(-1.21762808e-2F));
    polynomial = madd(polynomial, t, batch(1.08941272e-1F));
    polynomial = madd(polynomial, t, batch(-7.46644428e-3F));
    polynomial = madd(polynomial, t, batch(1.18134923e-1F));
    polynomial = madd(polynomial, t, batch(9.50632244e-2F));
    polynomial = madd(polynomial, t, batch(1.14113837e-1F));
    polynomial = madd(polynomial, t, batch(1.12759821e-1F));
    const batch below = t * polynomial * gaussian;
    return simd::select(x < batch(0.0F), below, batch(1.0F) - below);
  }
  static batch value(batch x) { return x * distribution(x, gaussian(x)); }
  static batch slope(batch x) {
    const batch e = gaussian(x);
    return distribution(x, e) + x * e * batch(0.398942280F);  // 1/√(2π)
  }
};

struct GeluTanh {
  // The factor (1 + tanh y) / 2 of GELU's tanh approximation is computed as the sigmoid of 2y.
  static constexpr float linear = 1.59576912F;   // 2·√(2/π)
  static constexpr float cubic = 0.0713548163F;  // 0.044715 · linear

  static batch value(batch x) { return x * sigmoid(x * madd(x * x, batch(cubic), batch(linear))); }
  static batch slope(batch x) {
    const batch s = sigmoid(x * madd(x * x, batch(cubic), batch(linear)));
    return s + x * s * (batch(1.0F) - s) * madd(x * x, batch(3.0F * cubic), batch(linear));
  }
};

struct Silu {
  static batch value(batch x) { return x * sigmoid(x); }
  static batch slope(batch x) {
    const batch s = sigmoid(x);
    return s * (batch(1.0F) + x * (batch(1.0F) - s));
  }
};

/// Calls `use` with the class that contains the activation function and its derivative.
template <class Use>
void with_functions(FeedForwardActivation activation, Use use) {
  switch (activation) {
    case FeedForwardActivation::relu:
      return use(Relu());
    case FeedForwardActivation::gelu:
      return use(Gelu());
    case FeedForwardActivation::gelu_tanh:
      return use(GeluTanh());
    case FeedForwardActivation::silu:
      return use(Silu());
  }
}

}  // namespace

void activation_forward(FeedForwardActivation activation, ConstMatrixView projected, MutableMatrixView hidden) {
  with_functions(activation, [&](auto function) {
    kernels::for_each_row(hidden.rows, hidden.columns, [&](std::size_t i) {
      kernels::map(hidden.columns, hidden.row(i), decltype(function)::value, projected.row(i));
    });
  });
}

void activation_backward(FeedForwardActivation activation, ConstMatrixView projected, MutableMatrixView gradient) {
  with_functions(activation, [&](auto function) {
    for (std::size_t i = 0; i < gradient.rows; ++i) {
      const float* hidden_gradient = gradient.row(i);
      kernels::map(
          gradient.columns, gradient.row(i), [](batch x, batch g) { return decltype(function)::slope(x) * g; },
          projected.row(i), hidden_gradient);
    }
  });
}

void softcap(float* row, std::size_t size, float cap) {
  // y = value / cap. tanh |y| is computed as (1 − e^−2|y|) / (1 + e^−2|y|) and takes the sign of y.
  const batch factor(-2.0F / cap);
  const float* before = row;
  kernels::map(
      size, row,
      [=](batch value) {
        const batch e = exponential(factor * simd::abs(value));
        const batch capped = batch(cap) * (batch(1.0F) - e) / (batch(1.0F) + e);
        return simd::select(value < batch(0.0F), -capped, capped);
      },
      before);
}

void softcap(MutableMatrixView x, float cap) {
  kernels::for_each_row(x.rows, x.columns, [&](std::size_t i) { softcap(x.row(i), x.columns, cap); });
}

}  // namespace spotlight
