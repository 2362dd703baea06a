#include "norm.hpp"

#include <cmath>

#include "../kernels/elementwise.hpp"
#include "../kernels/rows.hpp"

namespace spotlight {

using kernels::map;
using kernels::sum_of;
using simd::batch;

float norm_mean(Norm::Kind kind, const float* x, std::size_t size) {
  return kind == Norm::Kind::layer ? kernels::sum(x, size) / static_cast<float>(size) : 0.0F;
}

float norm_scale(const float* x, std::size_t size, float mean, float epsilon) {
  const batch center(mean);
  const float squares = sum_of(size, mean, [=](batch a) { return (a - center) * (a - center); }, x);
  return std::sqrt(squares / static_cast<float>(size) + epsilon);
}

void norm_forward(const NormView& norm, ConstMatrixView x, MutableMatrixView y, NormStatistics* statistics) {
  kernels::for_each_row(x.rows, x.columns, [&](std::size_t i) {
    const float mean = norm_mean(norm.kind, x.row(i), x.columns);
    const float scale = norm_scale(x.row(i), x.columns, mean, norm.epsilon);
    if (statistics != nullptr) {
      statistics->mean(i) = mean;
      statistics->scale(i) = scale;
    }
    const batch center(mean), factor(1.0F / scale);
    if (norm.bias != nullptr) {
      map(
          x.columns, y.row(i), [=](batch a, batch w, batch b) { return (a - center) * factor * w + b; }, x.row(i),
          norm.weight, norm.bias);
    } else {
      map(x.columns, y.row(i), [=](batch a, batch w) { return (a - center) * factor * w; }, x.row(i), norm.weight);
    }
  });
}

void norm_backward(const NormView& norm, ConstMatrixView x, const NormStatistics& statistics, MutableMatrixView dy,
                   MutableMatrixView dx, float* weight_gradient, float* bias_gradient) {
  const std::size_t size = x.columns;
  const auto count = static_cast<float>(size);
  for (std::size_t i = 0; i < x.rows; ++i) {
    const float* row = x.row(i);
    float* gradient = dy.row(i);
    const batch mean(statistics.mean(i)), inverse(1.0F / statistics.scale(i));
    const auto standardized = [=](batch a) { return (a - mean) * inverse; };
    map(
        size, weight_gradient, [=](batch w, batch g, batch a) { return w + g * standardized(a); },
        static_cast<const float*>(weight_gradient), static_cast<const float*>(gradient), row);
    if (bias_gradient != nullptr) kernels::add(gradient, size, bias_gradient);

    // With g = dy·weight and z = standardized x: dx = (g − mean(g) − z·mean(g·z)) / scale, without mean(g) for RMSNorm.
    map(size, gradient, [](batch g, batch w) { return g * w; }, static_cast<const float*>(gradient), norm.weight);
    const batch shift(norm_mean(norm.kind, gradient, size));
    const batch slope(sum_of(
                          size, 0.0F, [=](batch g, batch a) { return g * standardized(a); },
                          static_cast<const float*>(gradient), row) /
                      count);
    map(
        size, dx.row(i), [=](batch d, batch g, batch a) { return d + inverse * (g - shift - standardized(a) * slope); },
        static_cast<const float*>(dx.row(i)), static_cast<const float*>(gradient), row);
  }
}

}  // namespace spotlight
