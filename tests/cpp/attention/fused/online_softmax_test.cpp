#include "attention/fused/online_softmax.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "random_numbers.hpp"

namespace spotlight {
namespace {

constexpr std::size_t rows = 4, columns = 24, block = 8;

Matrix softmax_in_blocks(const Matrix& scores, OnlineSoftmax& softmax) {
  Matrix weights({rows, columns}, 0.0F);
  softmax.clear();
  for (std::size_t first = 0; first < columns; first += block) {
    Matrix part({rows, block}, 0.0F);
    for (std::size_t i = 0; i < rows; ++i) std::copy_n(&scores(i, first), block, &part(i, 0));
    softmax.exponentiate(matrix(part));
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < first; ++j) weights(i, j) *= softmax.rescale[i];
      std::copy_n(&part(i, 0), block, &weights(i, first));
    }
  }
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) weights(i, j) /= softmax.sum(i);
  }
  return weights;
}

void expect_softmax(const Matrix& weights, const Matrix& scores) {
  for (std::size_t i = 0; i < rows; ++i) {
    const double largest = *std::max_element(&scores(i, 0), &scores(i, 0) + columns);
    double sum = 0;
    for (std::size_t j = 0; j < columns; ++j) sum += std::exp(scores(i, j) - largest);
    for (std::size_t j = 0; j < columns; ++j) {
      EXPECT_NEAR(weights(i, j), std::exp(scores(i, j) - largest) / sum, 1e-6);
    }
  }
}

TEST(OnlineSoftmax, IsTheSoftmaxOfTheWholeRow) {
  const Matrix scores = random_numbers<2>({rows, columns}, 1, 5.0F);
  for (const bool is_bounded : {true, false}) {
    OnlineSoftmax softmax = {.is_bounded = is_bounded, .margin = 0.0F, .maximum = {}, .sums = {}, .rescale = {}};
    expect_softmax(softmax_in_blocks(scores, softmax), scores);
    EXPECT_FALSE(softmax.must_be_repeated(rows, false));
  }
}

TEST(OnlineSoftmax, IsComputedAgainWithMaximaWhereSumsAreSmall) {
  const Matrix scores = random_numbers<2>({rows, columns}, 1) - 20.0F;
  OnlineSoftmax softmax = {.is_bounded = true, .margin = 0.0F, .maximum = {}, .sums = {}, .rescale = {}};
  softmax_in_blocks(scores, softmax);
  EXPECT_TRUE(softmax.must_be_repeated(rows, false));
  EXPECT_FALSE(softmax.is_bounded);
  expect_softmax(softmax_in_blocks(scores, softmax), scores);
  EXPECT_FALSE(softmax.must_be_repeated(rows, false));
}

TEST(OnlineSoftmax, IsComputedOnceMoreWithLowerScoresWhereSumsOverflow) {
  const Matrix scores = random_numbers<2>({rows, columns}, 1);
  OnlineSoftmax softmax = {.is_bounded = true, .margin = 0.0F, .maximum = {}, .sums = {}, .rescale = {}};
  softmax_in_blocks(scores, softmax);
  EXPECT_TRUE(softmax.must_be_repeated(rows, true));
  EXPECT_GT(softmax.margin, 0.0F);
  expect_softmax(softmax_in_blocks(scores, softmax), scores);
  EXPECT_FALSE(softmax.must_be_repeated(rows, true)) << "the values overflow";
}

}  // namespace
}  // namespace spotlight
