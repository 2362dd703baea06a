#include "attention/multihead_backward.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>

#include "random_numbers.hpp"
#include "set_linear.hpp"

namespace spotlight {
namespace {

constexpr float step = 1e-2F;

struct Layer {
  explicit Layer(bool has_bias) {
    weights.num_heads = weights.num_kv_heads = 3;
    weights.query = random_linear(9, 9, has_bias, 1, 0.5F);
    weights.key = random_linear(9, 9, has_bias, 2, 0.5F);
    weights.value = random_linear(9, 9, has_bias, 3, 0.5F);
    weights.output = random_linear(9, 9, has_bias, 4, 0.5F);
  }
  double loss(const Tensor3& grad_output) {
    trace_multihead_attention(query, sequence, sequence, weights, {}, trace);
    double sum = 0;
    for (std::size_t i = 0; i < grad_output.size(); ++i) sum += trace.output.data()[i] * grad_output.data()[i];
    return sum;
  }
  MultiheadWeights weights;
  Tensor3 query = random_numbers<3>({2, 4, 9}, 5, 0.5F);
  Tensor3 sequence = random_numbers<3>({2, 5, 9}, 6, 0.5F);
  MultiheadTrace trace;
};

TEST(MultiheadBackward, MatchesFiniteDifferences) {
  for (const bool has_bias : {false, true}) {
    Layer layer(has_bias);
    const Tensor3 grad_output = random_numbers<3>({2, 4, 9}, 7, 0.5F);
    layer.loss(grad_output);
    MultiheadGradients gradients;
    multihead_backward(layer.query, layer.sequence, layer.sequence, layer.weights, {}, layer.trace, grad_output,
                       gradients);
    EXPECT_EQ(gradients.to_key.bias.size(), has_bias ? 9 : 0);
    const auto slope = [&](float& number) {
      const float original = number;
      number = original + step;
      const double above = layer.loss(grad_output);
      number = original - step;
      const double below = layer.loss(grad_output);
      number = original;
      return (above - below) / (2 * step);
    };
    for (const std::size_t at : {0U, 17U, 71U}) {
      EXPECT_NEAR(gradients.query.data()[at], slope(layer.query.data()[at]), 2e-3);
      EXPECT_NEAR(gradients.key.data()[at] + gradients.value.data()[at], slope(layer.sequence.data()[at]), 2e-3);
    }
    if (has_bias) {
      EXPECT_NEAR(gradients.to_output.bias(3), slope(layer.weights.output.bias(3)), 2e-3);
      EXPECT_NEAR(gradients.to_value.bias(8), slope(layer.weights.value.bias(8)), 2e-3);
      EXPECT_NEAR(gradients.to_query.bias(0), slope(layer.weights.query.bias(0)), 2e-3);
    }
  }
}

/// Error message of the backward pass of a layer whose weights or options `change` has modified; empty if there is no
/// error.
std::string refused(const std::function<void(MultiheadWeights&, AttentionOptions&)>& change) {
  Layer layer(true);
  AttentionOptions options;
  change(layer.weights, options);
  trace_multihead_attention(layer.query, layer.sequence, layer.sequence, layer.weights, options, layer.trace);
  MultiheadGradients gradients;
  try {
    multihead_backward(layer.query, layer.sequence, layer.sequence, layer.weights, options, layer.trace, layer.query,
                       gradients);
    return "";
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

TEST(MultiheadBackward, RefusesWhatItDoesNotDifferentiate) {
  EXPECT_EQ(refused([](auto&, auto& options) { options.scale = 2.0F, options.mask.is_causal = true; }), "");
  EXPECT_EQ(refused([](auto& weights, auto&) { weights.scale = 2.0F, weights.window = 2; }), "");
  const auto through = [](const std::string& name) { return "no gradient is computed through " + name; };
  EXPECT_EQ(refused([](auto&, auto& options) { options.softcap = 2.0F; }), through("softcap"));
  EXPECT_EQ(refused([](auto&, auto& options) { options.weight_function = WeightFunction::relu; }),
            through("activation"));
  EXPECT_EQ(refused([](auto&, auto& options) { options.eps = 0.1F; }), through("eps"));
  EXPECT_EQ(refused([](auto&, auto& options) { options.dropout_p = 0.1F; }), through("dropoutP"));
  EXPECT_EQ(refused([](auto& weights, auto&) { weights.softcap = 2.0F; }), through("softcap"));
  EXPECT_EQ(refused([](auto& weights, auto&) { set_rotary_frequencies(2, 10.0, weights.rotary); }),
            through("rotaryDim"));
  for (const auto norm : {&MultiheadWeights::query_norm, &MultiheadWeights::key_norm}) {
    EXPECT_EQ(refused([&](auto& weights, auto&) { weights.*norm = {.weight = Vector({3}, 1.0F), .bias = {}}; }),
              through("hasQueryKeyNorm"));
  }
}

// The weights of a layer may specify a scale for the scores; the gradient must be that of attention with this scale.
TEST(MultiheadBackward, HasTheScaleOfTheWeights) {
  Layer own(true), given(true);
  own.weights.scale = 0.3F;
  AttentionOptions options;
  options.scale = 0.3F;
  MultiheadGradients of_own, of_given;
  trace_multihead_attention(own.query, own.sequence, own.sequence, own.weights, {}, own.trace);
  multihead_backward(own.query, own.sequence, own.sequence, own.weights, {}, own.trace, own.query, of_own);
  trace_multihead_attention(given.query, given.sequence, given.sequence, given.weights, options, given.trace);
  multihead_backward(given.query, given.sequence, given.sequence, given.weights, options, given.trace, given.query,
                     of_given);
  EXPECT_EQ(of_own.query, of_given.query);
  EXPECT_EQ(of_own.key, of_given.key);
}

}  // namespace
}  // namespace spotlight
