// The backward passes against finite differences of the forward passes.
#include "attention/multihead_backward.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>

#include "core/random.hpp"
#include "reference.hpp"
#include "set_linear.hpp"

namespace spotlight {
namespace {

constexpr float step = 1e-2F;

Tensor3 random_sequence(std::size_t batch, std::size_t seq_len, std::size_t dim, std::uint64_t seed) {
  Tensor3 x({batch, seq_len, dim});
  for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = 0.5F * random_normal(seed, i);
  return x;
}

Linear random_linear(std::size_t dim, bool has_bias, std::uint64_t seed) {
  Matrix weight({dim, dim});
  Vector bias = Vector::from_shape({has_bias ? dim : 0});
  for (std::size_t i = 0; i < weight.size(); ++i) weight.data()[i] = 0.5F * random_normal(seed, i);
  for (std::size_t i = 0; i < bias.size(); ++i) bias(i) = random_normal(seed + 100, i);
  Linear linear;
  set_linear(weight, bias, linear);
  return linear;
}

struct Layer {
  explicit Layer(bool has_bias) {
    weights.num_heads = weights.num_kv_heads = 3;
    weights.query = random_linear(9, has_bias, 1);
    weights.key = random_linear(9, has_bias, 2);
    weights.value = random_linear(9, has_bias, 3);
    weights.output = random_linear(9, has_bias, 4);
  }
  double loss(const Tensor3& grad_output) {
    trace_multihead_attention(query, sequence, sequence, weights, {}, trace);
    double sum = 0;
    for (std::size_t i = 0; i < grad_output.size(); ++i) sum += trace.output.data()[i] * grad_output.data()[i];
    return sum;
  }
  MultiheadWeights weights;
  Tensor3 query = random_sequence(2, 4, 9, 5);
  Tensor3 sequence = random_sequence(2, 5, 9, 6);
  MultiheadTrace trace;
};

TEST(MultiheadBackward, MatchesFiniteDifferences) {
  for (const bool has_bias : {false, true}) {
    Layer layer(has_bias);
    const Tensor3 grad_output = random_sequence(2, 4, 9, 7);
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

/// What the backward pass of a layer with this change of its weights or options refuses; empty: nothing.
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

// The scale of the weights is that of the gradient.
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

TEST(PackedMatrix, UnpacksToWhatWasPacked) {
  for (const std::size_t columns : {1U, 7U, 8U, 19U}) {
    const Tensor4 b = reference::random_tensor(1, 1, columns, 5, 8);
    kernels::PackedMatrix packed;
    packed.pack_transposed(matrix(b, 0, 0));
    Tensor4 back(b.shape());
    packed.unpack_transposed(matrix(back, 0, 0));
    EXPECT_EQ(reference::largest_difference(back, {b.begin(), b.end()}), 0);
  }
}

}  // namespace
}  // namespace spotlight
