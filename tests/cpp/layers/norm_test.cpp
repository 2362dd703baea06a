#include "layers/norm.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "random_numbers.hpp"

namespace spotlight {
namespace {

constexpr std::size_t sizes[] = {1, 3, 4, 17, 96};

Norm random_norm(Norm::Kind kind, std::size_t size) {
  Norm norm = {.kind = kind, .weight = random_numbers<1>({size}, 1), .bias = {}};
  if (Norm::has_bias(kind)) norm.bias = random_numbers<1>({size}, 2);
  return norm;
}

/// Reference for LayerNorm and RMSNorm of one row x, in double precision: (x − mean) / √(mean square + ε) · weight +
/// bias; RMSNorm has no mean and no bias.
std::vector<double> expected(const Norm& norm, const float* x, std::size_t size) {
  double mean = 0;
  for (std::size_t c = 0; norm.kind == Norm::Kind::layer && c < size; ++c) mean += x[c] / static_cast<double>(size);
  double squares = 0;
  for (std::size_t c = 0; c < size; ++c) squares += (x[c] - mean) * (x[c] - mean) / static_cast<double>(size);
  std::vector<double> y(size);
  for (std::size_t c = 0; c < size; ++c) {
    y[c] = (x[c] - mean) / std::sqrt(squares + static_cast<double>(norm.epsilon)) * norm.weight(c);
    if (norm.bias.size() > 0) y[c] += norm.bias(c);
  }
  return y;
}

TEST(Norm, IsTheFormula) {
  for (const auto kind : {Norm::Kind::layer, Norm::Kind::rms}) {
    for (const std::size_t size : sizes) {
      const Norm norm = random_norm(kind, size);
      const Tensor3 x = random_numbers<3>({2, 3, size}, 3) + 0.5F;
      Tensor3 y;
      normalize(x, norm, y);
      for (std::size_t i = 0; i < 6; ++i) {
        const std::vector<double> exact = expected(norm, rows_of(x).row(i), size);
        for (std::size_t c = 0; c < size; ++c) EXPECT_NEAR(rows_of(y).row(i)[c], exact[c], 1e-5);
      }
    }
  }
}

class Reader : public StepHook {
 public:
  bool wants(Place, Step) const override { return true; }
  void mark_heads(Place, StepRange, std::span<std::uint8_t>) const override {}
  void on(Place, Step, const StepView&) override { ++count; }
  int count = 0;
};

TEST(Norm, IsTheSameStepByStepToTheBit) {
  for (const auto kind : {Norm::Kind::layer, Norm::Kind::rms}) {
    for (const std::size_t size : sizes) {
      const Norm norm = random_norm(kind, size);
      const Tensor3 x = random_numbers<3>({1, 5, 2 * size}, 3);  // x has two heads
      Reader reader;
      Tensor3 whole, stepwise;
      normalize(x, norm, whole);
      normalize(x, norm, {Step::embedding_norm_mean, Step::embedding_norm_scale, Step::embedding_normalized},
                {.probe = {&reader, {}}}, stepwise);
      EXPECT_EQ(reader.count, kind == Norm::Kind::layer ? 3 : 2);
      EXPECT_EQ(stepwise, whole);
    }
  }
}

TEST(Norm, HasTheGradientOfFiniteDifferences) {
  constexpr std::size_t rows = 3, size = 7;
  constexpr float step = 1e-2F;
  for (const auto kind : {Norm::Kind::layer, Norm::Kind::rms}) {
    Norm norm = random_norm(kind, size);
    Matrix x = random_numbers<2>({rows, size}, 3);
    const Matrix dy = random_numbers<2>({rows, size}, 4);
    NormStatistics statistics = {.mean = Vector::from_shape({rows}), .scale = Vector::from_shape({rows})};
    Matrix y = Matrix::from_shape({rows, size});
    const auto loss = [&] {
      norm_forward(view(norm), matrix(std::as_const(x)), matrix(y), &statistics);
      double sum = 0;
      for (std::size_t i = 0; i < y.size(); ++i) sum += static_cast<double>(y.data()[i]) * dy.data()[i];
      return sum;
    };
    loss();
    Matrix overwritten = dy;
    Matrix dx({rows, size}, 1.0F);  // gradients are added to the initial value 1
    Vector d_weight({size}, 1.0F), d_bias({size}, 1.0F);
    norm_backward(view(norm), matrix(std::as_const(x)), statistics, matrix(overwritten), matrix(dx), d_weight.data(),
                  Norm::has_bias(kind) ? d_bias.data() : nullptr);
    const auto slope = [&](float& number) {
      const float original = number;
      number = original + step;
      const double above = loss();
      number = original - step;
      const double below = loss();
      number = original;
      return (above - below) / (2 * step);
    };
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(dx.data()[i] - 1, slope(x.data()[i]), 3e-3);
    for (std::size_t c = 0; c < size; ++c) {
      EXPECT_NEAR(d_weight(c) - 1, slope(norm.weight(c)), 3e-3);
      if (Norm::has_bias(kind)) {
        EXPECT_NEAR(d_bias(c) - 1, slope(norm.bias(c)), 3e-3);
      }
    }
  }
}

}  // namespace
}  // namespace spotlight
