#include "trainer.hpp"

#include <algorithm>
#include <cmath>

#include "../kernels/random.hpp"
#include "vector.hpp"

namespace spotlight::training {
namespace {

/// √Σx², summed up in double precision over ranges of this size.
double norm_of(const Vector& x) {
  constexpr std::size_t range = 1024;
  double squares = 0.0;
  for (std::size_t i = 0; i < x.size(); i += range) {
    squares += static_cast<double>(dot(x.data() + i, x.data() + i, std::min(range, x.size() - i)));
  }
  return std::sqrt(squares);
}

}  // namespace

Trainer::Trainer(const TrainingDescription& description, std::uint64_t seed)
    : description_(description), seed_(seed), model_(description, seed) {
  allocate(second_gradients_, "the gradients", model_.parameters().gradients().shape());
  restart_optimizer();
}

void Trainer::restart_optimizer() { restart(model_.parameters().values().size(), moments_); }

Loss Trainer::compute_half(std::size_t half) {
  const std::size_t first = (batch_.batch + 1) / 2;
  const Sequences sequences =
      half == 0 ? sequences_of(batch_, 0, first) : sequences_of(batch_, first, batch_.batch - first);
  Loss loss;
  if (sequences.batch == 0) {
    model_.parameters().gradients().fill(0.0F);
  } else {
    const std::uint64_t step_seed = kernels::random_bits(~seed_, steps_ + 1);
    const Dropout dropout = {.probability = description_.dropout, .seed = kernels::random_bits(step_seed, half)};
    auto& [activations, gradients] = halves_[half];
    loss = model_.forward(sequences, dropout, activations);
    model_.backward(sequences, dropout, activations, gradients);
  }
  if (half == 0) first_loss_ = loss;
  return loss;
}

StepReport Trainer::step() {
  const Loss second = compute_half(1);
  const Vector& gradients = model_.parameters().gradients();
  std::copy_n(gradients.data(), gradients.size(), second_gradients_.data());
  compute_half(0);
  return step_with_second_half(second);
}

StepReport Trainer::step_with_second_half(const Loss& second) {
  const std::size_t step = steps_ + 1;
  Parameters& parameters = model_.parameters();
  add(second_gradients_.data(), parameters.gradients().data(), second_gradients_.size());
  StepReport report;
  report.loss = first_loss_ + second;
  report.gradient_norm = norm_of(parameters.gradients());
  report.is_finite = std::isfinite(report.loss.mean) && std::isfinite(report.gradient_norm);
  if (!report.is_finite) return report;

  AdamWOptions options = optimizer_.adamw;
  if (optimizer_.warmup_steps > 0.0) {
    options.learning_rate *= std::min(static_cast<double>(step) / optimizer_.warmup_steps, 1.0);
  }
  // As torch.nn.utils.clip_grad_norm_.
  const double limit = optimizer_.clip_norm > 0.0 ? optimizer_.clip_norm / (report.gradient_norm + 1e-6) : 1.0;
  adamw_step(options, static_cast<float>(std::min(limit, 1.0)), parameters, moments_);
  model_.pack();
  steps_ = step;
  report.weight_norm = norm_of(parameters.values());
  return report;
}

Loss Trainer::evaluate() { return model_.forward(all_of(probe_), Dropout(), evaluated_); }

void Trainer::release() {
  for (Batch* batch : {&batch_, &probe_}) spotlight::release(*batch);
  spotlight::release(halves_);
  spotlight::release(evaluated_);
}

}  // namespace spotlight::training
