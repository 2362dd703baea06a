// Encoder and decoder, compared with their formulas, which the test computes with the trace of attention (all its
// steps).
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <span>
#include <vector>

#include "../models.hpp"
#include "../random_numbers.hpp"
#include "layers/activation.hpp"
#include "layers/embedding.hpp"
#include "layers/norm.hpp"
#include "model/decoder.hpp"
#include "model/encoder.hpp"
#include "model/parameters.hpp"

namespace spotlight {
namespace {

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
    encode(model, tokens, interventions, encoded);
  }
  Transformer model{encoder_decoder()};
  TokenFeatures tokens;
  Interventions interventions;
  EncoderOutput encoded;
};

TEST_F(TransformerTest, TheEncoderMatchesTheFormula) {
  Tensor3 x;
  embed_tokens(model.description.encoder, model.encoder, tokens, {}, x);
  EXPECT_NEAR(x(0, 1, 0), 4.5F * unpacked(model.encoder.tokens)(4, 0) + std::sin(1.0F), 1e-5);
  for (const Block& layer : model.encoder.blocks) {
    const Tensor3 input = normalized(x, layer.self_attention_norm);
    x = plus(x, attended(input, input, layer.self_attention, false));
    x = fed_forward(x, layer.feed_forward_norm, layer.feed_forward);
  }
  const Tensor3 expected = normalized(x, model.encoder.final_norm);
  ASSERT_EQ(encoded.output.size(), expected.size());
  expect_near(encoded.output.data(), expected.data(), expected.size());
}

TEST_F(TransformerTest, TheDecoderMatchesTheFormula) {
  const std::vector<std::int32_t> target = {1, 16, 3, 3, 9};
  const CrossCaches cross = cross_caches(model, &encoded.output, interventions);
  Decoder decoder(model, cross, interventions);
  const Tensor3 output = decoder.append(target);
  const Tensor3& logits = decoder.logits(target.size());

  Tensor3 x = Tensor3::from_shape({1, target.size(), 24});
  for (std::size_t i = 0; i < target.size(); ++i) {
    for (std::size_t c = 0; c < 24; ++c) x(0, i, c) = 4.5F * unpacked(model.decoder.tokens)(target[i], c);
  }
  add_sinusoidal_positions(rows_of(x), 0);
  for (std::size_t l = 0; l < model.decoder.blocks.size(); ++l) {
    const Block& layer = model.decoder.blocks[l];
    expect_near(decoder.residuals()[l].values.data(), x.data(), x.size());
    const Tensor3 input = normalized(x, layer.self_attention_norm);
    x = plus(x, attended(input, input, layer.self_attention, true));
    const Tensor3 cross_input = normalized(x, layer.cross_attention_norm);
    x = plus(x, attended(cross_input, encoded.output, layer.cross_attention, false));
    x = fed_forward(x, layer.feed_forward_norm, layer.feed_forward);
  }
  const Tensor3 normal = normalized(x, model.decoder.final_norm);
  expect_near(output.data(), normal.data(), normal.size());
  Tensor3 expected;
  linear_forward(normal, model.output, expected);
  expect_near(logits.data(), expected.data(), expected.size());
}

/// Logits after each token of a text, of which the decoder gets `count` tokens at a time.
std::vector<float> logits_in_parts(const Transformer& model, const Tensor3* encoded, std::span<const std::int32_t> all,
                                   std::size_t count) {
  Interventions interventions;
  const CrossCaches cross = cross_caches(model, encoded, interventions);
  Decoder decoder(model, cross, interventions);
  std::vector<float> logits;
  for (std::size_t first = 0; first < all.size(); first += count) {
    const std::span<const std::int32_t> part = all.subspan(first, std::min(count, all.size() - first));
    decoder.append(part);
    const Tensor3& next = decoder.logits(part.size());
    logits.insert(logits.end(), next.begin(), next.end());
  }
  return logits;
}

// The sequence of 150 tokens extends over several blocks of queries and keys.
TEST_F(TransformerTest, TokensInPartsGiveTheSameAsAllAtOnce) {
  Transformer llama{decoder_only()};
  fill_randomly(llama);
  Transformer parallel{parallel_decoder()};
  fill_randomly(parallel);
  std::vector<std::int32_t> target(150);
  for (std::size_t i = 0; i < target.size(); ++i) target[i] = static_cast<std::int32_t>(i * i % 17);
  for (const Transformer* one : {&model, &llama, &parallel}) {
    const Tensor3* memory = one == &model ? &encoded.output : nullptr;
    const std::vector<float> expected = logits_in_parts(*one, memory, target, target.size());
    for (const std::size_t count : {1U, 3U, 64U, 70U}) {
      const std::vector<float> logits = logits_in_parts(*one, memory, target, count);
      ASSERT_EQ(logits.size(), expected.size());
      expect_near(logits.data(), expected.data(), logits.size());
    }
  }
}

