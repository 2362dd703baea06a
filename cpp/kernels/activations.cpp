#include "activations.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace spotlight::kernels {
namespace {

template <class Function>
void apply(MutableMatrixView x, Function function) {
  for (std::size_t i = 0; i < x.rows; ++i) std::transform(x.row(i), x.row(i) + x.columns, x.row(i), function);
}

}  // namespace

void relu(MutableMatrixView x) {
  apply(x, [](float value) { return std::max(value, 0.0F); });
}

void gelu(MutableMatrixView x) {
  apply(x, [](float value) { return 0.5F * value * (1.0F + std::erf(value / std::numbers::sqrt2_v<float>)); });
}

void gelu_tanh(MutableMatrixView x) {
  const float factor = std::sqrt(2.0F * std::numbers::inv_pi_v<float>);
  apply(x, [factor](float value) {
    return 0.5F * value * (1.0F + std::tanh(factor * (value + 0.044715F * value * value * value)));
  });
}

void silu(MutableMatrixView x) {
  apply(x, [](float value) { return value / (1.0F + std::exp(-value)); });
}

}  // namespace spotlight::kernels
