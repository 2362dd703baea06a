// Compares the fused pass of attention, which never stores the whole matrix of weights, with the trace, which stores
// every step.
#include "attention/fused/fused.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "attention/trace.hpp"
#include "reference.hpp"

namespace {

using reference::random_tensor;
using spotlight::Mask;
using spotlight::Tensor4;

double difference_to_trace(const reference::Shape& shape, const spotlight::AttentionOptions& options, unsigned seed) {
  const auto [batch, heads, queries, keys, head_dim, value_dim] = shape;
  const Tensor4 query = random_tensor(batch, heads, queries, head_dim, seed);
  const Tensor4 key = random_tensor(batch, heads, keys, head_dim, seed + 1);
  const Tensor4 value = random_tensor(batch, heads, keys, value_dim, seed + 2);
  spotlight::Trace trace;
  spotlight::trace_attention(query, key, value, options, trace);
  spotlight::FusedScratch scratch;
  Tensor4 output;
  spotlight::fused_attention(query, key, value, options, scratch, output);
  return reference::largest_difference(output, {trace.output.begin(), trace.output.end()});
}

class Fused : public testing::TestWithParam<reference::Shape> {};

TEST_P(Fused, MatchesTheTrace) { EXPECT_LE(difference_to_trace(GetParam(), {}, 1), 3e-6); }

TEST_P(Fused, MatchesTheTraceUnderACausalMask) {
  spotlight::AttentionOptions options;
  options.mask.is_causal = true;
  EXPECT_LE(difference_to_trace(GetParam(), options, 2), 3e-6);
}

TEST_P(Fused, MatchesTheTraceWithPaddingDownToZeroKeys) {
  const auto shape = GetParam();
  std::vector<std::int32_t> lengths(shape.batch);
  for (std::size_t b = 0; b < shape.batch; ++b) lengths[b] = static_cast<std::int32_t>(b * shape.keys / shape.batch);
  spotlight::AttentionOptions options;
  options.mask.key_lengths = lengths.data();
  EXPECT_LE(difference_to_trace(shape, options, 3), 3e-6);
}

TEST_P(Fused, MatchesTheTraceUnderRandomMasksOfEachKind) {
  const auto shape = GetParam();
  const std::size_t size = shape.heads * shape.queries * shape.keys;
  const Tensor4 random = random_tensor(1, shape.heads, shape.queries, shape.keys, 9);
  std::vector<std::uint8_t> flags(size);
  std::vector<float> addend(size);
  for (std::size_t at = 0; at < size; ++at) {
    flags[at] = random.data()[at] > 0.5F ? 1 : 0;
    addend[at] = random.data()[at] > 1.0F ? reference::minus_infinity : random.data()[at];
  }
  for (const auto kind : {Mask::Kind::allow, Mask::Kind::block, Mask::Kind::add}) {
    spotlight::AttentionOptions options;
    options.mask = {.kind = kind,
                    .flags = flags.data(),
                    .addend = addend.data(),
                    .shape = {1, shape.heads, shape.queries, shape.keys}};
    EXPECT_LE(difference_to_trace(shape, options, 4), 5e-6);
  }
}

TEST_P(Fused, MatchesTheTraceWithAWindow) {
  for (const std::size_t window : {1, 5, 70}) {
    spotlight::AttentionOptions options;
    options.mask.is_causal = true;
    options.mask.window = window;
    EXPECT_LE(difference_to_trace(GetParam(), options, 10), 3e-6);
  }
}

TEST_P(Fused, MatchesTheTraceWithBiasesOfDistancesAndACap) {
  const Tensor4 biases = random_tensor(1, 1, 21, GetParam().heads, 11);
  spotlight::Matrix distance_bias({21, GetParam().heads}, 0.0F);
  std::copy_n(biases.data(), biases.size(), distance_bias.data());
  spotlight::AttentionOptions options;
  options.scale = 3.0F;
  options.softcap = 2.0F;
  options.mask.distance_bias = &distance_bias;
  EXPECT_LE(difference_to_trace(GetParam(), options, 12), 5e-6);
}

TEST_P(Fused, MatchesTheTraceWhereScoresAreLarge) {
  for (const float scale : {2.0F, 9.0F, 80.0F}) {
    spotlight::AttentionOptions options;
    options.scale = scale;
    options.mask.is_causal = true;
    EXPECT_LE(difference_to_trace(GetParam(), options, 9), 2e-6 * std::max(3.0F, scale));
  }
}

TEST_P(Fused, DropsTheSameWeightsAsTheTrace) {
  spotlight::AttentionOptions options;
  options.dropout_p = 0.4F;
  options.seed = 7;
  EXPECT_LE(difference_to_trace(GetParam(), options, 5), 5e-6);
}

TEST_P(Fused, GivesTheSameBitsRangeByRange) {
  const auto [batch, heads, queries, keys, head_dim, value_dim] = GetParam();
  const Tensor4 query = random_tensor(batch, heads, queries, head_dim, 6);
  const Tensor4 key = random_tensor(batch, heads, keys, head_dim, 7);
  const Tensor4 value = random_tensor(batch, heads, keys, value_dim, 8);
  spotlight::AttentionOptions options;
  options.mask.is_causal = true;
  options.dropout_p = 0.2F;
  spotlight::FusedScratch scratch;
  Tensor4 whole;
  spotlight::fused_attention(query, key, value, options, scratch, whole);
  Tensor4 ranges(whole.shape());
  for (std::size_t h = 0; h < heads; ++h) {
    spotlight::pack_keys(spotlight::matrix(key, 0, h), scratch.of_thread(0));
    spotlight::pack_values(spotlight::matrix(value, 0, h), scratch.of_thread(0));
    for (std::size_t first = 0; first < queries; first += spotlight::query_block_size) {
      const std::size_t count = std::min(spotlight::query_block_size, queries - first);
      spotlight::attend_packed({.batch = 0,
                                .head = h,
                                .num_heads = heads,
                                .query = {&query(0, h, first, 0), count, head_dim, head_dim},
                                .key = spotlight::matrix(key, 0, h),
                                .value = spotlight::matrix(value, 0, h),
                                .output = {&ranges(0, h, first, 0), count, value_dim, value_dim}},
                               {.first = first, .total = queries}, options, scratch.of_thread(0));
      for (std::size_t at = 0; at < count * value_dim; ++at) {
        EXPECT_EQ((&ranges(0, h, first, 0))[at], (&whole(0, h, first, 0))[at]);
      }
    }
  }
}

std::vector<reference::Shape> shapes_of_several_blocks() {
  auto shapes = reference::shapes;
  shapes.push_back({1, 1, 65, 64, 8, 8});
  shapes.push_back({1, 2, 130, 200, 12, 20});
  shapes.push_back({2, 1, 3, 129, 5, 9});
  return shapes;
}

INSTANTIATE_TEST_SUITE_P(Shapes, Fused, testing::ValuesIn(shapes_of_several_blocks()));

TEST(FusedSoftmax, IsStableWhenScoresRiseAndFallFromBlockToBlock) {
  Tensor4 query({1, 1, 1, 1}, 1.0F);
  Tensor4 key({1, 1, 300, 1});
  Tensor4 value({1, 1, 300, 1});
  for (std::size_t j = 0; j < 300; ++j) {
    key(0, 0, j, 0) = j == 150 ? 1e4F : -1e4F + static_cast<float>(j);
    value(0, 0, j, 0) = static_cast<float>(j);
  }
  spotlight::FusedScratch scratch;
  Tensor4 output;
  spotlight::fused_attention(query, key, value, {}, scratch, output);
  EXPECT_EQ(output(0, 0, 0, 0), 150.0F);
}

}  // namespace

