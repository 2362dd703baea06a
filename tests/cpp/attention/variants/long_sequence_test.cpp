// Attention for long sequences: sparse patterns are compared with the trace (attention that stores all steps), linear
// attention and Linformer with their formulas.
#include <gtest/gtest.h>

#include <cmath>

#include "attention/fused/fused.hpp"
#include "attention/trace.hpp"
#include "attention/variants/linear_attention.hpp"
#include "attention/variants/linformer.hpp"
#include "reference.hpp"

namespace {

using reference::random_tensor;
using spotlight::Tensor4;

class LongSequence : public testing::TestWithParam<std::size_t> {
 protected:
  std::size_t seq_len() const { return GetParam(); }
  Tensor4 query = random_tensor(2, 2, seq_len(), 7, 1);
  Tensor4 key = random_tensor(2, 2, seq_len(), 7, 2);
  Tensor4 value = random_tensor(2, 2, seq_len(), 5, 3);
};

TEST_P(LongSequence, ASparsePatternGivesTheSameInBothPaths) {
  for (const std::size_t window : {0U, 1U, 50U, 1000U}) {
    for (const bool is_causal : {false, true}) {
      spotlight::SparsePattern pattern = {.window = window, .global = {}, .random_blocks = 1, .seed = 4};
      if (seq_len() > 20) pattern.global = {3, 20};
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

TEST_P(LongSequence, ATokenAlwaysAttendsToItself) {
  const spotlight::SparsePattern pattern = {.window = 0, .global = {}, .random_blocks = 0, .seed = 0};
  spotlight::AttentionOptions options;
  options.mask.pattern = &pattern;
  spotlight::FusedScratch scratch;
  Tensor4 output;
  spotlight::fused_attention(query, key, value, options, scratch, output);
  EXPECT_LE(reference::largest_difference(output, {value.begin(), value.end()}), 1e-6);
}

TEST_P(LongSequence, LinearAttentionReadsNoKeysBeyondTheLast) {
  const std::vector<std::int32_t> whole(2, static_cast<std::int32_t>(seq_len())), beyond(2, 100'000);
  spotlight::AttentionOptions options;
  spotlight::LinearAttentionScratch scratch;
  Tensor4 output, expected;
  options.mask.key_lengths = whole.data();
  spotlight::linear_attention(query, key, value, options, {}, scratch, expected);
  options.mask.key_lengths = beyond.data();
  spotlight::linear_attention(query, key, value, options, {}, scratch, output);
  EXPECT_EQ(output, expected);
}

TEST_P(LongSequence, LinearAttentionMatchesItsFormula) {
  for (const bool is_causal : {false, true}) {
    spotlight::AttentionOptions options;
    options.mask.is_causal = is_causal;
    options.scale = 1.0F;
    spotlight::LinearAttentionScratch scratch;
    Tensor4 output;
    spotlight::linear_attention(query, key, value, options, {}, scratch, output);
    const auto phi = [](float x) { return x > 0 ? x + 1.0 : std::exp(static_cast<double>(x)); };
    for (std::size_t i = 0; i < seq_len(); ++i) {
      double sum = 0;
      double weighted = 0;
      for (std::size_t j = 0; j < (is_causal ? i + 1 : seq_len()); ++j) {
        double weight = 0;
        for (std::size_t c = 0; c < 7; ++c) weight += phi(query(1, 1, i, c)) * phi(key(1, 1, j, c));
        sum += weight;
        weighted += weight * value(1, 1, j, 4);
      }
      EXPECT_NEAR(output(1, 1, i, 4), weighted / sum, 1e-5);
    }
  }
}

TEST_P(LongSequence, RandomFeatureWeightsSumToOne) {
  for (const bool is_causal : {false, true}) {
    std::vector<std::int32_t> lengths = {static_cast<std::int32_t>(seq_len()),
                                         static_cast<std::int32_t>(seq_len() / 2)};
    spotlight::AttentionOptions options;
    options.mask.is_causal = is_causal;
    options.mask.key_lengths = lengths.data();
    const spotlight::FeatureMap map = {.kind = spotlight::FeatureMap::Kind::favor, .features = 10, .seed = 3};
    spotlight::LinearAttentionScratch scratch;
    Tensor4 output;
    Tensor4 ones = value;
    ones.fill(1.0F);
    spotlight::linear_attention(query, key, ones, options, map, scratch, output);
    for (std::size_t i = 0; i < seq_len(); ++i) {
      EXPECT_NEAR(output(0, 1, i, 2), 1.0F, 1e-4);
      EXPECT_NEAR(output(1, 0, i, 0), seq_len() / 2 > 0 ? 1.0F : 0.0F, 1e-4);
    }
  }
}

TEST_P(LongSequence, LinformerOfFullRankIsExactAttention) {
  spotlight::Matrix projection({seq_len(), seq_len()});
  spotlight::mean_pooling(projection);
  spotlight::LinformerScratch scratch;
  Tensor4 output;
  Tensor4 expected;
  spotlight::linformer_attention(query, key, value, projection, projection, {}, scratch, output);
  spotlight::fused_attention(query, key, value, {}, scratch.attention, expected);
  EXPECT_LE(reference::largest_difference(output, {expected.begin(), expected.end()}), 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Lengths, LongSequence, testing::Values(1, 2, 63, 64, 65, 200));

TEST(MeanPooling, HasRowsThatSumToOne) {
  spotlight::Matrix projection({3, 7});
  spotlight::mean_pooling(projection);
  for (std::size_t row = 0; row < 3; ++row) {
    float sum = 0;
    for (std::size_t key = 0; key < 7; ++key) sum += projection(row, key);
    EXPECT_NEAR(sum, 1.0F, 1e-6);
  }
}

TEST(RandomProjection, HasOrthogonalRowsWithinABlock) {
  const spotlight::FeatureMap map = {.kind = spotlight::FeatureMap::Kind::favor, .features = 12, .seed = 9};
  spotlight::Matrix projection({12, 5});
  spotlight::draw_random_projection(map, projection);
  for (std::size_t row = 0; row < 12; ++row) {
    for (std::size_t other = row - row % 5; other < row; ++other) {
      double product = 0;
      for (std::size_t c = 0; c < 5; ++c) product += static_cast<double>(projection(row, c)) * projection(other, c);
      EXPECT_NEAR(product, 0, 1e-4);
    }
  }
}

}  // namespace
