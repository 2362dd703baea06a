// Training loop: each step computes the gradient of a batch and updates the weights. The gradient is the sum of the
// gradients of the batch's two halves, which are computed separately, so that a second trainer in another thread, with
// the same weights and batch, can compute one half with bit-identical results.
#pragma once

#include <array>
#include <initializer_list>

#include "model.hpp"
#include "optimizer.hpp"

namespace spotlight::training {

struct OptimizerOptions {
  AdamWOptions adamw;
  double warmup_steps = 0.0;  // number of steps of linear learning-rate warmup
  double clip_norm = 0.0;     // maximum norm of the gradient; 0: no clipping
};

struct StepReport {
  Loss loss;                   // loss before the update
  double gradient_norm = 0.0;  // norm of the gradient before clipping
  double weight_norm = 0.0;    // norm of the weights after the update
  bool is_finite = true;       // false if a number was not finite: nothing was updated then
};

class Trainer {
 public:
  Trainer(const TrainingDescription& description, std::uint64_t seed);

  OptimizerOptions& optimizer() { return optimizer_; }
  /// Resets the moments of the optimizer, which is necessary after the weights have been replaced.
  void restart_optimizer();

  /// Batch of the next step, which the caller fills in.
  Batch& batch() { return batch_; }
  StepReport step();

  /// Computes the gradient of one half of the batch, 0 or 1, into model().parameters().gradients(), and returns its
  /// part of the loss. Both depend only on the weights, the batch, the number of steps and the seed. For a batch of one
  /// sequence, the second half is empty.
  Loss compute_half(std::size_t half);
  /// Buffer with one number per parameter: the gradients of a second half for step_with_second_half(), or new weights
  /// for accept_values(). During a step, it contains the weights that the step is about to set.
  Vector& exchange_buffer() { return exchange_buffer_; }
  /// Sets the weights to exchange_buffer() and resets the optimizer, unless the model would then compute non-finite
  /// numbers. Returns true if the weights were set.
  bool accept_values();
  /// Completes a step after compute_half(0) with the second half, whose loss is given and whose gradients are in
  /// exchange_buffer(). Bit-identical to step().
  StepReport step_with_second_half(const Loss& second);

  /// Batch of evaluate(), in separate memory, which the caller fills in.
  Batch& validation_batch() { return validation_batch_; }
  Loss evaluate();
  SavedActivations& evaluated() { return evaluated_; }

  std::size_t steps() const { return steps_; }
  void set_steps(std::size_t steps) { steps_ = steps; }
  Model& model() { return model_; }
  const Model& model() const { return model_; }
  AdamWMoments& moments() { return moments_; }

  /// Frees everything except the weights and the optimizer state.
  void release();

 private:
  bool exchange_values(double norm, std::initializer_list<const Batch*> batches);
  bool computes_finite(const Batch& batch) const;

  TrainingDescription description_;
  OptimizerOptions optimizer_;
  std::uint64_t seed_;
  std::size_t steps_ = 0;
  Model model_;
  AdamWMoments moments_;
  Batch batch_, validation_batch_;
  Batch sample_;  // sequence for testing that weights give finite numbers
  /// Working memory for one half of the batch. The halves do not share it, since one may have one more sequence.
  struct Half {
    SavedActivations activations;
    Gradients gradients;
  };
  std::array<Half, 2> halves_;
  SavedActivations evaluated_;
  Loss first_loss_;
  Vector exchange_buffer_;
};

}  // namespace spotlight::training
