#include "adamw.hpp"

#include <cmath>

#include "vector.hpp"

namespace spotlight::training {

void restart(std::size_t size, AdamWMoments& moments) {
  for (Vector* moment : {&moments.first, &moments.second}) {
    allocate(*moment, "the moments of the optimizer", {size});
    moment->fill(0.0F);
  }
  moments.steps = 0;
}

void adamw_step(const AdamWOptions& options, float gradient_factor, Parameters& parameters, AdamWMoments& moments) {
  const auto exponent = static_cast<double>(++moments.steps);
  const double correction1 = 1.0 - std::pow(options.beta1, exponent);
  const double correction2 = 1.0 - std::pow(options.beta2, exponent);
  const auto broadcast = [](double number) { return simd::batch(static_cast<float>(number)); };
  const simd::batch factor(gradient_factor);
  const simd::batch beta1 = broadcast(options.beta1), rest1 = broadcast(1.0 - options.beta1);
  const simd::batch beta2 = broadcast(options.beta2), rest2 = broadcast(1.0 - options.beta2);
  const simd::batch rate = broadcast(options.learning_rate / correction1);
  const simd::batch root2 = broadcast(1.0 / std::sqrt(correction2)), epsilon = broadcast(options.epsilon);
  for (const ParameterInfo& parameter : parameters.all()) {
    const std::size_t size = parameter.slice.size();
    const float* gradient = parameters.gradient(parameter.slice).data;
    float* value = parameters.value(parameter.slice).data;
    float* first = moments.first.data() + parameter.slice.offset;
    float* second = moments.second.data() + parameter.slice.offset;
    const simd::batch kept = broadcast(parameter.is_vector ? 1.0 : 1.0 - options.learning_rate * options.weight_decay);
    map(
        size, first, [=](simd::batch m, simd::batch g) { return m * beta1 + g * factor * rest1; },
        static_cast<const float*>(first), gradient);
    map(
        size, second, [=](simd::batch v, simd::batch g) { return v * beta2 + (g * factor) * (g * factor) * rest2; },
        static_cast<const float*>(second), gradient);
    map(
        size, value,
        [=](simd::batch w, simd::batch m, simd::batch v) {
          return w * kept - rate * m / (xsimd::sqrt(v) * root2 + epsilon);
        },
        static_cast<const float*>(value), static_cast<const float*>(first), static_cast<const float*>(second));
  }
}

}  // namespace spotlight::training
