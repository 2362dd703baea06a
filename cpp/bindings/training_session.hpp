#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "../training/trainer.hpp"
#include "parameter_set.hpp"
#include "tensor_table.hpp"

namespace spotlight::bindings {

enum class TrainingTensor : std::uint8_t {
  // Token ids as int32: inputs, targets and sources of the batch for the next training step, then those of the batch
  // for evaluation.
  inputs,   // [batch, tokens]
  targets,  // [batch, tokens]
  sources,  // [batch, source_tokens], or size 0
  validation_inputs,
  validation_targets,
  validation_sources,
  logits,  // logits of the evaluated batch, [batch, tokens, vocabulary]
  // Arrays with one number per weight of the model, all parameters concatenated: values, gradients, the optimizer's two
  // moments, and exchange_buffer.
  values,
  gradients,      // gradients of the last step, or of the last half that was computed
  first_moments,  // moments of the optimizer
  second_moments,
  exchange_buffer,  // gradients of a batch's second half that were computed elsewhere, or new values
  count,
};

class TrainingSession {
 public:
  using Name = TrainingTensor;

  TrainingSession(const TransformerDescription& description, bool is_causal, bool is_head_tied, double dropout,
                  double seed)
      : trainer_({.transformer = description,
                  .is_causal = is_causal,
                  .is_head_tied = is_head_tied,
                  .dropout = static_cast<float>(dropout)},
                 static_cast<std::uint64_t>(seed)),
        parameters_(parameters_of(trainer_)) {
    tensors_.set(Name::values, trainer_.model().parameters().values());
    tensors_.set(Name::gradients, trainer_.model().parameters().gradients());
    tensors_.set(Name::first_moments, trainer_.moments().first);
    tensors_.set(Name::second_moments, trainer_.moments().second);
    tensors_.set(Name::exchange_buffer, trainer_.exchange_buffer());
  }

  void set_optimizer(double learning_rate, double warmup_steps, double weight_decay, double beta1, double beta2,
                     double epsilon, double clip_norm) {
    trainer_.optimizer() = {.adamw = {.learning_rate = learning_rate,
                                      .beta1 = beta1,
                                      .beta2 = beta2,
                                      .epsilon = epsilon,
                                      .weight_decay = weight_decay},
                            .warmup_steps = warmup_steps,
                            .clip_norm = clip_norm};
  }

  /// Parameters whose set() writes new weights to exchange_buffer; accept_values() then makes the model use them.
  ParameterSet* parameters() { return &parameters_; }
  std::uintptr_t tensors() const { return tensors_.address(); }

  /// Frees all memory except weights and optimizer state after a failed call, so that the next call can allocate it
  /// again.
  void release() {
    trainer_.release();
    set_batch(Name::inputs, trainer_.batch());
    set_batch(Name::validation_inputs, trainer_.validation_batch());
  }

  /// Updates the packed matrices of the model to the weights that the web side has written to the tensor `values`.
  void use_values() { trainer_.model().pack(); }
  /// Sets the weights to the contents of exchange_buffer and resets the optimizer, unless the model would then compute
  /// non-finite numbers.
  /// @returns true if the weights were set
  bool accept_values() { return trainer_.accept_values(); }

  double steps() const { return static_cast<double>(trainer_.steps()); }
  /// Number of training steps that the moments of the optimizer include.
  double moment_steps() { return static_cast<double>(trainer_.moments().steps); }
  void set_steps(double steps, double moment_steps) {
    trainer_.set_steps(static_cast<std::size_t>(steps));
    trainer_.moments().steps = static_cast<std::size_t>(moment_steps);
  }

  /// Allocates the batch of the next training step. The web side writes its token ids.
  void resize_batch(std::size_t batch, std::size_t tokens, std::size_t source_tokens) {
    resize(trainer_.batch(), batch, tokens, source_tokens);
    set_batch(Name::inputs, trainer_.batch());
  }
  /// Runs a training step.
  /// @returns false if loss, gradient or new weights are not finite; weights and optimizer are then unchanged
  bool step() {
    report_ = trainer_.step();
    return report_.is_finite;
  }

