#include "attention/multihead.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "random_numbers.hpp"
#include "reference.hpp"
#include "set_linear.hpp"

namespace spotlight {
namespace {

using reference::largest_difference;

MultiheadWeights random_weights(std::size_t embed_dim, std::size_t num_heads) {
  MultiheadWeights weights;
  weights.num_heads = weights.num_kv_heads = num_heads;
  weights.query = random_linear(embed_dim, embed_dim, true, 1, 1.0F);
  weights.key = random_linear(embed_dim, embed_dim, true, 2, 1.0F);
  weights.value = random_linear(embed_dim, embed_dim, true, 3, 1.0F);
  weights.output = random_linear(embed_dim, embed_dim, true, 4, 1.0F);
  return weights;
}

TEST(Multihead, WhatTheFusedPassDoesNotKnowIsRefused) {
  const MultiheadWeights weights = random_weights(12, 3);
  const Tensor3 x = random_numbers<3>({1, 5, 12}, 5, 1.0F);
  MultiheadScratch scratch;
  Tensor3 output;
  const auto attend = [&](const MultiheadOptions& options) {
    multihead_attention(x, x, x, weights, options, scratch, output);
  };
  MultiheadOptions options;
  EXPECT_NO_THROW(attend(options));
  options.default_options.weight_function = WeightFunction::relu;
  EXPECT_THROW(attend(options), std::invalid_argument);
  options = {};
  options.default_options.eps = 0.1F;
  EXPECT_THROW(attend(options), std::invalid_argument);
}

TEST(Multihead, ATraceIsOfInputsOfOneBatchSize) {
  const MultiheadWeights weights = random_weights(12, 3);
  const Tensor3 one = random_numbers<3>({1, 5, 12}, 5, 1.0F);
  const Tensor3 two = random_numbers<3>({2, 5, 12}, 6, 1.0F);
  MultiheadTrace trace;
  EXPECT_THROW(trace_multihead_attention(two, one, one, weights, {}, trace), std::invalid_argument);
  EXPECT_THROW(trace_multihead_attention(one, two, two, weights, {}, trace), std::invalid_argument);
}

TEST(Multihead, IsTheConcatenationOfItsHeads) {
  constexpr std::size_t embed_dim = 12, num_heads = 3, head_dim = 4;
  const MultiheadWeights weights = random_weights(embed_dim, num_heads);
  const Tensor3 decoder = random_numbers<3>({2, 5, embed_dim}, 5, 1.0F);
  const Tensor3 encoder = random_numbers<3>({2, 7, embed_dim}, 6, 1.0F);
  MultiheadTrace trace;
  trace_multihead_attention(decoder, encoder, encoder, weights, {}, trace);
  EXPECT_EQ(trace.attention.weights.shape(2), 5U);
  EXPECT_EQ(trace.attention.weights.shape(3), 7U);

  Tensor3 query, key, value;
  linear_forward(decoder, weights.query, query);
  linear_forward(encoder, weights.key, key);
  linear_forward(encoder, weights.value, value);
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
    Trace one;
    trace_attention(part(query, head), part(key, head), part(value, head), {}, one);
    for (std::size_t b = 0; b < 2; ++b) {
      for (std::size_t i = 0; i < 5; ++i) {
        for (std::size_t c = 0; c < head_dim; ++c) {
          EXPECT_EQ(trace.concat(b, i, head * head_dim + c), one.output(b, 0, i, c));
        }
      }
    }
  }
  Tensor3 output;
  linear_forward(trace.concat, weights.output, output);
  EXPECT_EQ(trace.output, output);
}

TEST(Multihead, HasTheCapAndTheWindowOfTheOptionsWhereTheWeightsHaveNone) {
  MultiheadWeights weights = random_weights(12, 3);
  const Tensor3 x = random_numbers<3>({1, 5, 12}, 5, 1.0F);
  AttentionOptions options;
  options.softcap = 0.5F;
  options.mask.window = 2;
  MultiheadTrace given, own;
  trace_multihead_attention(x, x, x, weights, options, given);
  weights.softcap = 0.5F;
  weights.window = 2;
  trace_multihead_attention(x, x, x, weights, {}, own);
  EXPECT_EQ(given.attention.masked, own.attention.masked);
  EXPECT_EQ(own.attention.masked(0, 0, 4, 1), reference::minus_infinity);
  trace_multihead_attention(
      x, x, x, weights,
      [] {
        AttentionOptions other;
        other.softcap = 9.0F;
        other.mask.window = 1;
        return other;
      }(),
      given);
  EXPECT_EQ(given.attention.masked, own.attention.masked) << "the weights' own go first";
}

// If one head has options of its own, its scores are computed again after those of all heads. The reported overflow
// must be the first one among the scores of the end result.
TEST(Multihead, FindsAnOverflowAfterAHeadIsReplaced) {
  constexpr float huge = 3e38F;
  const MultiheadWeights weights = random_weights(12, 3);
  const Tensor3 x = random_numbers<3>({2, 5, 12}, 5, 1.0F) * 9.0F;
  for (std::size_t head = 0; head < 3; ++head) {
    for (const bool default_overflows : {false, true}) {
      for (const bool own_overflows : {false, true}) {
        MultiheadOptions options;
        if (default_overflows) options.default_options.scale = huge;
        options.head = head;
        if (own_overflows) options.head_options.scale = huge;
        MultiheadTrace trace;
        trace_multihead_attention(x, x, x, weights, options, trace);
        const Tensor4& scaled = trace.attention.scaled;
        const float* first = std::find_if_not(scaled.begin(), scaled.end(), [](float s) { return std::isfinite(s); });
        EXPECT_EQ(trace.attention.overflow, first == scaled.end() ? -1 : first - scaled.begin())
            << head << default_overflows << own_overflows;
      }
    }
  }
}

TEST(Multihead, AHeadHasItsOwnOptionsInEveryBatchEntry) {
  const MultiheadWeights weights = random_weights(12, 3);
  const Tensor3 x = random_numbers<3>({2, 5, 12}, 5, 1.0F);
  MultiheadOptions options;
  options.head = 1;
  options.head_options.mask.is_causal = true;
  MultiheadTrace trace;
  trace_multihead_attention(x, x, x, weights, options, trace);
  MultiheadScratch scratch;
  Tensor3 output;
  multihead_attention(x, x, x, weights, options, scratch, output);
  EXPECT_LE(largest_difference(output, {trace.output.begin(), trace.output.end()}), 2e-5);
  for (std::size_t b = 0; b < 2; ++b) EXPECT_EQ(trace.attention.weights(b, 1, 0, 1), 0.0F);
}

/// Hook on the steps of attention that reads the weights of one head and needs no step after that.
class ReadsOneHead final : public StepHook {
 public:
  explicit ReadsOneHead(std::size_t head) : head_(head) {}
  bool wants(Place, Step step) const override { return step == Step::weights; }
  void mark_heads(Place, StepRange, std::span<std::uint8_t> is_wanted) const override { is_wanted[head_] = 1; }
  void on(Place, Step, const StepView&) override { is_done_ = true; }
  bool is_done() const override { return is_done_; }