// The reference computes attention of the first block with rotary positions as products of complex numbers, one per
// rotated pair.
TEST(DecoderOnly, SharesKeysAndTurnsThemByTheirPositions) {
  constexpr std::size_t dim = 10, half = 5, count = 6;
  Transformer model{decoder_only()};
  fill_randomly(model);
  const Block& block = model.decoder.blocks.front();
  Tensor3 x = Tensor3::from_shape({1, count, 24});
  for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = random_normal(77, i);
  AttentionOptions causal;
  causal.mask.is_causal = true;
  MultiheadTrace trace;
  trace_multihead_attention(x, x, x, block.self_attention, causal, trace);

  Tensor3 query, key, value;
  linear_forward(x, block.self_attention.query, query);
  linear_forward(x, block.self_attention.key, key);
  linear_forward(x, block.self_attention.value, value);
  for (std::size_t h = 0; h < 4; ++h) {
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<double> weights;
      double sum = 0;
      for (std::size_t j = 0; j <= i; ++j) {
        double score = 0;
        for (std::size_t c = 0; c < half; ++c) {
          const std::complex<double> q(query(0, i, h * dim + c), query(0, i, h * dim + c + half));
          const std::complex<double> k(key(0, j, h / 2 * dim + c), key(0, j, h / 2 * dim + c + half));
          const double turn = static_cast<double>(i - j) * std::pow(10000.0, -2.0 * static_cast<double>(c) / dim);
          score += (q * std::conj(k) * std::polar(1.0, turn)).real();
        }
        weights.push_back(std::exp(score / std::sqrt(10.0)));
        sum += weights.back();
      }
      for (std::size_t j = 0; j <= i; ++j) EXPECT_NEAR(trace.attention.weights(0, h, i, j), weights[j] / sum, 1e-5);
      for (std::size_t c = 0; c < dim; ++c) {
        double output = 0;
        for (std::size_t j = 0; j <= i; ++j) output += weights[j] / sum * value(0, j, h / 2 * dim + c);
        EXPECT_NEAR(trace.concat(0, i, h * dim + c), output, 1e-4);
      }
    }
  }
  MultiheadScratch scratch;
  Tensor3 output;
  multihead_attention(x, x, x, block.self_attention, causal, scratch, output);
  expect_near(output.data(), trace.output.data(), output.size());
}

TEST(DecoderOnly, NormalizesEachHeadAndReadsTheSameInputInBothLayers) {
  constexpr std::size_t dim = 10, count = 6;
  Transformer model{parallel_decoder()};
  fill_randomly(model);
  const Block& block = model.decoder.blocks.front();
  Tensor3 x = Tensor3::from_shape({1, count, 24});
  for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = random_normal(77, i);

  // At position 0, the rotation is the identity, so that a head's query is its RMS norm: W·x / √(mean of its squares) ·
  // weight.
  Tensor3 plain, query;
  linear_forward(x, block.self_attention.query, plain);
  project_query(x, block.self_attention, {}, query);
  for (std::size_t h = 0; h < 4; ++h) {
    double squares = 0;
    for (std::size_t c = 0; c < dim; ++c) squares += plain(0, 0, h * dim + c) * plain(0, 0, h * dim + c) / dim;
    for (std::size_t c = 0; c < dim; ++c) {
      const double normal =
          plain(0, 0, h * dim + c) / std::sqrt(squares + 1e-5) * block.self_attention.query_norm.weight(c);
      EXPECT_NEAR(query(0, 0, h * dim + c), normal, 1e-5);
    }
  }

  Tensor3 y = x;
  BlockScratch scratch;
  block_forward(block, nullptr, {}, scratch, y);
  const Tensor3 input = normalized(x, block.self_attention_norm);
  const Tensor3 attention = attended(input, input, block.self_attention, false);
  Tensor3 hidden, up, output;
  const Tensor3 fed = normalized(x, block.feed_forward_norm);
  linear_forward(fed, block.feed_forward.linear1, hidden);
  activation_forward(FeedForwardActivation::silu, rows_of(hidden), rows_of(hidden));
  linear_forward(fed, block.feed_forward.up, up);
  hidden *= up;
  linear_forward(hidden, block.feed_forward.linear2, output);
  const Tensor3 expected = plus(plus(x, attention), output);
  expect_near(y.data(), expected.data(), expected.size());
}

