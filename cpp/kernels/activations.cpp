#include "activations.hpp"

#include <algorithm>
#include <array>
#include <numbers>

#include "../core/simd.hpp"
#include "rows.hpp"

namespace spotlight::kernels {
namespace {

using simd::batch;
using simd::madd;

template <class Function>
void apply(float* row, std::size_t size, Function function) {
  std::size_t j = 0;
  for (; j + simd::lanes <= size; j += simd::lanes) simd::store(row + j, function(simd::load(row + j)));
  if (j == size) return;
  std::array<float, simd::lanes> last;
  simd::store(last.data(), function(simd::load_partial(row + j, size - j, 0.0F)));
  std::copy_n(last.data(), size - j, row + j);
}

template <class Function>
void apply(MutableMatrixView x, Function function) {
  for_each_row(x.rows, x.columns, [&](std::size_t i) { apply(x.row(i), x.columns, function); });
}

/// Called, not inlined: few of these numbers are computed beside those of the products, and so the code is one.
[[gnu::noinline]] batch exponential(batch x) { return simd::exp_nonpositive(x); }

/// 1 / (1 + e^−x), of e^−|x|, which does not overflow.
batch sigmoid(batch x) {
  const batch e = exponential(-xsimd::abs(x));
  return xsimd::select(x < batch(0.0F), e, batch(1.0F)) / (e + batch(1.0F));
}

/// The normal distribution function. Φ(−|x|) = t·P(t)·e^(−x²/2) with t = 1 / (1 + 0.4·|x|/√2) and a polynomial P,
/// fitted to |x| < 9.5: relative error 3.1e-8, 1.3e-7 with the roundings of P.
batch normal_distribution(batch x) {
  constexpr float factor = 0.4F / std::numbers::sqrt2_v<float>;
  const batch t = batch(1.0F) / madd(xsimd::abs(x), batch(factor), batch(1.0F));
  auto polynomial = batch(1.56413559e-2F);
  polynomial = madd(polynomial, t, batch(-4.50116992e-2F));
  polynomial = madd(polynomial, t, batch(-1.21762808e-2F));
  polynomial = madd(polynomial, t, batch(1.08941272e-1F));
  polynomial = madd(polynomial, t, batch(-7.46644428e-3F));
  polynomial = madd(polynomial, t, batch(1.18134923e-1F));
  polynomial = madd(polynomial, t, batch(9.50632244e-2F));
  polynomial = madd(polynomial, t, batch(1.14113837e-1F));
  polynomial = madd(polynomial, t, batch(1.12759821e-1F));
  const batch below = t * polynomial * exponential(batch(-0.5F) * x * x);
  return xsimd::select(x < batch(0.0F), below, batch(1.0F) - below);
}

}  // namespace

void relu(MutableMatrixView x) {
  apply(x, [](batch value) { return xsimd::max(value, batch(0.0F)); });
}

void gelu(MutableMatrixView x) {
  apply(x, [](batch value) { return value * normal_distribution(value); });
}

void gelu_tanh(MutableMatrixView x) {
  // (1 + tanh y) / 2 is the sigmoid of 2y.
  constexpr float linear = 1.59576912F;   // 2·√(2/π)
  constexpr float cubic = 0.0713548163F;  // 0.044715 times as much
  apply(x, [](batch value) { return value * sigmoid(value * madd(value * value, batch(cubic), batch(linear))); });
}

void silu(MutableMatrixView x) {
  apply(x, [](batch value) { return value * sigmoid(value); });
}

void softcap(float* row, std::size_t size, float cap) {
  // tanh y = (1 − e^−2y) / (1 + e^−2y), of |y|, with the sign of y.
  const batch factor(-2.0F / cap);
  apply(row, size, [=](batch value) {
    const batch e = exponential(factor * xsimd::abs(value));
    const batch capped = batch(cap) * (batch(1.0F) - e) / (batch(1.0F) + e);
    return xsimd::select(value < batch(0.0F), -capped, capped);
  });
}

void softcap(MutableMatrixView x, float cap) {
  for_each_row(x.rows, x.columns, [&](std::size_t i) { softcap(x.row(i), x.columns, cap); });
}

}  // namespace spotlight::kernels
