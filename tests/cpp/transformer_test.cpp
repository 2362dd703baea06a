// The encoder and the decoder against the formula written out with the step-by-step attention.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "kernels/activations.hpp"
#include "kernels/normalisation.hpp"
#include "kernels/random.hpp"
#include "model/decoder.hpp"
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
    parameter.take(values);
  }
}

Tensor3 plus(const Tensor3& a, const Tensor3& b) { return a + b; }

Tensor3 normalised(const Tensor3& x, const Norm& norm) {
  Tensor3 y;
  normalise(x, norm, y);
  return y;
}

Tensor3 attended(const Tensor3& query, const Tensor3& memory, const MultiheadWeights& weights, bool is_causal) {
  MultiheadTrace trace;
  AttentionOptions options;
  options.mask.is_causal = is_causal;
  trace_multihead_attention(query, memory, memory, weights, options, trace);
  return trace.output;
}

Tensor3 fed_forward(const Tensor3& x, const Norm& norm, const FeedForward& feedforward) {
  Tensor3 hidden;
  Tensor3 y;
  project(normalised(x, norm), feedforward.linear1, hidden);
  for (float& value : hidden) value = std::max(value, 0.0F);
  project(hidden, feedforward.linear2, y);
  return plus(x, y);
}

void expect_near(const float* a, const float* b, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) ASSERT_NEAR(a[i], b[i], 2e-5) << "at " << i;
}

struct TransformerTest : testing::Test {
  TransformerTest() {
    fill_randomly(model);
    words.first = {0, 2, 3, 6, 7};
    words.rows = {0, 29, 4, 5, 6, 7, 8};
    words.weights = {1, 0.5F, 1, 1, 0.25F, 0.25F, 1};
    encode(model, words, {}, encoded);
  }
  Transformer model{small};
  WordFeatures words;
  Encoded encoded;
};

TEST_F(TransformerTest, TheEncoderIsTheFormula) {
  Tensor3 x;
  embed_words(model, words, x);
  EXPECT_NEAR(x(0, 1, 0), std::sqrt(24.0F) * model.word_embedding(4, 0) + std::sin(1.0F), 1e-5);
  for (const Block& layer : model.encoder) {
    const Tensor3 input = normalised(x, layer.norm1);
    x = plus(x, attended(input, input, layer.self_attention, false));
    x = fed_forward(x, layer.norm2, layer.feedforward);
  }
  const Tensor3 memory = normalised(x, model.encoder_norm);
  ASSERT_EQ(encoded.memory.size(), memory.size());
  expect_near(encoded.memory.data(), memory.data(), memory.size());
}

TEST_F(TransformerTest, TheDecoderStepByStepGivesWhatAFullPassGives) {
  const std::vector<std::size_t> pieces = {1, 16, 3, 3, 9};
  Decoder decoder(model, encoded.memory, {});
  std::vector<std::vector<float>> scores;
  for (const std::size_t piece : pieces) {
    const Tensor3& step = decoder.step(piece);
    scores.emplace_back(step.begin(), step.end());
  }

  Tensor3 x = Tensor3::from_shape({1, pieces.size(), small.embed_dim});
  std::copy(decoder.embedding().values.begin(), decoder.embedding().values.end(), x.begin());
  for (std::size_t l = 0; l < model.decoder.size(); ++l) {
    const Block& layer = model.decoder[l];
    const Tensor3 input = normalised(x, layer.norm1);
    expect_near(decoder.self_inputs(l).values.data(), input.data(), input.size());
    x = plus(x, attended(input, input, layer.self_attention, true));
    const Tensor3 asking = normalised(x, layer.norm3);
    expect_near(decoder.cross_inputs(l).values.data(), asking.data(), asking.size());
    x = plus(x, attended(asking, encoded.memory, layer.cross_attention, false));
    x = fed_forward(x, layer.norm2, layer.feedforward);
  }
  Tensor3 expected;
  project(normalised(x, model.decoder_norm), model.output, expected);
  for (std::size_t p = 0; p < pieces.size(); ++p) expect_near(scores[p].data(), &expected(0, p, 0), small.vocabulary);
}

TEST_F(TransformerTest, AnotherTextOfAnotherLengthLeavesNothingBehind) {
  const Tensor3 before = encoded.memory;
  WordFeatures longer;
  for (std::int32_t word = 0; word < 9; ++word) {
    longer.first.push_back(word);
    longer.rows.push_back(word);
    longer.weights.push_back(1);
  }
  longer.first.push_back(9);
  encode(model, longer, {}, encoded);
  encode(model, words, {}, encoded);
  ASSERT_EQ(encoded.memory.size(), before.size());
  expect_near(encoded.memory.data(), before.data(), before.size());
}

TEST(Parameters, HaveTheNamesAndShapesOfPyTorch) {
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

TEST(Relu, KeepsWhatIsPositive) {
  std::vector<float> values = {-1.5F, 0.0F, 2.5F, -0.0F, 3.0F};
  kernels::relu({values.data(), 1, values.size(), values.size()});
  EXPECT_EQ(values, (std::vector<float>{0.0F, 0.0F, 2.5F, 0.0F, 3.0F}));
}

}  // namespace
}  // namespace spotlight
