// The trace of the whole formula, and multi-head attention around it.
#include "attention/trace.hpp"

#include <gtest/gtest.h>

#include "attention/heads.hpp"
#include "attention/multihead.hpp"
#include "attention/steps.hpp"
#include "reference.hpp"
#include "set_linear.hpp"

namespace {

using reference::largest_difference;
using reference::random_tensor;
using spotlight::Tensor3;
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

Tensor3 random_sequence(std::size_t batch, std::size_t seq_len, std::size_t embed_dim, unsigned seed) {
  const Tensor4 numbers = random_tensor(1, batch, seq_len, embed_dim, seed);
  Tensor3 sequence({batch, seq_len, embed_dim});
  std::copy(numbers.begin(), numbers.end(), sequence.begin());
  return sequence;
}

struct Layer {
  spotlight::Matrix weight;
  spotlight::Vector bias;
};

Layer random_layer(std::size_t size, bool has_bias, unsigned seed) {
  const Tensor4 numbers = random_tensor(1, 1, size + 1, size, seed);
  Layer layer;
  layer.weight.resize({size, size});
  std::copy_n(numbers.data(), size * size, layer.weight.data());
  layer.bias.resize({has_bias ? size : 0});
  if (has_bias) std::copy_n(numbers.data() + size * size, size, layer.bias.data());
  return layer;
}

spotlight::Linear random_linear(std::size_t size, bool has_bias, unsigned seed) {
  const Layer layer = random_layer(size, has_bias, seed);
  spotlight::Linear linear;
  spotlight::set_linear(layer.weight, layer.bias, linear);
  return linear;
}

TEST(Linear, IsTimesTheTransposedWeightPlusBias) {
  for (const bool has_bias : {true, false}) {
    const Tensor3 x = random_sequence(2, 3, 6, 1);
    const Layer layer = random_layer(6, has_bias, 2);
    spotlight::Linear linear;
    spotlight::set_linear(layer.weight, layer.bias, linear);
    Tensor3 y;
    spotlight::linear_forward(x, linear, y);
    for (std::size_t b = 0; b < 2; ++b) {
      for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t o = 0; o < 6; ++o) {
          double exact = has_bias ? layer.bias(o) : 0.0;
          for (std::size_t c = 0; c < 6; ++c) exact += static_cast<double>(x(b, i, c)) * layer.weight(o, c);
          EXPECT_NEAR(y(b, i, o), exact, 3e-6);
        }
      }
    }
  }
}

TEST(Heads, AreSplitAndConcatenatedWithoutLoss) {
  const Tensor3 x = random_sequence(2, 5, 12, 3);
  Tensor4 heads;
  spotlight::split_heads(x, 3, heads);
  EXPECT_EQ(heads.shape(1), 3U);
  EXPECT_EQ(heads(1, 2, 4, 1), x(1, 4, 9));
  Tensor3 concat;
  spotlight::concat_heads(heads, concat);
  EXPECT_EQ(concat, x);
}

TEST(Multihead, IsTheConcatenationOfItsHeads) {
  constexpr std::size_t embed_dim = 12, num_heads = 3, head_dim = 4;
  spotlight::MultiheadWeights weights{.num_heads = num_heads,
                                      .num_kv_heads = num_heads,
                                      .query = random_linear(embed_dim, true, 1),
                                      .key = random_linear(embed_dim, true, 2),
                                      .value = random_linear(embed_dim, true, 3),
                                      .output = random_linear(embed_dim, true, 4),
                                      .rotary = {},
                                      .scale = {}};
  const Tensor3 decoder = random_sequence(2, 5, embed_dim, 5);
  const Tensor3 encoder = random_sequence(2, 7, embed_dim, 6);
  spotlight::MultiheadTrace trace;
  spotlight::trace_multihead_attention(decoder, encoder, encoder, weights, {}, trace);
  EXPECT_EQ(trace.attention.weights.shape(2), 5U);
  EXPECT_EQ(trace.attention.weights.shape(3), 7U);

  Tensor3 query, key, value;
  spotlight::linear_forward(decoder, weights.query, query);
  spotlight::linear_forward(encoder, weights.key, key);
  spotlight::linear_forward(encoder, weights.value, value);
  const auto part = [](const Tensor3& x, std::size_t head) {
    Tensor4 one({x.shape(0), 1, x.shape(1), head_dim});
    for (std::size_t b = 0; b < x.shape(0); ++b) {
      for (std::size_t i = 0; i < x.shape(1); ++i) {
        for (std::size_t c = 0; c < head_dim; ++c) one(b, 0, i, c) = x(b, i, head * head_dim + c);
      }
    }
    return one;
  };
  for (std::size_t head = 0; head < num_heads; ++head) {
    spotlight::Trace one;
    spotlight::trace_attention(part(query, head), part(key, head), part(value, head), {}, one);
    for (std::size_t b = 0; b < 2; ++b) {
      for (std::size_t i = 0; i < 5; ++i) {
        for (std::size_t c = 0; c < head_dim; ++c) {
          EXPECT_EQ(trace.concat(b, i, head * head_dim + c), one.output(b, 0, i, c));
        }
      }
    }
  }
  Tensor3 output;
  spotlight::linear_forward(trace.concat, weights.output, output);
  EXPECT_EQ(trace.output, output);
}

