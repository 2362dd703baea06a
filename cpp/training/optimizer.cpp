#include "optimizer.hpp"

#include <cmath>

#include "../kernels/elementwise.hpp"

namespace spotlight::training {

namespace {

simd::batch broadcast(double number) { return {static_cast<float>(number)}; }

/// Update of AdamW's moments by the gradients of one step.
struct MomentUpdate {
  MomentUpdate(const AdamWOptions& options, float gradient_factor)
      : factor(gradient_factor),
        beta1(broadcast(options.beta1)),
        rest1(broadcast(1.0 - options.beta1)),
        beta2(broadcast(options.beta2)),
        rest2(broadcast(1.0 - options.beta2)) {}

  simd::batch first(simd::batch m, simd::batch g) const { return m * beta1 + g * factor * rest1; }
  simd::batch second(simd::batch v, simd::batch g) const { return v * beta2 + (g * factor) * (g * factor) * rest2; }

  simd::batch factor, beta1, rest1, beta2, rest2;
};

}  // namespace

void restart(std::size_t size, AdamWMoments& moments) {
  for (Vector* moment : {&moments.first, &moments.second}) {
    allocate_zeros(*moment, "the moments of the optimizer", {size});
  }
  moments.steps = 0;
}

void adamw_values(const AdamWOptions& options, float gradient_factor, const Parameters& parameters,
                  const AdamWMoments& moments, Vector& updated) {
  const MomentUpdate update(options, gradient_factor);
  const auto exponent = static_cast<double>(moments.steps + 1);
  const double correction1 = 1.0 - std::pow(options.beta1, exponent);
  const double correction2 = 1.0 - std::pow(options.beta2, exponent);
  const simd::batch rate = broadcast(options.learning_rate / correction1);
  const simd::batch root2 = broadcast(1.0 / std::sqrt(correction2)), epsilon = broadcast(options.epsilon);
  for (const ParameterInfo& parameter : parameters.all()) {
    const Slice& slice = parameter.slice;
    const simd::batch kept = broadcast(parameter.is_vector ? 1.0 : 1.0 - options.learning_rate * options.weight_decay);
    kernels::map(
        slice.size(), updated.data() + slice.offset,
        [=](simd::batch w, simd::batch m, simd::batch v, simd::batch g) {
          return w * kept - rate * update.first(m, g) / (simd::sqrt(update.second(v, g)) * root2 + epsilon);
        },
        parameters.value(slice).data, moments.first.data() + slice.offset, moments.second.data() + slice.offset,
        parameters.gradient(slice).data);
  }
}

void adamw_moments(const AdamWOptions& options, float gradient_factor, const Parameters& parameters,
                   AdamWMoments& moments) {
  const MomentUpdate update(options, gradient_factor);
  const Vector& gradients = parameters.gradients();
  const std::size_t size = gradients.size();
  const auto take = [&](Vector& moment, auto function) {
    kernels::map(size, moment.data(), function, moment.data(), gradients.data());
  };
  take(moments.first, [=](simd::batch m, simd::batch g) { return update.first(m, g); });
  take(moments.second, [=](simd::batch v, simd::batch g) { return update.second(v, g); });
  ++moments.steps;
}

}  // namespace spotlight::training
