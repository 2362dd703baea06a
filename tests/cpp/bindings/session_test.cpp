// Sessions, the objects through which JavaScript calls C++, reject calls that their state does not allow.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "../models.hpp"
#include "bindings/layer_session.hpp"
#include "bindings/transformer/transformer_session.hpp"

namespace spotlight::bindings {
namespace {

void fill(ParameterSet& parameters) {
  for (std::size_t i = 0; i < parameters.count(); ++i) {
    const std::size_t rows = parameters.rank(i) == 1 ? 1 : parameters.size(i, 0);
    auto* values = reinterpret_cast<float*>(parameters.prepare(i, rows));
    std::fill_n(values, rows * parameters.size(i, parameters.rank(i) - 1), 0.1F);
    parameters.set(i, 0);
  }
}

void write_target(TransformerSession& session) {
  session.memory.resize_target(1);
  const auto* entries = reinterpret_cast<const TensorEntry*>(session.tensors());
  *reinterpret_cast<std::int32_t*>(entries[static_cast<std::size_t>(TransformerTensor::target)].address) = 1;
}

void expect_no_text(TransformerSession& session) {
  write_target(session);
  EXPECT_FALSE(session.decoder.append(0, 1));
  EXPECT_FALSE(session.decoder.fork(0, 0));
  EXPECT_EQ(session.decoder.residual(0), 0U);
  EXPECT_EQ(session.encoder.residual(0), 0U);
}

TEST(TransformerSession, WithoutATextNothingIsDecoded) {
  TransformerSession session(decoder_only());
  fill(*session.parameters());
  expect_no_text(session);
  session.decoder.begin(2);
  session.release();  // state after a failed call
  expect_no_text(session);
}

TEST(TransformerSession, OnlyHypothesesThatWereBegunAreDecoded) {
  TransformerSession session(decoder_only());
  fill(*session.parameters());
  session.decoder.begin(2);
  write_target(session);
  EXPECT_TRUE(session.decoder.append(1, 1));
  EXPECT_FALSE(session.decoder.append(2, 1));
  EXPECT_TRUE(session.decoder.fork(1, 0));
  EXPECT_FALSE(session.decoder.fork(0, 2));
  EXPECT_FALSE(session.decoder.fork(2, 0));
  EXPECT_NE(session.decoder.residual(0), 0U);
  EXPECT_NE(session.decoder.residual(2), 0U);  // residual stream after the last layer
  EXPECT_EQ(session.decoder.residual(3), 0U);
}

TEST(TransformerSession, MoreHypothesesThanMemoryHoldsAreRefused) {
  TransformerSession session(decoder_only());
  fill(*session.parameters());
  try {
    session.decoder.begin(std::size_t{1} << 60U);
    FAIL() << "no error";
  } catch (const memory::OutOfMemory& error) {
    EXPECT_STREQ(error.what(), "the hypotheses");
  }
  expect_no_text(session);
  session.decoder.begin(1);
  EXPECT_TRUE(session.decoder.append(0, 1));
}

TEST(TransformerSession, AnInterventionReachesOnlyItsAttentionLayerAndHead) {
  TransformerSession session(decoder_only());
  InterventionSession& calls = session.interventions;
  calls.set_scale(Attention::decoder, 0.5F);
  calls.restrict_to_layer(Attention::decoder, 1);
  calls.restrict_to_head(Attention::decoder, 2);
  calls.mask_causally(Attention::cross);
  const Interventions& set = session.memory.interventions;
  EXPECT_EQ(set.of(Attention::decoder).scale, 0.5F);
  EXPECT_EQ(set.of(Attention::decoder).layer, 1U);
  EXPECT_EQ(set.of(Attention::decoder).head, 2U);
  EXPECT_FALSE(set.of(Attention::decoder).is_causal);
  EXPECT_TRUE(set.of(Attention::cross).is_causal);
  EXPECT_EQ(set.of(Attention::cross).layer, std::nullopt);
  calls.clear();
  EXPECT_EQ(set.of(Attention::decoder).layer, std::nullopt);
  EXPECT_EQ(set.of(Attention::decoder).scale, std::nullopt);
}

TEST(TransformerSession, ASelectedStepIsReplacedOnce) {
  TransformerSession session(decoder_only());
  const auto step_named = [](const std::string& name) {
    std::size_t step = 0;
    while (StepSession::name(step) != name) ++step;
    return step;
  };
  const StepInterventions& set = session.memory.interventions.steps;
  session.steps.select(Attention::decoder, step_named("weights"));
  EXPECT_FALSE(session.steps.has_selected()) << "around the layers";
  session.steps.select_layer(1);
  EXPECT_TRUE(session.steps.has_selected());
  session.steps.select_entry(3);
  session.interventions.replace(false, 1, 1, 1);
  EXPECT_TRUE(set.wants({.attention = Attention::decoder, .layer = 1}, Step::weights));
  EXPECT_FALSE(set.wants({.attention = Attention::decoder, .layer = 0}, Step::weights));
  EXPECT_EQ(set.entries({.attention = Attention::decoder, .layer = 1}, Step::weights), 4U);

  session.steps.select(Attention::decoder, step_named("finalNorm"));
  EXPECT_TRUE(session.steps.has_selected());
  session.interventions.replace(false, 1, 1, 1);  // the replacement applies to all entries again
  EXPECT_TRUE(set.wants({.attention = Attention::decoder}, Step::final_norm));
}

std::vector<float> output_of(const LayerSession& session) {
  const auto* entries = reinterpret_cast<const TensorEntry*>(session.tensors());
  const TensorEntry& entry = entries[static_cast<std::size_t>(LayerTensor::output)];
  const auto* values = reinterpret_cast<const float*>(entry.address);
  return {values, values + entry.size};
}

/// Passes `count` vectors through the layer as decoding steps. The numbers of each vector are `number` times 1, 2, 3,
/// and so on.
Fault step(LayerSession& session, std::size_t count, float number) {
  session.resize(1, count);
  const auto* entries = reinterpret_cast<const TensorEntry*>(session.tensors());
  const TensorEntry& entry = entries[static_cast<std::size_t>(LayerTensor::x)];
  auto* values = reinterpret_cast<float*>(entry.address);
  for (std::size_t i = 0; i < entry.size; ++i) values[i] = number * static_cast<float>(1 + i % 24);
  return session.step();
}

TEST(LayerSession, AStepThatIsRefusedIsNoPartOfTheSequence) {
  TransformerDescription description = decoder_only();
  description.decoder.norm_first = false;
  LayerSession session(description), expected(description);
  for (LayerSession* each : {&session, &expected}) {
    fill(*each->parameters());
    ASSERT_EQ(each->begin(), no_fault);
    ASSERT_EQ(step(*each, 2, 1.0F), no_fault);
  }
  ASSERT_NE(step(session, 3, 1e37F), no_fault);
  ASSERT_EQ(step(session, 1, 2.0F), no_fault);
  ASSERT_EQ(step(expected, 1, 2.0F), no_fault);
  EXPECT_EQ(output_of(session), output_of(expected));
}

}  // namespace
}  // namespace spotlight::bindings
