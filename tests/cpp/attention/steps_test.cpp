// Compares each step of the attention formula with the reference implementation in reference.hpp, for a variety of
// shapes.
#include "attention/steps.hpp"

#include <gtest/gtest.h>

#include "reference.hpp"

namespace {

using reference::largest_difference;
using reference::random_tensor;
using spotlight::Matrix;
using spotlight::matrix;
using spotlight::rows_of;
using spotlight::Tensor4;

class Steps : public testing::TestWithParam<reference::Shape> {};

TEST_P(Steps, ScoresAreQueryTimesKeyTransposed) {
  const auto [batch, heads, queries, keys, head_dim, value_dim] = GetParam();
  const Tensor4 query = random_tensor(batch, heads, queries, head_dim, 1);
  const Tensor4 key = random_tensor(batch, heads, keys, head_dim, 2);
  Tensor4 scores({batch, heads, queries, keys});
  for (std::size_t b = 0; b < batch; ++b) {
    for (std::size_t h = 0; h < heads; ++h) {
      spotlight::compute_scores(matrix(query, b, h), matrix(key, b, h), matrix(scores, b, h));
    }
  }
  EXPECT_LE(largest_difference(scores, reference::scores(query, key).values), 3e-7 * static_cast<double>(head_dim + 4));
}

TEST_P(Steps, SoftmaxRowsAreTheExponentialsOverTheirSum) {
  const auto [batch, heads, queries, keys, head_dim, value_dim] = GetParam();
  const Tensor4 masked = random_tensor(batch, heads, queries, keys, 3) * 9.0F;
  reference::Doubles exact{batch, heads, queries, keys};
  std::copy(masked.begin(), masked.end(), exact.values.begin());
  Tensor4 weights(masked.shape());
  spotlight::softmax_rows(rows_of(masked), rows_of(weights));
  EXPECT_LE(largest_difference(weights, reference::softmax(exact).values), 4e-7);
}

TEST_P(Steps, WeightedSumIsWeightsTimesValue) {
  const auto [batch, heads, queries, keys, head_dim, value_dim] = GetParam();
  const Tensor4 weights = random_tensor(batch, heads, queries, keys, 4);
  const Tensor4 value = random_tensor(batch, heads, keys, value_dim, 5);
  reference::Doubles exact{batch, heads, queries, keys};
  std::copy(weights.begin(), weights.end(), exact.values.begin());
  Tensor4 output({batch, heads, queries, value_dim});
  for (std::size_t b = 0; b < batch; ++b) {
    for (std::size_t h = 0; h < heads; ++h) {
      spotlight::weighted_sum(matrix(weights, b, h), matrix(value, b, h), matrix(output, b, h));
    }
  }
  EXPECT_LE(largest_difference(output, reference::weighted_sum(exact, value).values),
            3e-7 * static_cast<double>(keys + 4));
}

INSTANTIATE_TEST_SUITE_P(Shapes, Steps, testing::ValuesIn(reference::shapes));

TEST(Scale, DefaultIsOneOverTheRoot) {
  EXPECT_FLOAT_EQ(spotlight::default_scale(64), 0.125F);
  EXPECT_FLOAT_EQ(spotlight::default_scale(6), 0.408248290F);
}

TEST(Scale, MultipliesEveryScore) {
  const Tensor4 scores = random_tensor(1, 2, 3, 4, 6);
  Tensor4 scaled(scores.shape());
  spotlight::scale_scores(rows_of(scores), 0.5F, rows_of(scaled));
  for (std::size_t i = 0; i < scores.size(); ++i) EXPECT_EQ(scaled.data()[i], scores.data()[i] * 0.5F);
}

TEST(Softmax, GivesZerosWhereEveryKeyIsMasked) {
  Matrix masked({2, 5}, reference::minus_infinity);
  masked(1, 3) = -7;
  Matrix weights({2, 5});
  spotlight::softmax_rows(matrix(masked), matrix(weights));
  for (std::size_t j = 0; j < 5; ++j) {
    EXPECT_EQ(weights(0, j), 0.0F);
    EXPECT_EQ(weights(1, j), j == 3 ? 1.0F : 0.0F);
  }
}

TEST(Softmax, StaysFiniteAtExtremeScores) {
  Matrix masked = {{1e4F, 0, -1e4F, 1e4F}, {3e38F, -3e38F, 0, 0}, {-1e4F, -1e4F, -1e4F, -1e4F}};
  Matrix weights({3, 4});
  spotlight::softmax_rows(matrix(masked), matrix(weights));
  EXPECT_EQ(weights(0, 0), 0.5F);
  EXPECT_EQ(weights(0, 1), 0.0F);
  EXPECT_EQ(weights(1, 0), 1.0F);
  EXPECT_EQ(weights(2, 2), 0.25F);
}

}  // namespace
