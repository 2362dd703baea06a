// A trained model gives the same logits in training and in inference.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cases.hpp"
#include "model/decoder.hpp"
#include "model/encoder.hpp"
#include "model/output.hpp"
#include "model/parameters.hpp"
#include "training/trainer.hpp"

namespace spotlight::training {
namespace {

/// Description of the inference model with the same architecture as a model in training.
TransformerDescription described(const TrainingDescription& description) {
  TransformerDescription of = description.transformer;
  if (of.decoder.layers == 0) of.encoder.output_dim = of.encoder.vocabulary;
  return of;
}

void copy_parameters(const TrainingDescription& description, Model& trained, Transformer& transformer) {
  for (Parameter& parameter : parameters_of(transformer)) {
    const bool is_tied = description.is_head_tied && parameter.name == "output.weight";
    const Slice slice = trained.parameters().find(is_tied ? "decoder.tokens.weight" : parameter.name);
    Matrix values = Matrix::from_shape({slice.rows, slice.columns});
    std::copy_n(trained.parameters().value(slice).data, slice.size(), values.data());
    parameter.set(0, values);
  }
}

class TrainedModel : public testing::TestWithParam<Case> {};

TEST_P(TrainedModel, ComputesWhatInferenceComputes) {
  const TrainingDescription& description = GetParam().description;
  Trainer trainer(description, 1);
  fill(trainer.batch(), description, 3);
  for (int step = 0; step < 20; ++step) ASSERT_TRUE(trainer.step().is_finite);
  Model& trained = trainer.model();
  Transformer transformer(described(description));
  copy_parameters(description, trained, transformer);
  SavedActivations activations;
  trained.forward(sequences_of(trainer.batch(), 1, 1), Dropout(), activations);
  // The reference: logits of the same sequence, computed with the code for inference.
  const Sequences sequence = sequences_of(trainer.batch(), 1, 1);
  Interventions none;
  EncoderOutput encoded;
  const bool has_decoder = description.transformer.decoder.layers > 0;
  if (description.transformer.encoder.layers > 0) {
    encode(transformer, features_of(has_decoder ? sequence.sources : sequence.inputs), none, encoded);
  }
  Tensor3 logits;
  if (has_decoder) {
    const CrossCaches cross = cross_caches(transformer, encoded.output.size() > 0 ? &encoded.output : nullptr, none);
    Decoder decoder(transformer, cross, none);
    decoder.append(sequence.inputs);
    logits = decoder.logits(sequence.tokens);
  } else {
    project_logits(transformer, {}, encoded.output, logits);
  }
  const float largest = xt::amax(xt::abs(activations.logits))();
  for (std::size_t i = 0; i < logits.size(); ++i) {
    EXPECT_NEAR(logits.data()[i], activations.logits.data()[i], 1e-6F * largest) << "at " << i;
  }
}

/// Test cases whose models inference supports, too: those whose decoders are causal.
std::vector<Case> cases_of_inference() {
  std::vector<Case> all = cases();
  std::erase_if(all, [](const Case& each) {
    return !each.description.is_causal && each.description.transformer.decoder.layers > 0;
  });
  return all;
}

INSTANTIATE_TEST_SUITE_P(Shapes, TrainedModel, testing::ValuesIn(cases_of_inference()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace spotlight::training
