// Encoder and decoder against the formula, written out with the trace of attention.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "kernels/activations.hpp"
#include "kernels/normalization.hpp"
#include "kernels/random.hpp"
#include "model/decoder.hpp"
#include "model/embedding.hpp"
#include "model/encoder.hpp"
#include "model/parameters.hpp"

namespace spotlight {
namespace {

constexpr TransformerConfig small = {.embed_dim = 24,
                                     .num_heads = 3,
                                     .feedforward_dim = 40,
                                     .encoder_layers = 2,
                                     .decoder_layers = 2,
                                     .buckets = 30,
                                     .vocabulary = 17};

void fill_randomly(Transformer& model) {
  std::uint64_t seed = 1;
  for (Parameter& parameter : parameters_of(model)) {
    const std::size_t rows = parameter.shape.size() == 1 ? 1 : parameter.shape[0];
    Matrix values = Matrix::from_shape({rows, parameter.shape.back()});
    ++seed;
    for (std::size_t i = 0; i < values.size(); ++i) values.data()[i] = 0.3F * kernels::random_normal(seed, i);
    parameter.set(values);
  }
}

Tensor3 plus(const Tensor3& a, const Tensor3& b) { return a + b; }

Tensor3 normalized(const Tensor3& x, const Norm& norm) {
  Tensor3 y;
  normalize(x, norm, y);
  return y;
}

Tensor3 attended(const Tensor3& query, const Tensor3& key, const MultiheadWeights& weights, bool is_causal) {
  MultiheadTrace trace;
  AttentionOptions options;
  options.mask.is_causal = is_causal;
  trace_multihead_attention(query, key, key, weights, options, trace);
  return trace.output;
}

Tensor3 fed_forward(const Tensor3& x, const Norm& norm, const FeedForward& layer) {
  Tensor3 hidden;
  Tensor3 y;
  linear_forward(normalized(x, norm), layer.linear1, hidden);
  for (float& value : hidden) value = std::max(value, 0.0F);
  linear_forward(hidden, layer.linear2, y);
  return plus(x, y);
}

void expect_near(const float* a, const float* b, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) ASSERT_NEAR(a[i], b[i], 2e-5) << "at " << i;
}

struct TransformerTest : testing::Test {
  TransformerTest() {
    fill_randomly(model);
    tokens.offsets = {0, 2, 3, 6, 7};
    tokens.rows = {0, 29, 4, 5, 6, 7, 8};
    tokens.weights = {1, 0.5F, 1, 1, 0.25F, 0.25F, 1};
    encode(model, tokens, {}, encoded);
  }
  Transformer model{small};
  TokenFeatures tokens;
  EncoderOutput encoded;
};

TEST_F(TransformerTest, TheEncoderMatchesTheFormula) {
  Tensor3 x;
  embed_tokens(model, tokens, x);
  EXPECT_NEAR(x(0, 1, 0), std::sqrt(24.0F) * model.source_embedding(4, 0) + std::sin(1.0F), 1e-5);
  for (const Block& layer : model.encoder) {
    const Tensor3 input = normalized(x, layer.self_attention_norm);
    x = plus(x, attended(input, input, layer.self_attention, false));
    x = fed_forward(x, layer.feed_forward_norm, layer.feed_forward);
  }
  const Tensor3 expected = normalized(x, model.encoder_norm);
  ASSERT_EQ(encoded.output.size(), expected.size());
  expect_near(encoded.output.data(), expected.data(), expected.size());
}

TEST_F(TransformerTest, DecodingStepByStepMatchesAFullPass) {
  const std::vector<std::size_t> target = {1, 16, 3, 3, 9};
  Decoder decoder(model, encoded.output, {});
  std::vector<std::vector<float>> logits;
  for (const std::size_t token : target) {
    const Tensor3& step = decoder.step(token);
    logits.emplace_back(step.begin(), step.end());
  }

  Tensor3 x = Tensor3::from_shape({1, target.size(), small.embed_dim});
  for (std::size_t i = 0; i < target.size(); ++i) {
    for (std::size_t c = 0; c < small.embed_dim; ++c) {
      x(0, i, c) = std::sqrt(static_cast<float>(small.embed_dim)) * model.target_embedding(target[i], c);
    }
  }
  add_sinusoidal_positions(rows_of(x), 0);
  for (std::size_t l = 0; l < model.decoder.size(); ++l) {
    const Block& layer = model.decoder[l];
    const Tensor3 input = normalized(x, layer.self_attention_norm);
    expect_near(decoder.self_inputs(l).values.data(), input.data(), input.size());
    x = plus(x, attended(input, input, layer.self_attention, true));
    const Tensor3 cross_input = normalized(x, layer.cross_attention_norm);
    expect_near(decoder.cross_inputs(l).values.data(), cross_input.data(), cross_input.size());
    x = plus(x, attended(cross_input, encoded.output, layer.cross_attention, false));
    x = fed_forward(x, layer.feed_forward_norm, layer.feed_forward);
  }
  Tensor3 expected;
  linear_forward(normalized(x, model.decoder_norm), model.output, expected);
  for (std::size_t p = 0; p < target.size(); ++p) expect_near(logits[p].data(), &expected(0, p, 0), small.vocabulary);
}

TEST_F(TransformerTest, EncodingIsIndependentOfEarlierTexts) {
  const Tensor3 first_output = encoded.output;
  TokenFeatures longer;
  for (std::int32_t token = 0; token < 9; ++token) {
    longer.offsets.push_back(token);
    longer.rows.push_back(token);
    longer.weights.push_back(1);
  }
  longer.offsets.push_back(9);
  encode(model, longer, {}, encoded);
  encode(model, tokens, {}, encoded);
  ASSERT_EQ(encoded.output.size(), first_output.size());
  expect_near(encoded.output.data(), first_output.data(), first_output.size());
}

TEST(Parameters, HavePyTorchsNamesAndShapes) {
  Transformer model{small};
  const std::vector<Parameter> parameters = parameters_of(model);
  const auto shape_of = [&](const std::string& name) {
    for (const Parameter& parameter : parameters) {
      if (parameter.name == name) return parameter.shape;
    }
    return std::vector<std::size_t>{};
  };
  EXPECT_EQ(shape_of("encoder.1.self_attn.in_proj_weight"), (std::vector<std::size_t>{72, 24}));
  EXPECT_EQ(shape_of("decoder.0.cross_attn.out_proj.bias"), (std::vector<std::size_t>{24}));
  EXPECT_EQ(shape_of("decoder.1.feedforward.linear1.weight"), (std::vector<std::size_t>{40, 24}));
  EXPECT_EQ(shape_of("output_bias"), (std::vector<std::size_t>{17}));
}

TEST(LayerNormKernel, GivesMeanZeroAndVarianceOneBeforeWeightAndBias) {
  for (const std::size_t size : {1U, 3U, 4U, 17U, 96U}) {
    Matrix x = Matrix::from_shape({2, size});
    for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = 5.0F + 3.0F * kernels::random_normal(size, i);
    Vector weight = xt::ones<float>({size});
    Vector bias = xt::zeros<float>({size});
    Matrix y = Matrix::from_shape({2, size});
    kernels::layer_norm(matrix(x), weight, bias, 1e-5F, {y.data(), 2, size, size});
    for (std::size_t row = 0; row < 2; ++row) {
      double mean = 0;
      double square = 0;
      for (std::size_t j = 0; j < size; ++j) {
        mean += y(row, j) / static_cast<double>(size);
        square += y(row, j) * y(row, j) / static_cast<double>(size);
      }
      EXPECT_NEAR(mean, 0, 1e-5);
      EXPECT_NEAR(square, size == 1 ? 0 : 1, 1e-3);
    }
  }
}

TEST(Relu, KeepsPositiveNumbers) {
  std::vector<float> values = {-1.5F, 0.0F, 2.5F, -0.0F, 3.0F};
  kernels::relu({values.data(), 1, values.size(), values.size()});
  EXPECT_EQ(values, (std::vector<float>{0.0F, 0.0F, 2.5F, 0.0F, 3.0F}));
}

}  // namespace
}  // namespace spotlight
