#include "trainer.hpp"

#include <algorithm>
#include <cmath>

#include "../core/random.hpp"
#include "../kernels/elementwise.hpp"

namespace spotlight::training {
namespace {

/// Euclidean norm, √Σx², of an array. The squares are summed in float32 within ranges of 1,024 numbers, and in double
/// precision over the ranges.
double norm_of(const Vector& x) {
  constexpr std::size_t range = 1024;
  double squares = 0.0;
  for (std::size_t i = 0; i < x.size(); i += range) {
    squares += static_cast<double>(kernels::dot(x.data() + i, x.data() + i, std::min(range, x.size() - i)));
  }
  return std::sqrt(squares);
}

/// Limits for the norm of all weights, the attention scale and the embedding scale within which all numbers that a
/// model computes stay finite in float32. The norm N of all weights is at least the norm of each matrix: after a norm
/// layer, the length of a vector is at most √d·N; after the longest chain of weights, that of a gated feed-forward
/// layer, at most d·N⁵. Scores are at most scale·d·N⁴. The length of embeddings, whose squares a norm layer sums, is at
/// most embedding scale · N.
constexpr double safe_norm = 1e3, safe_scale = 1e20, safe_embedding_scale = 1e12;

bool is_safe(const TransformerDescription& description, double norm) {
  const auto has_safe_scales = [](const StackDescription& stack) {
    return stack.scale <= safe_scale && std::abs(stack.embedding_scale) <= safe_embedding_scale;
  };
  return norm <= safe_norm && has_safe_scales(description.encoder) && has_safe_scales(description.decoder);
}

/// Sample sequence of token ids, spread evenly over the vocabulary.
std::vector<std::int32_t> sample_tokens(const StackDescription& stack) {
  constexpr std::size_t most = 64;
  const std::size_t places = stack.max_positions > 0 ? stack.max_positions : most;
  std::vector<std::int32_t> tokens(std::min({most, places, stack.vocabulary}));
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    tokens[i] = static_cast<std::int32_t>(i * (stack.vocabulary / tokens.size()));
  }
  return tokens;
}

Batch sample_of(const TransformerDescription& description) {
  const bool has_decoder = description.decoder.layers > 0;
  Batch sample;
  sample.batch = 1;
  sample.inputs = sample.targets = sample_tokens(has_decoder ? description.decoder : description.encoder);
  sample.tokens = sample.inputs.size();
  if (has_decoder && description.encoder.layers > 0) sample.sources = sample_tokens(description.encoder);
  sample.source_tokens = sample.sources.size();
  return sample;
}

}  // namespace

Trainer::Trainer(const TrainingDescription& description, std::uint64_t seed)
    : description_(description), seed_(seed), model_(description, seed), sample_(sample_of(description.transformer)) {
  allocate(exchange_buffer_, "the exchanged numbers", model_.parameters().gradients().shape());
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
    const std::uint64_t step_seed = random_bits(~seed_, steps_ + 1);
    const Dropout dropout = {.probability = description_.dropout, .seed = random_bits(step_seed, half)};
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
  std::copy_n(gradients.data(), gradients.size(), exchange_buffer_.data());
  compute_half(0);
  return step_with_second_half(second);
}

StepReport Trainer::step_with_second_half(const Loss& second) {
  const std::size_t step = steps_ + 1;
  Parameters& parameters = model_.parameters();
  kernels::add(exchange_buffer_.data(), exchange_buffer_.size(), parameters.gradients().data());
  StepReport report;
  report.loss = first_loss_ + second;
  report.gradient_norm = norm_of(parameters.gradients());
  report.is_finite = std::isfinite(report.loss.mean) && std::isfinite(report.gradient_norm);
  if (!report.is_finite) return report;

  AdamWOptions options = optimizer_.adamw;
  if (optimizer_.warmup_steps > 0.0) {
    options.learning_rate *= std::min(static_cast<double>(step) / optimizer_.warmup_steps, 1.0);
  }
  // The gradient is clipped as by torch.nn.utils.clip_grad_norm_.
  const double limit = optimizer_.clip_norm > 0.0 ? optimizer_.clip_norm / (report.gradient_norm + 1e-6) : 1.0;
  const auto factor = static_cast<float>(std::min(limit, 1.0));
  adamw_values(options, factor, parameters, moments_, exchange_buffer_);
  report.weight_norm = norm_of(exchange_buffer_);
  report.is_finite = exchange_values(report.weight_norm, {&batch_, &sample_});
  if (!report.is_finite) return report;
  adamw_moments(options, factor, parameters, moments_);
  steps_ = step;
  return report;
}

bool Trainer::accept_values() {
  if (!exchange_values(norm_of(exchange_buffer_), {&sample_})) return false;
  restart_optimizer();
  return true;
}

/// Swaps the weights with exchange_buffer_, unless the model would then compute non-finite numbers for these batches.
/// `norm` is the norm of the new weights.
/// @returns true if the weights were swapped
bool Trainer::exchange_values(double norm, std::initializer_list<const Batch*> batches) {
  if (!std::isfinite(norm)) return false;
  const auto exchange = [this] {
    Vector& values = model_.parameters().values();
    std::swap_ranges(values.data(), values.data() + values.size(), exchange_buffer_.data());
    model_.pack();
  };
  exchange();
  if (is_safe(description_.transformer, norm)) return true;
  try {
    if (std::ranges::all_of(batches, [this](const Batch* batch) { return computes_finite(*batch); })) return true;
  } catch (...) {  // possibly out of memory
    exchange();
    throw;
  }
  exchange();
  return false;
}

bool Trainer::computes_finite(const Batch& batch) const {
  SavedActivations activations;  // separate from evaluated_, which is read after the step
  return std::isfinite(model_.forward(all_of(batch), Dropout(), activations).mean);
}

Loss Trainer::evaluate() { return model_.forward(all_of(validation_batch_), Dropout(), evaluated_); }

void Trainer::release() {
  for (Batch* batch : {&batch_, &validation_batch_}) spotlight::release(*batch);
  spotlight::release(halves_);
  spotlight::release(evaluated_);
}

}  // namespace spotlight::training
