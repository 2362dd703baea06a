#include "norm.hpp"

#include <cmath>

#include "../kernels/elementwise.hpp"
#include "../kernels/rows.hpp"

namespace spotlight {

float norm_mean(const NormView& norm, const float* x, std::size_t size) {
  return Norm::has_mean(norm.kind) ? kernels::sum(x, size) / static_cast<float>(size) : 0.0F;
}

float norm_scale(const NormView& norm, const float* x, std::size_t size, float mean) {
  using simd::batch;
  const batch center(mean);
  const float squares = kernels::sum_of(size, mean, [=](batch a) { return (a - center) * (a - center); }, x);
  return std::sqrt(squares / static_cast<float>(size) + norm.epsilon);
}

void norm_forward(const NormView& norm, ConstMatrixView x, MutableMatrixView y, NormStatistics* statistics) {
  using simd::batch;
  kernels::for_each_row(x.rows, x.columns, [&](std::size_t i) {
    const float mean = norm_mean(norm, x.row(i), x.columns);
    const float scale = norm_scale(norm, x.row(i), x.columns, mean);
    if (statistics != nullptr) {
      statistics->mean(i) = mean;
      statistics->scale(i) = scale;
    }
    const batch center(mean), factor(1.0F / scale);
    if (norm.bias != nullptr) {
      kernels::map(
          x.columns, y.row(i), [=](batch a, batch w, batch b) { return (a - center) * factor * w + b; }, x.row(i),
          norm.weight, norm.bias);
    } else {
      kernels::map(
          x.columns, y.row(i), [=](batch a, batch w) { return (a - center) * factor * w; }, x.row(i), norm.weight);
    }
  });
}

void norm_backward(const NormView& norm, ConstMatrixView x, const NormStatistics& statistics, MutableMatrixView dy,
                   MutableMatrixView dx, float* weight_gradient, float* bias_gradient) {
  using simd::batch;
  const std::size_t size = x.columns;
  const auto count = static_cast<float>(size);
  for (std::size_t i = 0; i < x.rows; ++i) {
    const float* row = x.row(i);
    float* gradient = dy.row(i);
    const batch mean(statistics.mean(i)), inverse(1.0F / statistics.scale(i));
    const auto standardized = [=](batch a) { return (a - mean) * inverse; };
    kernels::map(
        size, weight_gradient, [=](batch w, batch g, batch a) { return w + g * standardized(a); }, weight_gradient,
        gradient, row);
    if (bias_gradient != nullptr) kernels::add(gradient, size, bias_gradient);

    // Gradient of the norm's input, with g = dy·weight and z = (x − mean) / scale: dx = (g − mean(g) − z·mean(g·z)) /
    // scale, without mean(g) for RMSNorm.
    kernels::map(size, gradient, [](batch g, batch w) { return g * w; }, gradient, norm.weight);
    const batch shift(norm_mean(norm, gradient, size));
    const batch slope(
        kernels::sum_of(size, 0.0F, [=](batch g, batch a) { return g * standardized(a); }, gradient, row) / count);
    kernels::map(
        size, dx.row(i), [=](batch d, batch g, batch a) { return d + inverse * (g - shift - standardized(a) * slope); },
        dx.row(i), gradient, row);
  }
}

}  // namespace spotlight