spotlight::MultiheadWeights random_weights(std::size_t embed_dim, std::size_t num_heads) {
  spotlight::MultiheadWeights weights;
  weights.num_heads = weights.num_kv_heads = num_heads;
  weights.query = random_linear(embed_dim, true, 1);
  weights.key = random_linear(embed_dim, true, 2);
  weights.value = random_linear(embed_dim, true, 3);
  weights.output = random_linear(embed_dim, true, 4);
  return weights;
}

TEST(Multihead, HasTheCapAndTheWindowOfTheOptionsWhereTheWeightsHaveNone) {
  spotlight::MultiheadWeights weights = random_weights(12, 3);
  const Tensor3 x = random_sequence(1, 5, 12, 5);
  spotlight::AttentionOptions options;
  options.softcap = 0.5F;
  options.mask.window = 2;
  spotlight::MultiheadTrace given, own;
  spotlight::trace_multihead_attention(x, x, x, weights, options, given);
  weights.softcap = 0.5F;
  weights.window = 2;
  spotlight::trace_multihead_attention(x, x, x, weights, {}, own);
  EXPECT_EQ(given.attention.masked, own.attention.masked);
  EXPECT_EQ(own.attention.masked(0, 0, 4, 1), reference::minus_infinity);
  spotlight::trace_multihead_attention(
      x, x, x, weights,
      [] {
        spotlight::AttentionOptions other;
        other.softcap = 9.0F;
        other.mask.window = 1;
        return other;
      }(),
      given);
  EXPECT_EQ(given.attention.masked, own.attention.masked) << "the weights' own go first";
}

// The first score beyond float32 is that of the scores that are kept.
TEST(Multihead, FindsAnOverflowAfterAHeadIsReplaced) {
  constexpr float huge = 3e38F;
  const spotlight::MultiheadWeights weights = random_weights(12, 3);
  const Tensor3 x = random_sequence(2, 5, 12, 5) * 9.0F;
  for (std::size_t head = 0; head < 3; ++head) {
    for (const bool default_overflows : {false, true}) {
      for (const bool own_overflows : {false, true}) {
        spotlight::MultiheadOptions options;
        if (default_overflows) options.default_options.scale = huge;
        options.head = head;
        if (own_overflows) options.head_options.scale = huge;
        spotlight::MultiheadTrace trace;
        spotlight::trace_multihead_attention(x, x, x, weights, options, trace);
        const Tensor4& scaled = trace.attention.scaled;
        const float* first = std::find_if_not(scaled.begin(), scaled.end(), [](float s) { return std::isfinite(s); });
        EXPECT_EQ(trace.attention.overflow, first == scaled.end() ? -1 : first - scaled.begin())
            << head << default_overflows << own_overflows;
      }
    }
  }
}

TEST(Multihead, AHeadHasItsOwnOptionsInEveryBatchEntry) {
  const spotlight::MultiheadWeights weights = random_weights(12, 3);
  const Tensor3 x = random_sequence(2, 5, 12, 5);
  spotlight::MultiheadOptions options;
  options.head = 1;
  options.head_options.mask.is_causal = true;
  spotlight::MultiheadTrace trace;
  spotlight::trace_multihead_attention(x, x, x, weights, options, trace);
  spotlight::MultiheadScratch scratch;
  Tensor3 output;
  spotlight::multihead_attention(x, x, x, weights, options, scratch, output);
  EXPECT_LE(largest_difference(output, {trace.output.begin(), trace.output.end()}), 2e-5);
  for (std::size_t b = 0; b < 2; ++b) EXPECT_EQ(trace.attention.weights(b, 1, 0, 1), 0.0F);
}

TEST(Multihead, FusedMatchesTheTrace) {
  constexpr std::size_t embed_dim = 30, num_heads = 5;
  const spotlight::MultiheadWeights weights{.num_heads = num_heads,
                                            .num_kv_heads = num_heads,
                                            .query = random_linear(embed_dim, true, 1),
                                            .key = random_linear(embed_dim, true, 2),
                                            .value = random_linear(embed_dim, true, 3),
                                            .output = random_linear(embed_dim, true, 4),
                                            .rotary = {},
                                            .scale = {}};
  const Tensor3 decoder = random_sequence(2, 70, embed_dim, 5) * 0.2F;
  const Tensor3 encoder = random_sequence(2, 81, embed_dim, 6) * 0.2F;
  spotlight::AttentionOptions options;
  options.mask.is_causal = true;
  spotlight::MultiheadTrace trace;
  spotlight::trace_multihead_attention(decoder, encoder, encoder, weights, options, trace);
  spotlight::MultiheadScratch scratch;
  Tensor3 output;
  spotlight::multihead_attention(decoder, encoder, encoder, weights, options, scratch, output);
  EXPECT_LE(largest_difference(output, {trace.output.begin(), trace.output.end()}), 2e-5);
}

}  // namespace