 private:
  std::size_t head_;
  bool is_done_ = false;
};

TEST(Multihead, NoHeadIsComputedBesideOneThatIsRead) {
  MultiheadWeights weights;
  weights.num_heads = weights.num_kv_heads = 3;
  const Matrix x = random_numbers<2>({5, 12}, 5, 1.0F);
  for (std::size_t head = 0; head < 3; ++head) {
    ReadsOneHead hook(head);
    MultiheadOptions options;
    options.probe = {&hook, {}};
    Matrix concat({5, 12}, 99.0F);
    FusedScratch scratch;
    attend_heads(0, 0, {.query = matrix(x), .key = matrix(x), .value = matrix(x)}, weights, options, scratch,
                 matrix(concat));
    EXPECT_TRUE(hook.is_done());
    for (std::size_t c = 0; c < 12; ++c) EXPECT_EQ(concat(0, c) == 99.0F, c / 4 != head) << head << " " << c;
  }
}

TEST(Multihead, FusedMatchesTheTrace) {
  constexpr std::size_t embed_dim = 30, num_heads = 5;
  const MultiheadWeights weights = random_weights(embed_dim, num_heads);
  const Tensor3 decoder = random_numbers<3>({2, 70, embed_dim}, 5, 1.0F) * 0.2F;
  const Tensor3 encoder = random_numbers<3>({2, 81, embed_dim}, 6, 1.0F) * 0.2F;
  AttentionOptions options;
  options.mask.is_causal = true;
  MultiheadTrace trace;
  trace_multihead_attention(decoder, encoder, encoder, weights, options, trace);
  MultiheadScratch scratch;
  Tensor3 output;
  multihead_attention(decoder, encoder, encoder, weights, options, scratch, output);
  EXPECT_LE(largest_difference(output, {trace.output.begin(), trace.output.end()}), 2e-5);
}

}  // namespace
}  // namespace spotlight
