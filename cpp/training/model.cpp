#include "model.hpp"

#include <cmath>

#include "../core/random.hpp"
#include "../model/initialization.hpp"

namespace spotlight::training {
namespace {

bool ends_with(const std::string& name, std::string_view end) { return name.ends_with(end); }

bool is_table(const std::string& name) {
  return ends_with(name, ".tokens.weight") || ends_with(name, ".positions.weight");
}

}  // namespace

Sequences sequences_of(const Batch& batch, std::size_t first, std::size_t count) {
  const auto part = [&](const std::vector<std::int32_t>& ids, std::size_t each) {
    return std::span(ids).subspan(first * each, count * each);
  };
  return {.inputs = part(batch.inputs, batch.tokens),
          .targets = part(batch.targets, batch.tokens),
          .sources = part(batch.sources, batch.source_tokens),
          .batch = count,
          .tokens = batch.tokens,
          .source_tokens = batch.source_tokens,
          .counted = count_targets(batch.targets)};
}

Model::Model(const TrainingDescription& description, std::uint64_t seed) : parameters_(description) {
  const TransformerDescription& transformer = description.transformer;
  const bool has_decoder = transformer.decoder.layers > 0;
  std::size_t places = 0;
  Slice tokens{};  // embedding table of the predicting stack
  if (transformer.encoder.layers > 0) {
    encoder_ = make_stack("encoder", transformer.encoder, description.is_causal && !has_decoder, parameters_, places);
    tokens = encoder_->embedding.tokens;
  }
  if (has_decoder) {
    decoder_ = make_stack("decoder", transformer.decoder, description.is_causal, parameters_, places);
    tokens = decoder_->embedding.tokens;
  }
  output_.weight = description.is_head_tied ? tokens : parameters_.find("output.weight");
  initialize(seed);
  pack();
}

void Model::initialize(std::uint64_t seed) {
  std::uint64_t stream = 0;
  for (const ParameterInfo& parameter : parameters_.all()) {
    const MutableMatrixView value = parameters_.value(parameter.slice);
    const std::uint64_t own = random_bits(seed, stream++);
    if (is_table(parameter.name)) {
      const float deviation = 1.0F / std::sqrt(static_cast<float>(value.columns));
      for (std::size_t i = 0; i < parameter.slice.size(); ++i) {
        value.data[i] = deviation * random_normal(own, i);
      }
    } else if (!parameter.is_vector) {
      xavier_uniform(value.data, value.rows, value.columns, 1.0F, own);
    } else if (ends_with(parameter.name, "norm.weight")) {
      std::fill_n(value.data, value.columns, 1.0F);
    }
  }
}

void Model::pack() {
  if (encoder_) pack_weights(parameters_, *encoder_);
  if (decoder_) pack_weights(parameters_, *decoder_);
  pack_weights(parameters_, output_);
}

StackInput Model::encoder_input(const Sequences& batch) const {
  if (!decoder_) return {.ids = batch.inputs, .batch = batch.batch, .seq_len = batch.tokens};
  return {.ids = batch.sources, .batch = batch.batch, .seq_len = batch.source_tokens};
}

StackInput Model::decoder_input(const Sequences& batch, const SavedActivations& activations) const {
  return {.ids = batch.inputs,
          .batch = batch.batch,
          .seq_len = batch.tokens,
          .source = encoder_ ? &activations.encoder.output : nullptr,
          .source_len = batch.source_tokens};
}

Loss Model::forward(const Sequences& batch, const Dropout& dropout, SavedActivations& activations) const {
  if (encoder_) stack_forward(parameters_, *encoder_, encoder_input(batch), dropout, activations.encoder);
  if (decoder_) {
    stack_forward(parameters_, *decoder_, decoder_input(batch, activations), dropout, activations.decoder);
  }
  const Matrix& output = predicting(activations).output;
  allocate(activations.logits, "the logits", {output.shape(0), output_.weight.rows});
  allocate(activations.logits_gradient, "the logits", activations.logits.shape());
  spotlight::training::forward(parameters_, output_, matrix(output), matrix(activations.logits));
  return cross_entropy(batch.targets, batch.counted, matrix(std::as_const(activations.logits)),
                       matrix(activations.logits_gradient));
}

void Model::backward(const Sequences& batch, const Dropout& dropout, SavedActivations& activations,
                     Gradients& gradients) {
  parameters_.gradients().fill(0.0F);
  const StackActivations& last = predicting(activations);
  StackGradients& last_gradients = decoder_ ? gradients.decoder : gradients.encoder;
  const ConstMatrixView logits = matrix(std::as_const(activations.logits_gradient));
  allocate(last_gradients.output, "the gradients of a training step", last.output.shape());
  spotlight::training::backward(parameters_, output_, matrix(last.output), logits);
  linear_input_gradient(logits, output_.plain, matrix(last_gradients.output));
  if (decoder_) {
    if (encoder_) {
      allocate_zeros(gradients.encoder.output, "the gradients of a training step", activations.encoder.output.shape());
    }
    stack_backward(parameters_, *decoder_, decoder_input(batch, activations), dropout, activations.decoder,
                   gradients.decoder, &gradients.encoder.output);
  }
  if (encoder_) {
    stack_backward(parameters_, *encoder_, encoder_input(batch), dropout, activations.encoder, gradients.encoder,
                   nullptr);
  }
}

}  // namespace spotlight::training