/// Attention of the query 1 to two equal keys −magnitude, so that both scores are −magnitude.
Tensor4 attend_to_opposite_keys(float magnitude, float value_of_both) {
  const Tensor4 query({1, 1, 1, 1}, 1.0F);
  const Tensor4 key({1, 1, 2, 1}, -magnitude);
  const Tensor4 value({1, 1, 2, 3}, value_of_both);
  spotlight::FusedScratch scratch;
  Tensor4 output;
  spotlight::fused_attention(query, key, value, {}, scratch, output);
  return output;
}

TEST(FusedSoftmax, IsExactAtBothEndsOfTheFloatRange) {
  for (const float magnitude : {0.0F, 1.0F, 20.7F, 20.9F, 87.0F, 1e30F}) {
    EXPECT_NEAR(attend_to_opposite_keys(magnitude, 1.0F)(0, 0, 0, 0), 1.0F, 1e-6F) << magnitude;
    EXPECT_NEAR(attend_to_opposite_keys(magnitude, 1e38F)(0, 0, 0, 2) / 1e38F, 1.0F, 1e-6F) << magnitude;
    EXPECT_NEAR(attend_to_opposite_keys(magnitude, 1e-19F)(0, 0, 0, 1) / 1e-19F, 1.0F, 1e-6F) << magnitude;
  }
}

// A score may be NaN, because a number of a projected query or key is ∞ − ∞. The trace and the fused pass use the same
// rule: such a score is an error if its key is attended to, and is ignored if its key is masked.
TEST(FusedSoftmax, ANumberThatIsNoneIsAFaultWhereItIsAttendedTo) {
  for (const bool is_key : {false, true}) {
    for (const bool is_masked : {false, true}) {
      Tensor4 query = random_tensor(1, 1, 6, 4, 1);
      Tensor4 key = random_tensor(1, 1, 6, 4, 2);
      const Tensor4 value = random_tensor(1, 1, 6, 3, 3);
      (is_key ? key : query)(0, 0, 4, 2) = std::numeric_limits<float>::quiet_NaN();
      const std::uint8_t allowed[] = {1, 1, 1, 1, 0, 1};
      spotlight::AttentionOptions options;
      if (is_masked) options.mask = {.kind = Mask::Kind::allow, .flags = allowed, .shape = {1, 1, 1, 6}};
      spotlight::Trace trace;
      spotlight::trace_attention(query, key, value, options, trace);
      EXPECT_EQ(trace.overflow >= 0, !is_key || !is_masked);
      spotlight::FusedScratch scratch;
      Tensor4 output;
      spotlight::fused_attention(query, key, value, options, scratch, output);
      for (std::size_t i = 0; i < 6; ++i) {
        const bool is_fault = is_key ? !is_masked : i == 4;
        EXPECT_EQ(std::isnan(output(0, 0, i, 0)), is_fault) << is_key << is_masked << i;
        if (!is_fault) {
          EXPECT_NEAR(output(0, 0, i, 0), trace.output(0, 0, i, 0), 1e-6);
        }
      }
    }
  }
}
