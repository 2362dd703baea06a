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
  restart_optimizer();
}

void Trainer::restart_optimizer() { restart(model_.parameters().values().size(), moments_); }

StepReport Trainer::step() {
  const std::size_t step = steps_ + 1;
  const Dropout dropout = {.probability = description_.dropout, .seed = kernels::random_bits(~seed_, step)};
  StepReport report;
  report.loss = model_.forward(batch_, dropout, activations_);
  model_.backward(batch_, dropout, activations_, gradients_);
  Parameters& parameters = model_.parameters();
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

Loss Trainer::evaluate() { return model_.forward(probe_, Dropout(), evaluated_); }

void Trainer::release() {
  for (Batch* batch : {&batch_, &probe_}) spotlight::release(*batch);
  for (Activations* activations : {&activations_, &evaluated_}) spotlight::release(*activations);
  spotlight::release(gradients_);
}

}  // namespace spotlight::training
