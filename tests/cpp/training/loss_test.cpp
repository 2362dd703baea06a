#include "training/loss.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "random_numbers.hpp"

namespace spotlight::training {
namespace {

constexpr std::size_t rows = 5, vocabulary = 7;

TEST(CrossEntropy, IsTheMeanOfNegativeLogProbabilitiesAndItsGradient) {
  const Matrix logits = random_numbers<2>({rows, vocabulary}, 1, 2.0F);
  const std::vector<std::int32_t> targets = {3, -1, 0, 6, -1};
  ASSERT_EQ(count_targets(targets), 3U);
  Matrix gradient({rows, vocabulary}, 9.0F);
  const Loss loss = cross_entropy(targets, 3, matrix(logits), matrix(gradient));
  double mean = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    double sum = 0;
    for (std::size_t c = 0; c < vocabulary; ++c) sum += std::exp(logits(i, c));
    if (targets[i] >= 0) mean -= std::log(std::exp(logits(i, targets[i])) / sum) / 3;
    for (std::size_t c = 0; c < vocabulary; ++c) {
      const double probability = std::exp(logits(i, c)) / sum;
      const double is_target = static_cast<std::int32_t>(c) == targets[i] ? 1 : 0;
      EXPECT_NEAR(gradient(i, c), targets[i] >= 0 ? (probability - is_target) / 3 : 0, 1e-6);
    }
  }
  EXPECT_NEAR(loss.mean, mean, 1e-6);
}

TEST(CrossEntropy, CountsTheFirstOfTheMostProbableTokens) {
  const std::vector<std::int32_t> targets = {1, 2, 0};
  Matrix logits({3, 3}, 0.0F);
  logits(0, 1) = logits(0, 2) = 1.0F;
  logits(1, 1) = logits(1, 2) = 1.0F;
  logits(2, 0) = -1.0F;
  Matrix gradient({3, 3}, 0.0F);
  EXPECT_EQ(cross_entropy(targets, 3, matrix(logits), matrix(gradient)).accuracy, 1.0 / 3);
}

// Losses of two parts of a batch add up to the loss of the whole: a worker may compute one half of a batch separately.
TEST(CrossEntropy, OfPartsAddsUpToThatOfTheWhole) {
  const Matrix logits = random_numbers<2>({rows, vocabulary}, 1, 2.0F);
  const std::vector<std::int32_t> targets = {3, 2, 0, -1, 5};
  Matrix whole({rows, vocabulary}, 0.0F), parts = whole;
  const Loss loss = cross_entropy(targets, 4, matrix(logits), matrix(whole));
  const std::span<const std::int32_t> all = targets;
  const Loss sum = cross_entropy(all.first(2), 4, matrix(logits).row_range(0, 2), matrix(parts).row_range(0, 2)) +
                   cross_entropy(all.subspan(2), 4, matrix(logits).row_range(2, 3), matrix(parts).row_range(2, 3));
  EXPECT_NEAR(sum.mean, loss.mean, 1e-12);
  EXPECT_NEAR(sum.accuracy, loss.accuracy, 1e-12);
  EXPECT_EQ(parts, whole);
}

}  // namespace
}  // namespace spotlight::training
