#include "norm.hpp"

#include <cmath>
#include <utility>

#include "../kernels/elementwise.hpp"
#include "../kernels/rows.hpp"

namespace spotlight {
namespace {

using kernels::map;
using kernels::sum;
using kernels::sum_of;
using simd::batch;

/// The mean that is subtracted from a row.
float mean_of(Norm::Kind kind, const float* x, std::size_t size) {
  return kind == Norm::Kind::layer ? sum(x, size) / static_cast<float>(size) : 0.0F;
}

/// √(mean of (x − mean)² + epsilon)
float scale_of(const float* x, std::size_t size, float mean, float epsilon) {
  const batch center(mean);
  const float squares = sum_of(size, mean, [=](batch a) { return (a - center) * (a - center); }, x);
  return std::sqrt(squares / static_cast<float>(size) + epsilon);
}

}  // namespace

void norm_forward(const NormView& norm, ConstMatrixView x, MutableMatrixView y, NormStatistics* statistics) {
  kernels::for_each_row(x.rows, x.columns, [&](std::size_t i) {
    const float mean = mean_of(norm.kind, x.row(i), x.columns);
    const float scale = scale_of(x.row(i), x.columns, mean, norm.epsilon);
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
    const batch shift(mean_of(norm.kind, gradient, size));
    const batch slope(sum_of(
                          size, 0.0F, [=](batch g, batch a) { return g * standardized(a); },
                          static_cast<const float*>(gradient), row) /
                      count);
    map(
        size, dx.row(i), [=](batch d, batch g, batch a) { return d + inverse * (g - shift - standardized(a) * slope); },
        static_cast<const float*>(dx.row(i)), static_cast<const float*>(gradient), row);
  }
}

void normalize(const Tensor3& x, const Norm& norm, Tensor3& normalized) {
  allocate(normalized, "normalized x", x.shape());
  norm_forward(view(norm), rows_of(x, norm.weight.size()), rows_of(normalized, norm.weight.size()));
}

void normalize(const Tensor3& x, const Norm& norm, const NormSteps& steps, const Probe& probe, std::size_t first,
               Tensor3& normalized) {
  if (!probe.wants(steps.mean) && !probe.wants(steps.scale) && !probe.wants(steps.normalized)) {
    return normalize(x, norm, normalized);
  }
  assign(normalized, "normalized x", x);
  const std::size_t size = norm.weight.size();
  const MutableMatrixView rows = rows_of(normalized, size);
  const std::size_t heads = x.shape(2) / size;
  Tensor3 per_row;  // [1, tokens, heads]
  allocate(per_row, "the numbers of a norm", {1, rows.rows / heads, heads});
  const auto for_each_row = [&](auto use) {
    for (std::size_t i = 0; i < rows.rows; ++i) use(row(rows, i), per_row.data()[i]);
  };
  // 1. x − mean
  if (norm.kind == Norm::Kind::layer) {
    for (std::size_t i = 0; i < rows.rows; ++i) per_row.data()[i] = mean_of(norm.kind, rows.row(i), size);
    probe.on_heads(steps.mean, per_row, heads, first);
    for_each_row([](auto x_row, float mean) { xt::noalias(x_row) -= mean; });
  }
  // 2. / √(mean of squares + epsilon)
  for (std::size_t i = 0; i < rows.rows; ++i) per_row.data()[i] = scale_of(rows.row(i), size, 0.0F, norm.epsilon);
  probe.on_heads(steps.scale, per_row, heads, first);
  for_each_row([](auto x_row, float scale) { xt::noalias(x_row) /= scale; });
  probe.on(steps.normalized, normalized, first);
  // 3. · weight + bias
  for (std::size_t i = 0; i < rows.rows; ++i) {
    kernels::multiply(norm.weight.data(), size, rows.row(i));
    if (norm.bias.size() > 0) kernels::add(norm.bias.data(), size, rows.row(i));
  }
}

}  // namespace spotlight
