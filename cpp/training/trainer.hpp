// Training: step by step, a batch, its gradient, an update of the weights. The gradient is the sum of those of the
// batch's two halves, each computed on its own: a second trainer, in another thread, that has the same weights and the
// same batch computes its half to the same bits.
#pragma once

#include <array>
#include <initializer_list>

#include "model.hpp"
#include "optimizer.hpp"

namespace spotlight::training {

struct OptimizerOptions {
  AdamWOptions adamw;
  double warmup_steps = 0.0;  // over which the learning rate grows linearly
  double clip_norm = 0.0;     // the gradient's largest norm; 0: any
};

struct StepReport {
  Loss loss;                   // before the update
  double gradient_norm = 0.0;  // before clipping
  double weight_norm = 0.0;    // after the update
  bool is_finite = true;       // otherwise nothing has been updated
};

class Trainer {
 public:
  Trainer(const TrainingDescription& description, std::uint64_t seed);

  OptimizerOptions& optimizer() { return optimizer_; }
  /// Forgets all gradients, as it must after the weights have been set to others.
  void restart_optimizer();

  /// The next step's batch, to be filled in.
  Batch& batch() { return batch_; }
  /// One training step on batch().
  StepReport step();

  /// The gradient of one half of the batch, 0 or 1, in model().parameters().gradients(), and its part of the loss. They
  /// depend on nothing but the weights, the batch, the number of steps and the seed. Of one sequence, the second half
  /// is empty.
  Loss compute_half(std::size_t half);
  /// Numbers of all parameters that cross from elsewhere: the gradients of a second half, for step_with_second_half(),
  /// or new values, for accept_values(). During a step it holds the weights that the step is about to set.
  Vector& exchange_buffer() { return exchange_buffer_; }
  /// Sets the weights to the numbers in exchange_buffer(), with a new optimizer, unless the model would then compute
  /// numbers that are not finite; returns whether it did.
  bool accept_values();
  /// After compute_half(0), with the loss and the gradient of the second half: step(), to the same bits.
  StepReport step_with_second_half(const Loss& second);

  /// The batch of evaluate(), which has memory of its own, to be filled in.
  Batch& validation_batch() { return validation_batch_; }
  Loss evaluate();
  SavedActivations& evaluated() { return evaluated_; }

  std::size_t steps() const { return steps_; }
  void set_steps(std::size_t steps) { steps_ = steps; }
  Model& model() { return model_; }
  const Model& model() const { return model_; }
  AdamWMoments& moments() { return moments_; }

  /// Frees everything but the weights and the state of the optimizer.
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
  Batch sample_;  // a sequence that shows whether weights give finite numbers
  /// Memory of a half of the batch. Each has its own, for one may be a sequence longer than the other.
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