TEST(EncoderOnly, AddsPositionsAndTypesAndNormalizesThem) {
  TransformerDescription description = {.embed_dim = 24, .encoder = small_stack(17), .decoder = {}};
  description.encoder.positions = Positions::learned;
  description.encoder.max_positions = 5;
  description.encoder.token_types = 2;
  description.encoder.norm_first = false;
  description.encoder.has_embedding_norm = true;
  description.encoder.has_final_norm = false;
  Transformer model(description);
  fill_randomly(model);
  EncoderOutput encoded;
  Interventions interventions;
  const TokenFeatures tokens = {
      .rows = {7, 3}, .weights = {1, 1}, .offsets = {0, 1, 2}, .types = {0, 1}, .patches = {}};
  encode(model, tokens, interventions, encoded);
  Tensor3 x = Tensor3::from_shape({1, 2, 24});
  for (std::size_t c = 0; c < 24; ++c) {
    const Stack& stack = model.encoder;
    x(0, 0, c) = 4.5F * unpacked(stack.tokens)(7, c) + stack.positions(0, c) + stack.types(0, c);
    x(0, 1, c) = 4.5F * unpacked(stack.tokens)(3, c) + stack.positions(1, c) + stack.types(1, c);
  }
  const Tensor3 expected = normalized(x, model.encoder.embedding_norm);
  expect_near(encoded.residuals[0].data(), expected.data(), expected.size());
  Tensor3 y = expected;
  BlockScratch scratch;
  for (const Block& block : model.encoder.blocks) block_forward(block, nullptr, {}, scratch, y);
  expect_near(encoded.output.data(), y.data(), y.size());
}

TEST_F(TransformerTest, ATextIsNotLongerThanTheLearnedPositions) {
  TransformerDescription description = decoder_only();
  description.decoder.positions = Positions::learned;
  description.decoder.max_positions = 3;
  Transformer learned(description);
  fill_randomly(learned);
  const CrossCaches none = cross_caches(learned, nullptr, interventions);
  Decoder decoder(learned, none, interventions);
  const std::int32_t ids[] = {1, 2, 3};
  decoder.append(ids);
  EXPECT_THROW(decoder.append(std::span(ids, 1)), std::invalid_argument);
}

TEST_F(TransformerTest, AHeadThatIsNotThereIsRefused) {
  const MultiheadWeights& weights = model.encoder.blocks[0].self_attention;
  MultiheadOptions options;
  options.head = weights.num_heads;
  MultiheadScratch scratch;
  Tensor3 output;
  const Tensor3& x = encoded.output;
  EXPECT_THROW(multihead_attention(x, x, x, weights, options, scratch, output), std::invalid_argument);
}

TEST_F(TransformerTest, IsEncodedFromALayerThatIsThere) {
  const Tensor3 expected = encoded.output;
  const Tensor3 last = encoded.residuals.back();
  encode_from(model, 2, last, interventions, encoded);  // the residual stream after the last layer
  EXPECT_EQ(encoded.output, expected);
  EXPECT_THROW(encode_from(model, 3, last, interventions, encoded), std::invalid_argument);
}

// Image patches may follow tokens that have their own positions, such as the image's class token.
TEST(EncoderOnly, PatchesAfterTokensWithPositionsOfTheirOwnAreInOrder) {
  TransformerDescription description = {.embed_dim = 24, .encoder = small_stack(17), .decoder = {}};
  description.encoder.positions = Positions::learned;
  description.encoder.max_positions = 5;
  description.encoder.patch_dim = 3;
  Transformer model(description);
  fill_randomly(model);
  TokenFeatures tokens = {.rows = {7}, .weights = {1}, .offsets = {0, 1}, .types = {}, .positions = {4}, .patches = {}};
  tokens.patches = Tensor3({1, 2, 3}, 0.0F);
  Tensor3 x;
  embed_tokens(description.encoder, model.encoder, tokens, {}, x);
  for (std::size_t c = 0; c < 24; ++c) {
    const Stack& stack = model.encoder;
    EXPECT_NEAR(x(0, 0, c), 4.5F * unpacked(stack.tokens)(7, c) + stack.positions(4, c), 1e-6);
    EXPECT_NEAR(x(0, 1, c), stack.patches.bias(c) + stack.positions(1, c), 1e-6);
    EXPECT_NEAR(x(0, 2, c), stack.patches.bias(c) + stack.positions(2, c), 1e-6);
  }
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
  encode(model, longer, interventions, encoded);
  encode(model, tokens, interventions, encoded);
  ASSERT_EQ(encoded.output.size(), first_output.size());
  expect_near(encoded.output.data(), first_output.data(), first_output.size());
}

}  // namespace
}  // namespace spotlight
