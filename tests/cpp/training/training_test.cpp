// Training: gradients are compared with finite differences of the loss, and the guarantees of a step are checked.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <ostream>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "../failing_allocator.hpp"
#include "cases.hpp"
#include "core/random.hpp"
#include "training/trainer.hpp"

namespace spotlight::training {
namespace {

class Training : public testing::TestWithParam<Case> {};

TEST_P(Training, GradientsAreFiniteDifferencesOfTheLoss) {
  const TrainingDescription& description = GetParam().description;
  Model model(description, 7);
  Parameters& parameters = model.parameters();
  // Random values for all parameters, also for biases and norms, since with their initial values a wrong gradient might
  // be 0.
  for (std::size_t i = 0; i < parameters.values().size(); ++i) {
    parameters.values()(i) += 0.2F * random_normal(5, i);
  }
  model.pack();
  Batch batch;
  fill(batch, description, 3);
  const Dropout dropout = {.probability = description.dropout, .seed = 99};
  SavedActivations activations;
  Gradients gradients;
  model.forward(all_of(batch), dropout, activations);
  model.backward(all_of(batch), dropout, activations, gradients);
  const Vector all = parameters.gradients();

  for (const ParameterInfo& parameter : parameters.all()) {
    // Along the normalized gradient of a parameter, the slope of the loss equals the norm of the gradient.
    const float* gradient = all.data() + parameter.slice.offset;
    double squares = 0.0;
    for (std::size_t i = 0; i < parameter.slice.size(); ++i) squares += static_cast<double>(gradient[i]) * gradient[i];
    const double norm = std::sqrt(squares);
    if (parameter.name.ends_with("key.bias")) {
      // The gradient of the key bias is 0, because it adds the same number to all scores of a row, except with rotary
      // positions, where it is rotated.
      if (description.transformer.decoder.positions != Positions::rotary_halves) {
        EXPECT_LT(norm, 1e-6) << parameter.name;
      }
      continue;
    }
    ASSERT_GT(norm, 1e-4) << parameter.name;
    float* value = parameters.value(parameter.slice).data;
    const std::vector<float> original(value, value + parameter.slice.size());
    const auto loss_at = [&](double distance) {
      for (std::size_t i = 0; i < parameter.slice.size(); ++i) {
        value[i] = original[i] + static_cast<float>(distance / norm * static_cast<double>(gradient[i]));
      }
      model.pack();
      return model.forward(all_of(batch), dropout, activations).mean;
    };
    const double step = 0.004 / (1.0 + norm);
    const double difference = (loss_at(step) - loss_at(-step)) / (2.0 * step);
    EXPECT_NEAR(difference, norm, 0.005 * norm + 3e-4) << parameter.name;
    loss_at(0.0);
  }
}

TEST_P(Training, LearnsABatchByHeart) {
  const TrainingDescription& description = GetParam().description;
  Trainer trainer(description, 1);
  trainer.optimizer() = {.adamw = {.learning_rate = 1e-2}, .warmup_steps = 10, .clip_norm = 1.0};
  fill(trainer.batch(), description, 3);
  fill(trainer.validation_batch(), description, 3);
  const double before = trainer.evaluate().mean;
  for (int step = 0; step < 60; ++step) ASSERT_TRUE(trainer.step().is_finite);
  EXPECT_LT(trainer.evaluate().mean, 0.7 * before);
}

INSTANTIATE_TEST_SUITE_P(Shapes, Training, testing::ValuesIn(cases()),
                         [](const auto& info) { return std::string(info.param.name); });

/// Error message when a trainer is created for a model with this description; empty if the model can be trained.
std::string refusal(const TrainingDescription& description) {
  try {
    const Trainer trainer(description, 1);
    return "";
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

using Change = std::function<void(StackDescription&)>;

/// Changes that make a description invalid for training, by the JavaScript name of the changed field; at least one for
/// each decoder field that training does not support.
const std::multimap<std::string, Change> not_offered_changes = {
    {"embeddingDim", [](auto& of) { of.embedding_dim = 9; }},
    {"tokenTypes", [](auto& of) { of.token_types = 2; }},
    {"patchDim", [](auto& of) { of.patch_dim = 3; }},
    {"positions", [](auto& of) { of.positions = Positions::rotary_pairs; }},
    {"positions", [](auto& of) { of.positions = Positions::sinusoid_halves; }},
    {"maxPositions", [](auto& of) { of.max_positions = 0; }},
    {"maxPositions", [](auto& of) { of.positions = Positions::sinusoids, of.max_positions = 0; }},
    {"maxPositions",
     [](auto& of) { of.positions = Positions::rotary_halves, of.rotary_dim = of.head_dim, of.max_positions = 0; }},
    {"rotaryDim", [](auto& of) { of.positions = Positions::rotary_halves, of.rotary_dim = 2; }},
    {"rotaryScaling", [](auto& of) { of.rotary_scaling.factor = 2.0; }},
    {"rotaryScaling", [](auto& of) { of.rotary_scaling.magnitude = 2.0F; }},
    {"numKvHeads", [](auto& of) { of.num_kv_heads = 1; }},
    {"headDim", [](auto& of) { of.head_dim = 8; }},
    {"scale", [](auto& of) { of.scale = -0.5F; }},
    {"scoreSoftcap", [](auto& of) { of.score_softcap = 1.0F; }},
    {"biasDistances", [](auto& of) { of.bias_distances = 3; }},
    {"queryBias", [](auto& of) { of.query_bias = false; }},
    {"keyBias", [](auto& of) { of.key_bias = false; }},
    {"valueBias", [](auto& of) { of.value_bias = false; }},
    {"outputBias", [](auto& of) { of.output_bias = false; }},
    {"hasQueryKeyNorm", [](auto& of) { of.has_query_key_norm = true; }},
    {"hasCrossAttention", [](auto& of) { of.has_cross_attention = true; }},
    {"window", [](auto& of) { of.window = 4; }},
    {"localTheta", [](auto& of) { of.local_theta = 500.0; }},
    {"feedforwardBias", [](auto& of) { of.feedforward_bias = false; }},
    {"normFirst", [](auto& of) { of.norm_first = false; }},
    {"hasOutputNorms", [](auto& of) { of.has_output_norms = true; }},
    {"isParallel", [](auto& of) { of.is_parallel = true; }},
    {"hasEmbeddingNorm", [](auto& of) { of.has_embedding_norm = true; }},
    {"hasFinalNorm", [](auto& of) { of.has_final_norm = false; }},
    {"outputDim", [](auto& of) { of.output_dim = 3; }},
    {"outputTransformDim", [](auto& of) { of.output_transform_dim = 8; }},
    {"logitSoftcap", [](auto& of) { of.logit_softcap = 1.0F; }},
};

/// Names of description fields for which training supports every valid value. localLayers is among them, since local
/// layers equal the others without a window.
const std::set<std::string> offered = {"layers",   "vocabulary",  "embeddingScale", "theta",
                                       "numHeads", "localLayers", "feedforwardDim", "activation",
                                       "isGated",  "norm",        "epsilon"};

TEST(TrainingStep, WhatTrainingDoesNotOfferIsNamed) {
  ASSERT_EQ(refusal(attention_only()), "");
  for (const auto& [field, change] : not_offered_changes) {
    TrainingDescription description = attention_only();
    change(description.transformer.decoder);
    EXPECT_EQ(refusal(description), "training does not offer this " + field);
  }
  TrainingDescription description = attention_only();
  description.transformer.has_output_bias = true;
  EXPECT_EQ(refusal(description), "training does not offer this hasOutputBias");
}

TEST(TrainingStep, EveryFieldIsOfferedOrNot) {
  StackDescription::visit_fields([](const char* field, auto) {
    EXPECT_NE(not_offered_changes.contains(field), offered.contains(field)) << field;
  });
}

TEST(TrainingStep, ATextLongerThanItsPositionsIsRefused) {
  for (const Positions positions : {Positions::learned, Positions::sinusoids, Positions::rotary_halves}) {
    TrainingDescription description = attention_only();
    StackDescription& decoder = description.transformer.decoder;
    decoder.positions = positions;
    decoder.rotary_dim = positions == Positions::rotary_halves ? decoder.head_dim : 0;
    Trainer trainer(description, 1);
    const auto step = [&](std::size_t tokens) {
      const std::vector<std::int32_t> ids(tokens, 1);
      trainer.batch() = {.inputs = ids, .targets = ids, .sources = {}, .batch = 1, .tokens = tokens};
      return trainer.step();
    };
    EXPECT_NO_THROW(step(decoder.max_positions));
    EXPECT_THROW(step(decoder.max_positions + 1), std::invalid_argument);
  }
}

TEST(TrainingStep, AParameterThatAModelLacksIsRefused) {
  const Model model(attention_only(), 1);
  EXPECT_THROW(model.parameters().find("decoder.positions.bias"), std::invalid_argument);
}

TEST(TrainingStep, AVectorOfOneNumberIsTrained) {
  TrainingDescription description = attention_only();
  StackDescription& decoder = description.transformer.decoder;
  description.transformer.embed_dim = decoder.num_heads = decoder.num_kv_heads = decoder.head_dim = 1;
  Trainer trainer(description, 1);
  fill(trainer.batch(), description, 3);
  keep_sequences(trainer.batch(), 1);
  EXPECT_TRUE(trainer.step().is_finite);
}

TEST(TrainingStep, AllocatesNothingAfterTheFirst) {
  for (const Case& each : cases()) {
    Trainer trainer(each.description, 1);
    fill(trainer.batch(), each.description, 3);
    fill(trainer.validation_batch(), each.description, 4);
    trainer.step();
    trainer.evaluate();
    remaining_allocations = 0;  // the next allocation throws
    trainer.step();
    trainer.evaluate();
    remaining_allocations = -1;
  }
}

// If memory runs out during a training step or an evaluation, the call ends with an error, and the next call is
// correct.
TEST(TrainingStep, IsSafe) {
  struct Kept {
    TrainingDescription description = cases().back().description;
    Trainer trainer{description, 1};
    Vector initial = trainer.model().parameters().values();
  };
  expect_safe(computation<Kept>([](Kept& kept, Size size) {
    Trainer& trainer = kept.trainer;
    Vector& values = trainer.model().parameters().values();
    std::copy_n(kept.initial.data(), values.size(), values.data());
    trainer.model().pack();
    trainer.restart_optimizer();
    trainer.set_steps(0);
    for (Batch* batch : {&trainer.batch(), &trainer.validation_batch()}) {
      fill(*batch, kept.description, 3, size == Size::small ? 4 : long_sequence);
    }
    trainer.step();
    std::vector<float> results = {static_cast<float>(trainer.evaluate().mean)};
    results.insert(results.end(), values.begin(), values.end());
    return results;
  }));
}

TEST(TrainingStep, TheSameSeedGivesTheSameWeights) {
  TrainingDescription description = encoder_decoder();
  description.dropout = 0.1F;
  const auto train = [&](std::uint64_t seed) {
    Trainer trainer(description, seed);
    for (std::uint64_t step = 0; step < 5; ++step) {
      fill(trainer.batch(), description, step);
      trainer.step();
    }
    return trainer.model().parameters().values();
  };
  const Vector first = train(1);
  EXPECT_EQ(first, train(1));
  EXPECT_NE(first, train(2));
}

// A second trainer, which has only the weights and the batch in common with the first, computes the second half of the
// batch.
TEST(TrainingStep, TheHalvesMayBeComputedInTwoPlaces) {
  for (const Case& each : cases()) {
    for (const std::size_t batch : {3U, 1U}) {
      Trainer alone(each.description, 1), first(each.description, 1), second(each.description, 1);
      for (std::uint64_t step = 0; step < 5; ++step) {
        for (Trainer* trainer : {&alone, &first, &second}) {
          fill(trainer->batch(), each.description, step);
          keep_sequences(trainer->batch(), batch);
        }
        const Vector& values = first.model().parameters().values();
        std::copy_n(values.data(), values.size(), second.model().parameters().values().data());
        second.model().pack();
        second.set_steps(first.steps());
        const Loss loss = second.compute_half(1);
        const Vector& gradients = second.model().parameters().gradients();
        std::copy_n(gradients.data(), gradients.size(), first.exchange_buffer().data());
        first.compute_half(0);
        EXPECT_EQ(first.step_with_second_half(loss).loss.mean, alone.step().loss.mean) << each.name;
        ASSERT_EQ(values, alone.model().parameters().values()) << each.name << ", step " << step;
      }
    }
  }
}

TEST(TrainingStep, TheGradientIsThatOfTheWholeBatch) {
  for (const Case& each : cases()) {
    if (each.description.dropout > 0.0F) continue;  // each half has its own dropout masks
    Trainer trainer(each.description, 1);
    fill(trainer.batch(), each.description, 3);
    Model& model = trainer.model();
    SavedActivations activations;
    Gradients gradients;
    const Loss loss = model.forward(all_of(trainer.batch()), {}, activations);
    model.backward(all_of(trainer.batch()), {}, activations, gradients);
    const Vector whole = model.parameters().gradients();
    EXPECT_NEAR(trainer.step().loss.mean, loss.mean, 1e-6);
    for (std::size_t i = 0; i < whole.size(); ++i) {
      ASSERT_NEAR(model.parameters().gradients()(i), whole(i), 1e-6) << each.name;
    }
  }
}

// Adam's bias correction must count the gradients since the optimizer was restarted. If it counted all steps, it would
// treat the average of one gradient like that of many, and the first updates after a restart would be too large.
TEST(TrainingStep, MovesNoWeightByMoreThanTheLearningRateAfterARestart) {
  const TrainingDescription description = attention_only();
  Trainer trainer(description, 1);
  trainer.optimizer() = {.adamw = {.learning_rate = 1e-3, .weight_decay = 0.0}};
  fill(trainer.batch(), description, 3);
  for (int step = 0; step < 200; ++step) trainer.step();
  trainer.restart_optimizer();
  const Vector before = trainer.model().parameters().values();
  trainer.step();
  EXPECT_EQ(trainer.steps(), 201U);
  const Vector& after = trainer.model().parameters().values();
  float largest = 0.0F;
  for (std::size_t i = 0; i < before.size(); ++i) largest = std::max(largest, std::abs(after(i) - before(i)));
  EXPECT_NEAR(largest, 1e-3, 1e-6);
}

TEST(TrainingStep, LeavesTheWeightsWhereTheLossIsNotFinite) {
  const TrainingDescription description = attention_only();
  Trainer trainer(description, 1);
  fill(trainer.batch(), description, 3);
  ASSERT_TRUE(trainer.step().is_finite);
  Parameters& parameters = trainer.model().parameters();
  parameters.values()(0) = std::numeric_limits<float>::infinity();
  trainer.model().pack();
  const Vector before = parameters.values();
  trainer.batch().inputs[0] = 0;
  EXPECT_FALSE(trainer.step().is_finite);
  EXPECT_EQ(before, parameters.values());
  EXPECT_EQ(trainer.steps(), 1U);
}

// With these learning rates, the update makes weights infinite or NaN, or so large that results would not be finite:
// the step is rejected, and weights and optimizer are unchanged.
TEST(TrainingStep, IsRefusedWhereNothingFiniteComesOfTheNewWeights) {
  for (const double learning_rate : {1e10, 1e25, 1e38, 1e300}) {
    const TrainingDescription description = attention_only();
    Trainer trainer(description, 1);
    fill(trainer.batch(), description, 3);
    ASSERT_TRUE(trainer.step().is_finite);
    const Vector values = trainer.model().parameters().values();
    const AdamWMoments moments = trainer.moments();
    trainer.optimizer().adamw.learning_rate = learning_rate;
    EXPECT_FALSE(trainer.step().is_finite) << learning_rate;
    EXPECT_EQ(values, trainer.model().parameters().values());
    EXPECT_EQ(moments.first, trainer.moments().first);
    EXPECT_EQ(moments.second, trainer.moments().second);
    EXPECT_EQ(moments.steps, trainer.moments().steps);
    EXPECT_EQ(trainer.steps(), 1U);
    trainer.optimizer().adamw.learning_rate = 1e-3;
    EXPECT_TRUE(trainer.step().is_finite);
  }
}

// Small weights do not guarantee finite results, because a factor in the description, such as the scale of scores, may
// be large.
TEST(TrainingStep, RefusesValuesOfWhichALargeScaleMakesNothingFinite) {
  const auto accepts = [](const std::function<void(StackDescription&)>& change) {
    TrainingDescription description = attention_only();
    change(description.transformer.decoder);
    Trainer trainer(description, 1);
    const Vector initial = trainer.model().parameters().values();
    std::copy_n(initial.data(), initial.size(), trainer.exchange_buffer().data());
    return trainer.accept_values();
  };
  EXPECT_TRUE(accepts([](auto& of) { of.scale = 1.0F; }));
  EXPECT_FALSE(accepts([](auto& of) { of.embedding_scale = 3e38F; }));
}

// Logits and weights of evaluate() can still be read after accept_values() has checked new weights.
TEST(TrainingStep, WhatWasEvaluatedOutlivesTheCheckOfNewWeights) {
  const TrainingDescription description = attention_only();
  Trainer trainer(description, 1);
  fill(trainer.validation_batch(), description, 3, 7);
  trainer.evaluate();
  const Matrix logits = trainer.evaluated().logits;
  const float* address = trainer.evaluated().logits.data();
  const Vector before = trainer.model().parameters().values();
  for (std::size_t i = 0; i < before.size(); ++i) trainer.exchange_buffer()(i) = 1e3F * before(i);
  ASSERT_TRUE(trainer.accept_values());  // the decision needs a forward pass
  EXPECT_EQ(trainer.evaluated().logits, logits);
  EXPECT_EQ(trainer.evaluated().logits.data(), address);
}

TEST(TrainingStep, AcceptsValuesOfWhichFiniteNumbersCome) {
  const TrainingDescription description = attention_only();
  Trainer trainer(description, 1);
  fill(trainer.batch(), description, 3);
  fill(trainer.validation_batch(), description, 3);
  ASSERT_TRUE(trainer.step().is_finite);
  const Vector before = trainer.model().parameters().values();
  const auto accepts = [&](float factor) {
    for (std::size_t i = 0; i < before.size(); ++i) trainer.exchange_buffer()(i) = factor * before(i);
    return trainer.accept_values();
  };
  for (const float factor : {1e12F, 1e25F, std::numeric_limits<float>::infinity()}) {
    EXPECT_FALSE(accepts(factor)) << factor;
    EXPECT_EQ(before, trainer.model().parameters().values());
    EXPECT_EQ(trainer.moments().steps, 1U);
  }
  for (const float factor : {1e3F, 2.0F}) {
    EXPECT_TRUE(accepts(factor)) << factor;
    EXPECT_EQ(factor * before(0), trainer.model().parameters().values()(0));
    EXPECT_EQ(trainer.moments().steps, 0U);
  }
}

}  // namespace
}  // namespace spotlight::training
