// Training loop: each step computes the gradient of a batch and updates the weights. The gradient is the sum of the
// gradients of the batch's two halves, which are computed separately: a second trainer in another thread, with the same
// weights and batch, can compute one half with bit-identical results.
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
  /// Resets the moments of the optimizer. Must be called after the weights have been replaced.
  void restart_optimizer();

  /// Batch of the next training step, which the caller fills in.
  Batch& batch() { return batch_; }
  StepReport step();

  /// Computes the gradients of the first (0) or second (1) half of the batch, in model().parameters().gradients(), and
  /// returns the half's part of the batch's loss. Both depend only on the weights, the batch, the number of steps and
  /// the seed. For a batch of one sequence, the second half is empty.
  Loss compute_half(std::size_t half);
  /// Buffer with one number per parameter: the gradients of the batch's second half for step_with_second_half(), or new
  /// weights for accept_values(). During a step, it contains the weights that the step is about to set.
  Vector& exchange_buffer() { return exchange_buffer_; }
  /// Sets the weights to exchange_buffer() and resets the optimizer, unless the model would then compute non-finite
  /// numbers.
  /// @returns true if the weights were set
  bool accept_values();
  /// Completes the step that compute_half(0) has begun. The batch's second half was computed elsewhere: `second` is its
  /// part of the loss, and its gradients are in exchange_buffer(). The result is bit-identical to that of step().
  StepReport step_with_second_half(const Loss& second);

  /// Batch of evaluate(), which the caller fills in. It is separate from the batch of the next step.
  Batch& validation_batch() { return validation_batch_; }
  Loss evaluate();
  SavedActivations& evaluated() { return evaluated_; }

  std::size_t steps() const { return steps_; }
  void set_steps(std::size_t steps) { steps_ = steps; }
  Model& model() { return model_; }
  const Model& model() const { return model_; }
  AdamWMoments& moments() { return moments_; }

  /// Frees all memory except the weights and the optimizer state.
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
  /// Results and working memory of the computation for one half of the batch. The halves do not share memory, since one
  /// may have one more sequence.
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
