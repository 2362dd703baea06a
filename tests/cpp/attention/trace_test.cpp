#include "attention/trace.hpp"

#include <gtest/gtest.h>

#include "reference.hpp"

namespace {

using reference::largest_difference;
using reference::random_tensor;
using spotlight::Tensor4;

class Traces : public testing::TestWithParam<reference::Shape> {};

TEST_P(Traces, HoldEveryStepOfTheFormula) {
  const auto [batch, heads, queries, keys, head_dim, value_dim] = GetParam();
  const Tensor4 query = random_tensor(batch, heads, queries, head_dim, 1);
  const Tensor4 key = random_tensor(batch, heads, keys, head_dim, 2);
  const Tensor4 value = random_tensor(batch, heads, keys, value_dim, 3);
  spotlight::AttentionOptions options;
  options.mask.is_causal = true;
  spotlight::Trace trace;
  spotlight::trace_attention(query, key, value, options, trace);

  const auto scores = reference::scores(query, key);
  const auto all = [](auto...) { return true; };
  const auto causal = [](std::size_t, std::size_t, std::size_t i, std::size_t j) { return j <= i; };
  const double scale = 1 / std::sqrt(static_cast<double>(head_dim));
  const auto masked = reference::masked(scores, scale, causal);
  const auto weights = reference::softmax(masked);
  const double tolerance = 3e-7 * static_cast<double>(head_dim + 4);
  EXPECT_LE(largest_difference(trace.scores, scores.values), tolerance);
  EXPECT_LE(largest_difference(trace.scaled, reference::masked(scores, scale, all).values), tolerance);
  EXPECT_LE(largest_difference(trace.masked, masked.values), tolerance);
  EXPECT_LE(largest_difference(trace.weights, weights.values), 2e-6);
  EXPECT_LE(largest_difference(trace.output, reference::weighted_sum(weights, value).values), 1e-5);
}

TEST(Trace, HasAtLeastOneKey) {
  const Tensor4 query = random_tensor(1, 2, 3, 4, 1);
  const Tensor4 none({1, 2, 0, 4});
  spotlight::Trace trace;
  EXPECT_THROW(spotlight::trace_attention(query, none, none, {}, trace), std::invalid_argument);
}

TEST_P(Traces, ReuseTheirMemory) {
  const auto [batch, heads, queries, keys, head_dim, value_dim] = GetParam();
  const Tensor4 query = random_tensor(batch, heads, queries, head_dim, 4);
  const Tensor4 key = random_tensor(batch, heads, keys, head_dim, 5);
  const Tensor4 value = random_tensor(batch, heads, keys, value_dim, 6);
  spotlight::Trace fresh;
  spotlight::trace_attention(query, key, value, {}, fresh);
  spotlight::Trace used;
  spotlight::trace_attention(random_tensor(2, 1, 9, 3, 7), random_tensor(2, 1, 11, 3, 8), random_tensor(2, 1, 11, 4, 9),
                             {}, used);
  spotlight::trace_attention(query, key, value, {}, used);
  EXPECT_EQ(fresh.weights, used.weights);
  EXPECT_EQ(fresh.output, used.output);
}

INSTANTIATE_TEST_SUITE_P(Shapes, Traces, testing::ValuesIn(reference::shapes));

TEST(Trace, UsesTheGivenScale) {
  const Tensor4 x = random_tensor(1, 1, 3, 4, 1);
  spotlight::AttentionOptions options;
  options.scale = 1.0F;
  spotlight::Trace trace;
  spotlight::trace_attention(x, x, x, options, trace);
  EXPECT_EQ(trace.scores, trace.scaled);
}

TEST(Trace, DropsWeightsBeforeTheWeightedSum) {
  const Tensor4 x = random_tensor(1, 1, 6, 4, 1);
  spotlight::AttentionOptions options;
  options.dropout_p = 1.0F;
  spotlight::Trace trace;
  spotlight::trace_attention(x, x, x, options, trace);
  for (const float weight : trace.weights) EXPECT_EQ(weight, 0.0F);
  for (const float number : trace.output) EXPECT_EQ(number, 0.0F);
}

}  // namespace
