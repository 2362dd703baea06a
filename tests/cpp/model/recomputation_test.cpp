// Recomputes a run layer by layer from its residual streams, and compares it with the original run.
#include "model/recomputation.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "../models.hpp"
#include "model/decoder.hpp"

namespace spotlight {
namespace {

constexpr std::int32_t target[] = {1, 16, 3, 7, 2};

void expect_same(std::span<const float> values, std::span<const float> expected) {
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t i = 0; i < values.size(); ++i) ASSERT_NEAR(values[i], expected[i], 1e-5F) << "at " << i;
}
std::span<const float> values_of(const Tensor3& tensor) { return {tensor.data(), tensor.size()}; }

void expect_same_decoding(const TransformerDescription& description, const Tensor3* encoder_output,
                          Interventions& interventions) {
  Transformer model(description);
  fill_randomly(model);
  const CrossCaches cross = cross_caches(model, encoder_output, interventions);
  Decoder decoder(model, cross, interventions);
  decoder.append(target);
  const Recomputation run = {.model = model, .interventions = interventions, .encoder_output = encoder_output};
  Tensor3 x;
  run.embeddings(Attention::decoder, features_of(target), x);
  for (std::size_t layer = 0; layer < model.decoder.blocks.size(); ++layer) {
    expect_same(values_of(x), decoder.residuals()[layer].values);
    run.layer(Attention::decoder, layer, {}, x);
  }
  Tensor3 logits;
  run.logits(Attention::decoder, 0, x, logits);
  expect_same(values_of(logits), values_of(decoder.logits(std::size(target))));
}

TEST(RecomputationTest, LayerByLayerADecoderGivesTheSame) {
  Interventions interventions;
  for (const TransformerDescription& description : {decoder_only(), parallel_decoder()}) {
    expect_same_decoding(description, nullptr, interventions);
  }
}

TEST(RecomputationTest, LayerByLayerADecoderGivesTheSameWithInterventions) {
  Interventions interventions;
  interventions.of(Attention::decoder) = {
      .layer = 1, .head = 2, .scale = 0.5F, .blocked_keys = {1}, .blocked_pairs = {4, 2}};
  interventions.of(Attention::cross).blocked_keys = {0};
  expect_same_decoding(decoder_only(), nullptr, interventions);
  const Tensor3 encoded = random_numbers<3>({1, 4, 24}, 5);
  expect_same_decoding(encoder_decoder(), &encoded, interventions);
}

TEST(RecomputationTest, ATokenThatIsNotThereIsRefused) {
  Transformer model(decoder_only());
  Interventions interventions;
  const Recomputation run = {.model = model, .interventions = interventions, .encoder_output = nullptr};
  Tensor3 x = random_numbers<3>({1, 6, 24}, 3);
  EXPECT_THROW(run.layer(Attention::decoder, 0, 6, x), std::invalid_argument);
}

TEST(RecomputationTest, AReadThatFailsLeavesNothingToBeRead) {
  Transformer model(decoder_only());
  fill_randomly(model);
  Interventions interventions;
  const Recomputation run = {.model = model, .interventions = interventions, .encoder_output = nullptr};
  const Tensor3 before = random_numbers<3>({1, 6, 24}, 3);
  const auto read = [&](std::uint32_t row) {
    Tensor3 x = before;
    run.read({.place = {Attention::decoder, 0},
              .step = Step::attention_input,
              .selection = {.heads = {}, .rows = {row}, .columns = {}},
              .shape = {1, 1, 24}},
             {}, 0, x);
  };
  EXPECT_NO_THROW(read(5));
  EXPECT_THROW(read(6), std::invalid_argument);
  EXPECT_FALSE(interventions.steps.wants({Attention::decoder, 0}, Step::attention_input));
}

TEST(RecomputationTest, OneTokenOfALayerIsThatOfAll) {
  Transformer model(decoder_only());
  fill_randomly(model);
  Interventions interventions;
  const Recomputation run = {.model = model, .interventions = interventions, .encoder_output = nullptr};
  Tensor3 all = random_numbers<3>({1, 6, 24}, 3);
  Tensor3 one = all;
  run.layer(Attention::decoder, 0, {}, all);
  run.layer(Attention::decoder, 0, 4, one);
  expect_same(values_of(one), std::span(all.data() + 4 * 24, 24));
}

}  // namespace
}  // namespace spotlight
