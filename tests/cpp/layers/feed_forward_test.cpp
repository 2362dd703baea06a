// The hidden layer of a feed-forward layer, with and without a gate; its gradients are compared with finite
// differences.
#include "layers/feed_forward.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "../random_numbers.hpp"

namespace spotlight {
namespace {

constexpr std::size_t rows = 3, size = 5;
constexpr auto function = FeedForwardActivation::silu;

Matrix hidden_of(const Matrix& a, const Matrix* b) {
  Matrix hidden = Matrix::from_shape({rows, size});
  feed_forward_hidden(function, matrix(a), b == nullptr ? std::nullopt : std::optional(matrix(*b)), matrix(hidden));
  return hidden;
}

TEST(FeedForward, AGateMultipliesTheActivation) {
  const Matrix a = random_numbers<2>({rows, size}, 1);
  const Matrix b = random_numbers<2>({rows, size}, 2);
  const Matrix plain = hidden_of(a, nullptr);
  const Matrix gated = hidden_of(a, &b);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(gated.data()[i], plain.data()[i] * b.data()[i]);
}

/// Finite difference of Σ weight · hidden with respect to element `at` of the matrix `changed`, which is a or b, the
/// inputs of the hidden layer.
float difference(Matrix& changed, std::size_t at, const Matrix& a, const Matrix* b, const Matrix& weights) {
  constexpr float step = 1e-2F;
  const float number = changed.data()[at];
  double sums[2] = {};
  for (const int side : {0, 1}) {
    changed.data()[at] = number + (side == 0 ? -step : step);
    const Matrix hidden = hidden_of(a, b);
    for (std::size_t i = 0; i < hidden.size(); ++i) sums[side] += double{weights.data()[i]} * hidden.data()[i];
  }
  changed.data()[at] = number;
  return static_cast<float>((sums[1] - sums[0]) / (2.0 * step));
}

TEST(FeedForward, GradientsAreTheDifferencesOfTheForwardPass) {
  Matrix a = random_numbers<2>({rows, size}, 1);
  Matrix b = random_numbers<2>({rows, size}, 2);
  const Matrix weights = random_numbers<2>({rows, size}, 3);
  for (const Matrix* gate : {static_cast<const Matrix*>(nullptr), static_cast<const Matrix*>(&b)}) {
    Matrix a_gradient = Matrix::from_shape({rows, size}), b_gradient = a_gradient;
    feed_forward_hidden_backward(function, matrix(std::as_const(a)),
                                 gate == nullptr ? std::nullopt : std::optional(matrix(*gate)), matrix(weights),
                                 matrix(a_gradient), matrix(b_gradient));
    for (std::size_t i = 0; i < a.size(); ++i) {
      EXPECT_NEAR(a_gradient.data()[i], difference(a, i, a, gate, weights), 2e-4F) << "a at " << i;
      if (gate == nullptr) continue;
      EXPECT_NEAR(b_gradient.data()[i], difference(b, i, a, gate, weights), 2e-4F) << "b at " << i;
    }
  }
}

}  // namespace
}  // namespace spotlight
