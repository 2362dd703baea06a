// Attention over long texts: sparse patterns against the step-by-step path, summaries and features against formulas.
#include <gtest/gtest.h>

#include <cmath>

#include "attention/fused.hpp"
#include "attention/linear.hpp"
#include "attention/low_rank.hpp"
#include "attention/trace.hpp"
#include "reference.hpp"

namespace {

using reference::random_tensor;
using spotlight::Tensor4;

class LongText : public testing::TestWithParam<std::size_t> {
 protected:
  std::size_t words() const { return GetParam(); }
  Tensor4 query = random_tensor(2, 2, words(), 7, 1);
  Tensor4 key = random_tensor(2, 2, words(), 7, 2);
  Tensor4 value = random_tensor(2, 2, words(), 5, 3);
};

TEST_P(LongText, ASparsePatternIsTheSameInBothPaths) {
  for (const std::size_t window : {0U, 1U, 50U, 1000U}) {
    for (const bool is_causal : {false, true}) {
      spotlight::Pattern pattern = {.window = window, .global = {}, .random_blocks = 1, .seed = 4};
      if (words() > 20) pattern.global = {3, 20};
      spotlight::AttentionOptions options;
      options.mask.pattern = &pattern;
      options.mask.is_causal = is_causal;
      spotlight::Trace trace;
      spotlight::trace_attention(query, key, value, options, trace);
      spotlight::FusedScratch scratch;
      Tensor4 output;
      spotlight::fused_attention(query, key, value, options, scratch, output);
      EXPECT_LE(reference::largest_difference(output, {trace.output.begin(), trace.output.end()}), 3e-6);
    }
  }
}

TEST_P(LongText, AWordAlwaysHearsItself) {
  const spotlight::Pattern pattern = {.window = 0, .global = {}, .random_blocks = 0, .seed = 0};
  spotlight::AttentionOptions options;
  options.mask.pattern = &pattern;
  spotlight::FusedScratch scratch;
  Tensor4 output;
  spotlight::fused_attention(query, key, value, options, scratch, output);
  EXPECT_LE(reference::largest_difference(output, {value.begin(), value.end()}), 1e-6);
}

TEST_P(LongText, LinearAttentionIsItsFormula) {
  for (const bool is_causal : {false, true}) {
    spotlight::AttentionOptions options;
    options.mask.is_causal = is_causal;
    options.scale = 1.0F;
    spotlight::LinearScratch scratch;
    Tensor4 output;
    spotlight::linear_attention(query, key, value, options, {}, scratch, output);
    const auto phi = [](float x) { return x > 0 ? x + 1.0 : std::exp(static_cast<double>(x)); };
    for (std::size_t i = 0; i < words(); ++i) {
      double sum = 0;
      double mixed = 0;
      for (std::size_t j = 0; j < (is_causal ? i + 1 : words()); ++j) {
        double weight = 0;
        for (std::size_t c = 0; c < 7; ++c) weight += phi(query(1, 1, i, c)) * phi(key(1, 1, j, c));
        sum += weight;
        mixed += weight * value(1, 1, j, 4);
      }
      EXPECT_NEAR(output(1, 1, i, 4), mixed / sum, 1e-5);
    }
  }
}

TEST_P(LongText, RandomFeaturesGiveAMeanOfTheValues) {
  for (const bool is_causal : {false, true}) {
    std::vector<std::int32_t> lengths = {static_cast<std::int32_t>(words()), static_cast<std::int32_t>(words() / 2)};
    spotlight::AttentionOptions options;
    options.mask.is_causal = is_causal;
    options.mask.key_lengths = lengths.data();
    const spotlight::FeatureMap map = {.kind = spotlight::FeatureMap::Kind::favor, .features = 10, .seed = 3};
    spotlight::LinearScratch scratch;
    Tensor4 output;
    Tensor4 ones = value;
    ones.fill(1.0F);
    spotlight::linear_attention(query, key, ones, options, map, scratch, output);
    for (std::size_t i = 0; i < words(); ++i) {
      EXPECT_NEAR(output(0, 1, i, 2), 1.0F, 1e-4);
      EXPECT_NEAR(output(1, 0, i, 0), words() / 2 > 0 ? 1.0F : 0.0F, 1e-4);
    }
  }
}

TEST_P(LongText, SummariesOfSingleWordsAreTheWords) {
  spotlight::Matrix projection({words(), words()});
  spotlight::mean_pooling(projection);
  spotlight::LowRankScratch scratch;
  Tensor4 output;
  Tensor4 expected;
  spotlight::low_rank_attention(query, key, value, projection, projection, {}, scratch, output);
  spotlight::fused_attention(query, key, value, {}, scratch.attention, expected);
  EXPECT_LE(reference::largest_difference(output, {expected.begin(), expected.end()}), 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Words, LongText, testing::Values(1, 2, 63, 64, 65, 200));

TEST(MeanPooling, GivesEachStretchTheSameShare) {
  spotlight::Matrix projection({3, 7});
  spotlight::mean_pooling(projection);
  for (std::size_t row = 0; row < 3; ++row) {
    float sum = 0;
    for (std::size_t key = 0; key < 7; ++key) sum += projection(row, key);
    EXPECT_NEAR(sum, 1.0F, 1e-6);
  }
}

TEST(RandomDirections, AreOrthogonalWithinABlock) {
  const spotlight::FeatureMap map = {.kind = spotlight::FeatureMap::Kind::favor, .features = 12, .seed = 9};
  spotlight::Matrix directions({12, 5});
  spotlight::random_directions(map, directions);
  for (std::size_t row = 0; row < 12; ++row) {
    for (std::size_t other = row - row % 5; other < row; ++other) {
      double product = 0;
      for (std::size_t c = 0; c < 5; ++c) product += static_cast<double>(directions(row, c)) * directions(other, c);
      EXPECT_NEAR(product, 0, 1e-4);
    }
  }
}

}  // namespace