  /// Computes loss and gradients for the first (0) or second (1) half of the batch.
  void compute_half(std::size_t half) { report_.loss = trainer_.compute_half(half); }
  /// Completes the training step that compute_half(0) has begun. The second half of the batch was computed elsewhere,
  /// such as in another worker: its gradients are in exchange_buffer, its loss and accuracy are the arguments.
  bool step_with_second_half(double loss, double accuracy) {
    report_ = trainer_.step_with_second_half({.mean = loss, .accuracy = accuracy});
    return report_.is_finite;
  }

  void resize_validation_batch(std::size_t batch, std::size_t tokens, std::size_t source_tokens) {
    resize(trainer_.validation_batch(), batch, tokens, source_tokens);
    set_batch(Name::validation_inputs, trainer_.validation_batch());
  }
  void evaluate() {
    report_.loss = trainer_.evaluate();
    tensors_.set(Name::logits, trainer_.evaluated().logits);
  }
  // The following functions return the address of a layer's attention weights for the evaluated batch, [batch, heads,
  // queries, keys].

  /// Attention weights of a layer's self-attention in the stack that predicts: the decoder, or the encoder in
  /// encoder-only models.
  std::uintptr_t self_weights(std::size_t layer) {
    return address(trainer_.model().predicting(trainer_.evaluated()).blocks[layer].self.weights);
  }
  std::uintptr_t cross_weights(std::size_t layer) {
    return address(trainer_.evaluated().decoder.blocks[layer].cross.weights);
  }
  /// Attention weights of a layer's self-attention in the encoder of an encoder–decoder.
  std::uintptr_t encoder_weights(std::size_t layer) {
    return address(trainer_.evaluated().encoder.blocks[layer].self.weights);
  }

  // Results of the last training step, half step or evaluation.
  double loss() const { return report_.loss.mean; }
  double accuracy() const { return report_.loss.accuracy; }
  double gradient_norm() const { return report_.gradient_norm; }
  double weight_norm() const { return report_.weight_norm; }

 private:
  static std::vector<Parameter> parameters_of(training::Trainer& trainer) {
    std::vector<Parameter> all;
    for (const auto& [name, slice, is_vector] : trainer.model().parameters().all()) {
      const std::size_t columns = slice.columns;
      const std::size_t begin = slice.offset;
      all.push_back({.name = name,
                     .shape = is_vector ? std::vector{columns} : std::vector{slice.rows, columns},
                     .set =
                         [&trainer, begin, columns](std::size_t first, const Matrix& values) {
                           std::ranges::copy(values, trainer.exchange_buffer().data() + begin + first * columns);
                         },
                     .get =
                         [&trainer, begin, columns](std::size_t first, Matrix& values) {
                           const float* from = trainer.model().parameters().values().data() + begin + first * columns;
                           std::copy_n(from, values.size(), values.data());
                         },
                     .packed = nullptr});
    }
    return all;
  }
  static std::uintptr_t address(const Matrix& weights) { return reinterpret_cast<std::uintptr_t>(weights.data()); }

  static void resize(training::Batch& batch, std::size_t sequences, std::size_t tokens, std::size_t source_tokens) {
    memory::allocate(batch.inputs, "a batch", {sequences, tokens});
    memory::allocate(batch.targets, "a batch", {sequences, tokens});
    memory::allocate(batch.sources, "a batch", {sequences, source_tokens});
    batch.batch = sequences;
    batch.tokens = tokens;
    batch.source_tokens = source_tokens;
  }
  /// Writes the addresses of a batch's inputs, targets and sources into the tensor table. `first` is the enumerator of
  /// the inputs; those of targets and sources follow it.
  void set_batch(Name first, const training::Batch& batch) {
    const auto index = static_cast<std::uint8_t>(first);
    tensors_.set(first, batch.inputs);
    tensors_.set(static_cast<Name>(index + 1), batch.targets);
    tensors_.set(static_cast<Name>(index + 2), batch.sources);
  }

  training::Trainer trainer_;
  ParameterSet parameters_;
  training::StepReport report_;
  TensorTable<Name> tensors_;
};

}  // namespace spotlight::bindings
