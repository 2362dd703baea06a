// Compares batched attention, which training uses, with attention that is computed step by step, forward and backward.
#include "attention/batched.hpp"

#include <gtest/gtest.h>

#include "attention/heads.hpp"
#include "attention/trace_backward.hpp"
#include "random_numbers.hpp"
#include "reference.hpp"

namespace spotlight {
namespace {

using reference::largest_difference;

constexpr std::size_t batch = 2, heads = 3, head_dim = 5;

struct Inputs {
  Inputs(std::size_t queries, std::size_t keys)
      : query(random_numbers<3>({batch, queries, heads * head_dim}, 1)),
        key(random_numbers<3>({batch, keys, heads * head_dim}, 2)),
        value(random_numbers<3>({batch, keys, heads * head_dim}, 3)),
        gradient(random_numbers<3>({batch, queries, heads * head_dim}, 4)) {}
  Tensor3 query, key, value, gradient;
};

Tensor4 split(const Tensor3& x) {
  Tensor4 of_heads;
  split_heads(x, heads, of_heads);
  return of_heads;
}

void expect_near(const Tensor3& ours, const Tensor4& theirs) {
  const Tensor4 of_heads = split(ours);
  EXPECT_LE(largest_difference(of_heads, {theirs.begin(), theirs.end()}), 1e-6);
}

void expect_that_of_the_trace(std::size_t queries, std::size_t keys, bool is_causal) {
  SCOPED_TRACE(testing::Message() << queries << " queries, " << keys << " keys, causal: " << is_causal);
  const Inputs inputs(queries, keys);
  const BatchedSizes sizes = {.batch = batch,
                              .heads = heads,
                              .queries = queries,
                              .keys = keys,
                              .scale = 0.8F,
                              .is_causal = is_causal,
                              .dropout_place = 0};
  const AttentionViews<const float> views = {
      .query = rows_of(inputs.query), .key = rows_of(inputs.key), .value = rows_of(inputs.value)};
  BatchedScratch scratch;
  Matrix weights({batch * heads * queries, keys}, 9.0F);
  Tensor3 concat({batch, queries, heads * head_dim}, 9.0F);
  batched_attention(sizes, views, {}, scratch, matrix(weights), rows_of(concat));

  AttentionOptions options;
  options.scale = 0.8F;
  options.mask.is_causal = is_causal;
  Trace trace;
  trace_attention(split(inputs.query), split(inputs.key), split(inputs.value), options, trace);
  EXPECT_LE(largest_difference(weights, {trace.weights.begin(), trace.weights.end()}), 1e-6);
  expect_near(concat, trace.output);

  Tensor3 query({batch, queries, heads * head_dim}, 9.0F), key({batch, keys, heads * head_dim}, 9.0F), value = key;
  batched_attention_backward(sizes, views, matrix(std::as_const(weights)), rows_of(inputs.gradient), {}, scratch,
                             {.query = rows_of(query), .key = rows_of(key), .value = rows_of(value)});
  AttentionGradients gradients;
  attention_backward(split(inputs.query), split(inputs.key), split(inputs.value), options, trace,
                     split(inputs.gradient), gradients);
  expect_near(query, gradients.query);
  expect_near(key, gradients.key);
  expect_near(value, gradients.value);
}

TEST(Batched, IsTheTraceAndItsBackwardPass) {
  for (const std::size_t queries : {1U, 7U, 16U, 17U, 40U}) {  // blocks contain 16 causal queries
    expect_that_of_the_trace(queries, queries, true);
    expect_that_of_the_trace(queries, 9, false);
  }
}

// The gradient of a loss through attention dropout equals finite differences, which shows that the forward and the
// backward pass drop the same weights.
TEST(Batched, DropsTheSameWeightsThereAndBack) {
  constexpr std::size_t queries = 6;
  Inputs inputs(queries, queries);
  const Dropout dropout = {.probability = 0.4F, .seed = 3};
  const BatchedSizes sizes = {.batch = batch,
                              .heads = heads,
                              .queries = queries,
                              .keys = queries,
                              .scale = 0.8F,
                              .is_causal = true,
                              .dropout_place = 2};
  BatchedScratch scratch;
  Matrix weights = Matrix::from_shape({batch * heads * queries, queries});
  Tensor3 concat = Tensor3::from_shape(inputs.query.shape());
  const auto views = [&] {
    const Inputs& all = inputs;
    return AttentionViews<const float>{
        .query = rows_of(all.query), .key = rows_of(all.key), .value = rows_of(all.value)};
  };
  const auto loss = [&] {
    batched_attention(sizes, views(), dropout, scratch, matrix(weights), rows_of(concat));
    double sum = 0;
    for (std::size_t i = 0; i < concat.size(); ++i) {
      sum += static_cast<double>(concat.data()[i]) * inputs.gradient.data()[i];
    }
    return sum;
  };
  loss();
  Tensor3 query = inputs.query, key = inputs.key, value = inputs.value;
  batched_attention_backward(sizes, views(), matrix(std::as_const(weights)), rows_of(std::as_const(inputs.gradient)),
                             dropout, scratch, {.query = rows_of(query), .key = rows_of(key), .value = rows_of(value)});
  constexpr float step = 1e-2F;
  const auto expect_slope = [&](const Tensor3& gradient, Tensor3& numbers) {
    for (std::size_t i = 0; i < numbers.size(); i += 7) {
      const float original = numbers.data()[i];
      numbers.data()[i] = original + step;
      const double above = loss();
      numbers.data()[i] = original - step;
      const double below = loss();
      numbers.data()[i] = original;
      EXPECT_NEAR(gradient.data()[i], (above - below) / (2 * step), 1e-3);
    }
  };
  expect_slope(query, inputs.query);
  expect_slope(key, inputs.key);
  expect_slope(value, inputs.value);
}

}  // namespace
}  // namespace spotlight
