// Activation functions against PyTorch and against the formula in double precision.
#include "kernels/activations.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace spotlight {
namespace {

// The values are PyTorch's.
TEST(Activations, MatchPyTorch) {
  const auto of = [](void (*activate)(MutableMatrixView)) {
    std::vector<float> values = {-3.0F, -0.5F, 0.0F, 0.7F, 2.0F};
    activate({values.data(), 1, values.size(), values.size()});
    return values;
  };
  const auto is = [](const std::vector<float>& values, const std::vector<float>& expected) {
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(values[i], expected[i], 1e-6) << "at " << i;
  };
  is(of(kernels::gelu), {-0.00405023F, -0.15426877F, 0.0F, 0.53062546F, 1.95449972F});
  is(of(kernels::gelu_tanh), {-0.00363743F, -0.15428600F, 0.0F, 0.53057015F, 1.95459771F});
  is(of(kernels::silu), {-0.14227761F, -0.18877034F, 0.0F, 0.46773142F, 1.76159406F});
}

TEST(Softcap, IsTheHyperbolicTangentTimesTheCap) {
  std::vector<float> values = {-1e30F, -7.0F, -0.01F, 0.0F, 0.3F, 7.0F, 1e30F};
  const std::vector<float> before = values;
  kernels::softcap({values.data(), 1, values.size(), values.size()}, 5.0F);
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_NEAR(values[i], 5.0 * std::tanh(before[i] / 5.0), 1e-6) << "at " << i;
  }
}

/// The largest error of an activation on a grid of [−12, 12], as a multiple of the larger of the result and 1e-6.
double largest_relative_error(void (*activate)(MutableMatrixView), double (*expected)(double)) {
  std::vector<float> x(9603);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i) * 0.0025F - 12.0F;
  std::vector<float> y = x;
  activate({y.data(), 1, y.size(), y.size()});
  double largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double exact = expected(x[i]);
    largest = std::max(largest, std::abs(y[i] - exact) / std::max(std::abs(exact), 1e-6));
  }
  return largest;
}

TEST(Activations, AreWithinRoundingOfDoublePrecision) {
  const auto gelu_error =
      largest_relative_error(kernels::gelu, [](double x) { return 0.5 * x * std::erfc(-x / std::numbers::sqrt2); });
  const auto gelu_tanh_error = largest_relative_error(kernels::gelu_tanh, [](double x) {
    return x / (1 + std::exp(-2 * std::sqrt(2 * std::numbers::inv_pi) * (x + 0.044715 * x * x * x)));
  });
  const auto silu_error = largest_relative_error(kernels::silu, [](double x) { return x / (1 + std::exp(-x)); });
  EXPECT_LE(gelu_error, 2e-6);
  EXPECT_LE(gelu_tanh_error, 2e-6);
  EXPECT_LE(silu_error, 5e-7);
}

TEST(Activations, AreDefinedForTheLargestNumbers) {
  constexpr float largest = std::numeric_limits<float>::max();
  for (const auto activate : {kernels::gelu, kernels::gelu_tanh, kernels::silu}) {
    std::vector<float> values = {-largest, -1e4F, 1e4F, largest, 1e-40F};
    activate({values.data(), 1, values.size(), values.size()});
    EXPECT_EQ(values, (std::vector<float>{-0.0F, -0.0F, 1e4F, largest, 5e-41F}));
  }
}

TEST(Relu, KeepsPositiveNumbers) {
  std::vector<float> values = {-1.5F, 0.0F, 2.5F, -0.0F, 3.0F};
  kernels::relu({values.data(), 1, values.size(), values.size()});
  EXPECT_EQ(values, (std::vector<float>{0.0F, 0.0F, 2.5F, 0.0F, 3.0F}));
}

}  // namespace
}  // namespace spotlight
