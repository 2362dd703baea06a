#include "model/initialization.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace {

TEST(XavierUniform, StaysWithinItsBoundAndHasItsVariance) {
  constexpr std::size_t fan_out = 60, fan_in = 90;
  std::vector<float> weight(fan_out * fan_in);
  spotlight::xavier_uniform(weight.data(), fan_out, fan_in, 1.0F, 3);
  const double bound = std::sqrt(6.0 / (fan_out + fan_in));
  double sum = 0, squares = 0, largest = 0;
  for (const float w : weight) {
    sum += w;
    squares += static_cast<double>(w) * w;
    largest = std::max(largest, std::abs(static_cast<double>(w)));
  }
  const double count = static_cast<double>(weight.size());
  EXPECT_LE(largest, bound);
  EXPECT_GT(largest, bound * 0.99);
  EXPECT_NEAR(sum / count, 0, 0.01);
  EXPECT_NEAR(squares / count, 2.0 / (fan_out + fan_in), 0.0005);
}

TEST(XavierUniform, DependsOnTheSeedAlone) {
  std::vector<float> first(40), second(40), third(40);
  spotlight::xavier_uniform(first.data(), 5, 8, 1.0F, 1);
  spotlight::xavier_uniform(second.data(), 5, 8, 1.0F, 1);
  spotlight::xavier_uniform(third.data(), 5, 8, 1.0F, 2);
  EXPECT_EQ(first, second);
  EXPECT_NE(first, third);
}

TEST(SeededEmbedding, IsTheSameForTheSameTokenAndStandardNormal) {
  constexpr std::size_t embed_dim = 4096;
  std::vector<float> cat(embed_dim), again(embed_dim), dog(embed_dim);
  spotlight::seeded_embedding("cat", 1, cat.data(), embed_dim);
  spotlight::seeded_embedding("cat", 1, again.data(), embed_dim);
  spotlight::seeded_embedding("狗", 1, dog.data(), embed_dim);
  EXPECT_EQ(cat, again);
  double mean = 0, variance = 0, covariance = 0;
  for (std::size_t c = 0; c < embed_dim; ++c) {
    mean += cat[c] / static_cast<double>(embed_dim);
    variance += static_cast<double>(cat[c]) * cat[c] / embed_dim;
    covariance += static_cast<double>(cat[c]) * dog[c] / embed_dim;
  }
  EXPECT_NEAR(mean, 0, 0.06);
  EXPECT_NEAR(variance, 1, 0.08);
  EXPECT_NEAR(covariance, 0, 0.06);
}

TEST(HashToken, IsFnv1a) {
  EXPECT_EQ(spotlight::hash_token(""), 0xCBF29CE484222325U);
  EXPECT_EQ(spotlight::hash_token("a"), 0xAF63DC4C8601EC8CU);
  EXPECT_EQ(spotlight::hash_token("foobar"), 0x85944171F73967E8U);
}

}  // namespace
