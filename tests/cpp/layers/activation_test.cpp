// Activation functions, compared with PyTorch and with the formula in double precision.
#include "layers/activation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace spotlight {
namespace {

using Activation = FeedForwardActivation;

void activate(Activation activation, std::vector<float>& values) {
  const MutableMatrixView row = {values.data(), 1, values.size(), values.size()};
  activation_forward(activation, row, row);
}

// The expected values were computed with PyTorch.
TEST(Activations, MatchPyTorch) {
  const auto of = [](Activation activation) {
    std::vector<float> values = {-3.0F, -0.5F, 0.0F, 0.7F, 2.0F};
    activate(activation, values);
    return values;
  };
  const auto is = [](const std::vector<float>& values, const std::vector<float>& expected) {
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(values[i], expected[i], 1e-6) << "at " << i;
  };
  is(of(Activation::gelu), {-0.00405023F, -0.15426877F, 0.0F, 0.53062546F, 1.95449972F});
  is(of(Activation::gelu_tanh), {-0.00363743F, -0.15428600F, 0.0F, 0.53057015F, 1.95459771F});
  is(of(Activation::silu), {-0.14227761F, -0.18877034F, 0.0F, 0.46773142F, 1.76159406F});
}

TEST(Softcap, IsTheHyperbolicTangentTimesTheCap) {
  std::vector<float> values = {-1e30F, -7.0F, -0.01F, 0.0F, 0.3F, 7.0F, 1e30F};
  const std::vector<float> before = values;
  softcap({values.data(), 1, values.size(), values.size()}, 5.0F);
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_NEAR(values[i], 5.0 * std::tanh(before[i] / 5.0), 1e-6) << "at " << i;
  }
}

/// Maximum error of an activation function on a grid over [−12, 12], relative to the exact value or to 1e-6 if that is
/// larger.
double largest_relative_error(Activation activation, double (*expected)(double)) {
  std::vector<float> x(9603);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i) * 0.0025F - 12.0F;
  std::vector<float> y = x;
  activate(activation, y);
  double largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double exact = expected(x[i]);
    largest = std::max(largest, std::abs(y[i] - exact) / std::max(std::abs(exact), 1e-6));
  }
  return largest;
}

TEST(Activations, AreWithinRoundingOfDoublePrecision) {
  const auto gelu_error =
      largest_relative_error(Activation::gelu, [](double x) { return 0.5 * x * std::erfc(-x / std::numbers::sqrt2); });
  const auto gelu_tanh_error = largest_relative_error(Activation::gelu_tanh, [](double x) {
    return x / (1 + std::exp(-2 * std::sqrt(2 * std::numbers::inv_pi) * (x + 0.044715 * x * x * x)));
  });
  const auto silu_error = largest_relative_error(Activation::silu, [](double x) { return x / (1 + std::exp(-x)); });
  EXPECT_LE(gelu_error, 2e-6);
  EXPECT_LE(gelu_tanh_error, 2e-6);
  EXPECT_LE(silu_error, 5e-7);
}

TEST(Activations, AreDefinedForTheLargestNumbers) {
  constexpr float largest = std::numeric_limits<float>::max();
  for (const auto activation : {Activation::gelu, Activation::gelu_tanh, Activation::silu}) {
    std::vector<float> values = {-largest, -1e4F, 1e4F, largest, 1e-40F};
    activate(activation, values);
    EXPECT_EQ(values, (std::vector<float>{-0.0F, -0.0F, 1e4F, largest, 5e-41F}));
  }
}

TEST(Activations, HaveSlopesThatAreDifferencesOfTheirValues) {
  for (const auto activation : {Activation::relu, Activation::gelu, Activation::gelu_tanh, Activation::silu}) {
    const std::vector<float> x = {-5.1F, -2.3F, -0.7F, -0.2F, 0.1F, 0.6F, 1.9F, 4.2F, 9.3F};
    std::vector<float> slope(x.size(), 2.0F);  // gradient of the activation's output
    const auto row = [](const std::vector<float>& of) { return ConstMatrixView{of.data(), 1, of.size(), of.size()}; };
    activation_backward(activation, row(x), {slope.data(), 1, slope.size(), slope.size()});
    constexpr float step = 0x1p-6F;
    std::vector<float> below = x, above = x;
    for (std::size_t i = 0; i < x.size(); ++i) below[i] -= step, above[i] += step;
    activate(activation, below);
    activate(activation, above);
    for (std::size_t i = 0; i < x.size(); ++i) {
      EXPECT_NEAR(slope[i], 2.0F * (above[i] - below[i]) / (2.0F * step), 2e-4F) << "at " << x[i];
    }
  }
}

TEST(Activations, OfNaNAreNaN) {
  for (const auto activation : {Activation::relu, Activation::gelu, Activation::gelu_tanh, Activation::silu}) {
    std::vector<float> values(5, std::numeric_limits<float>::quiet_NaN());
    activate(activation, values);
    for (const float value : values) EXPECT_TRUE(std::isnan(value)) << static_cast<int>(activation);
  }
}

TEST(Relu, KeepsPositiveNumbers) {
  std::vector<float> values = {-1.5F, 0.0F, 2.5F, -0.0F, 3.0F};
  activate(Activation::relu, values);
  EXPECT_EQ(values, (std::vector<float>{0.0F, 0.0F, 2.5F, 0.0F, 3.0F}));
}

}  // namespace
}  // namespace spotlight
