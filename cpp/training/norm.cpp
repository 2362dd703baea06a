#include "norm.hpp"

#include <cmath>

#include "vector.hpp"

namespace spotlight::training {

void norm_forward(const Parameters& parameters, const NormLayer& layer, ConstMatrixView x, NormStatistics& statistics,
                  MutableMatrixView y) {
  const bool has_mean = layer.kind == Norm::Kind::layer;
  const float* weight = parameters.value(layer.weight).data;
  const float* bias = has_mean ? parameters.value(layer.bias).data : nullptr;
  const auto size = static_cast<float>(x.columns);
  for (std::size_t i = 0; i < x.rows; ++i) {
    const float mean = has_mean ? sum(x.row(i), x.columns) / size : 0.0F;
    const simd::batch center(mean);
    const float squares = sum_of(
        x.columns - x.columns % simd::lanes, [=](simd::batch a) { return (a - center) * (a - center); }, x.row(i));
    float rest = 0.0F;
    for (std::size_t j = x.columns - x.columns % simd::lanes; j < x.columns; ++j) {
      rest += (x.row(i)[j] - mean) * (x.row(i)[j] - mean);
    }
    const float inverse = 1.0F / std::sqrt((squares + rest) / size + layer.epsilon);
    statistics.mean(i) = mean;
    statistics.inverse(i) = inverse;
    const simd::batch factor(inverse);
    if (has_mean) {
      map(
          x.columns, y.row(i),
          [=](simd::batch a, simd::batch w, simd::batch b) { return (a - center) * factor * w + b; }, x.row(i), weight,
          bias);
    } else {
      map(x.columns, y.row(i), [=](simd::batch a, simd::batch w) { return a * factor * w; }, x.row(i), weight);
    }
  }
}

void norm_backward(Parameters& parameters, const NormLayer& layer, ConstMatrixView x, const NormStatistics& statistics,
                   MutableMatrixView dy, MutableMatrixView dx) {
  const bool has_mean = layer.kind == Norm::Kind::layer;
  const float* weight = parameters.value(layer.weight).data;
  float* weight_gradient = parameters.gradient(layer.weight).data;
  float* bias_gradient = has_mean ? parameters.gradient(layer.bias).data : nullptr;
  const std::size_t size = x.columns;
  for (std::size_t i = 0; i < x.rows; ++i) {
    const float* row = x.row(i);
    float* gradient = dy.row(i);
    const simd::batch mean(statistics.mean(i)), inverse(statistics.inverse(i));
    const auto standardized = [=](simd::batch a) { return (a - mean) * inverse; };
    map(
        size, weight_gradient, [=](simd::batch w, simd::batch g, simd::batch a) { return w + g * standardized(a); },
        static_cast<const float*>(weight_gradient), static_cast<const float*>(gradient), row);
    if (has_mean) add(gradient, bias_gradient, size);

    // With g = dy·weight and z = standardized x: dx = inverse·(g − mean(g) − z·mean(g·z)), without mean(g) for RMSNorm.
    map(
        size, gradient, [](simd::batch g, simd::batch w) { return g * w; }, static_cast<const float*>(gradient),
        weight);
    const auto count = static_cast<float>(size);
    const simd::batch shift(has_mean ? sum(gradient, size) / count : 0.0F);
    const simd::batch slope(sum_of(
                                size, [=](simd::batch g, simd::batch a) { return g * standardized(a); },
                                static_cast<const float*>(gradient), row) /
                            count);
    map(
        size, dx.row(i),
        [=](simd::batch d, simd::batch g, simd::batch a) {
          return d + inverse * (g - shift - standardized(a) * slope);
        },
        static_cast<const float*>(dx.row(i)), static_cast<const float*>(gradient), row);
  }
}

}  // namespace spotlight::training
