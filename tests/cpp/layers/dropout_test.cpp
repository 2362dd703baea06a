#include "layers/dropout.hpp"

#include <gtest/gtest.h>

#include "core/tensor.hpp"

namespace {

void drop_some(spotlight::Matrix& numbers, float p, std::uint64_t seed) {
  spotlight::apply_dropout(numbers.data(), numbers.size(), 0, p, seed);
}

TEST(Dropout, DropsTheGivenFractionAndPreservesTheMean) {
  spotlight::Matrix weights({100, 1000}, 1.0F);
  drop_some(weights, 0.3F, 5);
  std::size_t dropped = 0;
  for (const float weight : weights) {
    if (weight == 0) {
      ++dropped;
    } else {
      EXPECT_FLOAT_EQ(weight, 1 / 0.7F);
    }
  }
  EXPECT_NEAR(static_cast<double>(dropped) / 1e5, 0.3, 0.01);
}

TEST(Dropout, IsTheSameForTheSameSeedOnly) {
  spotlight::Matrix first({8, 8}, 1.0F);
  spotlight::Matrix second = first;
  spotlight::Matrix third = first;
  drop_some(first, 0.5F, 1);
  drop_some(second, 0.5F, 1);
  drop_some(third, 0.5F, 2);
  EXPECT_EQ(first, second);
  EXPECT_NE(first, third);
}

TEST(Dropout, OfNoneAndOfAll) {
  spotlight::Matrix none({4, 4}, 0.25F);
  spotlight::Matrix all = none;
  drop_some(none, 0.0F, 1);
  drop_some(all, 1.0F, 1);
  for (const float weight : none) EXPECT_EQ(weight, 0.25F);
  for (const float weight : all) EXPECT_EQ(weight, 0.0F);
}

}  // namespace
