#include "layers/linear.hpp"

#include <gtest/gtest.h>

#include "random_numbers.hpp"
#include "set_linear.hpp"

namespace spotlight {
namespace {

TEST(Linear, IsTimesTheTransposedWeightPlusBias) {
  for (const bool has_bias : {true, false}) {
    const Tensor3 x = random_numbers<3>({2, 3, 5}, 1);
    const Matrix weight = random_numbers<2>({6, 5}, 2);
    const Vector bias = random_numbers<1>({has_bias ? 6U : 0U}, 3);
    Linear linear;
    set_linear(weight, bias, linear);
    Tensor3 y;
    linear_forward(x, linear, y);
    for (std::size_t i = 0; i < 6; ++i) {
      for (std::size_t o = 0; o < 6; ++o) {
        double exact = has_bias ? bias(o) : 0.0;
        for (std::size_t c = 0; c < 5; ++c) exact += static_cast<double>(rows_of(x).row(i)[c]) * weight(o, c);
        EXPECT_NEAR(rows_of(y).row(i)[o], exact, 1e-6);
      }
    }
  }
}

// The loss is Σ y ∘ dy for y = x·Wᵀ + b, so that the gradients are simple sums of products.
TEST(Linear, HasTheGradientsOfItsFormula) {
  const Matrix x = random_numbers<2>({7, 5}, 1), dy = random_numbers<2>({7, 6}, 2),
               weight = random_numbers<2>({6, 5}, 3);
  Matrix weight_gradient({6, 5}, 1.0F), dx({7, 5}, 9.0F), added({7, 5}, 1.0F);
  Vector bias_gradient({6}, 1.0F);
  kernels::PackedMatrix plain;
  plain.pack(matrix(weight));
  accumulate_linear_gradients(matrix(x), matrix(dy), matrix(weight_gradient), bias_gradient.data());
  linear_input_gradient(matrix(dy), plain, matrix(dx));
  accumulate_linear_input_gradient(matrix(dy), plain, matrix(added));
  for (std::size_t c = 0; c < 5; ++c) {
    for (std::size_t o = 0; o < 6; ++o) {
      double exact = 1;
      for (std::size_t i = 0; i < 7; ++i) exact += static_cast<double>(dy(i, o)) * x(i, c);
      EXPECT_NEAR(weight_gradient(o, c), exact, 1e-6);
    }
    for (std::size_t i = 0; i < 7; ++i) {
      double exact = 0;
      for (std::size_t o = 0; o < 6; ++o) exact += static_cast<double>(dy(i, o)) * weight(o, c);
      EXPECT_NEAR(dx(i, c), exact, 1e-6);
      EXPECT_NEAR(added(i, c), exact + 1, 1e-6);
    }
  }
  for (std::size_t o = 0; o < 6; ++o) {
    double exact = 1;
    for (std::size_t i = 0; i < 7; ++i) exact += dy(i, o);
    EXPECT_NEAR(bias_gradient(o), exact, 1e-6);
  }
}

}  // namespace
}  // namespace spotlight
