#include "feature_map.hpp"

#include <algorithm>
#include <cmath>

#include "../../core/constants.hpp"
#include "../../core/random.hpp"
#include "../../kernels/elementwise.hpp"
#include "../../kernels/matmul.hpp"

namespace spotlight {
namespace {

double dot_double(const float* a, const float* b, std::size_t size) {
  double sum = 0;
  for (std::size_t i = 0; i < size; ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

/// One step of the Gram–Schmidt process: makes row `row` orthogonal to the rows [first, row) and sets its norm to
/// `length`.
void orthogonalize(Matrix& rows, std::size_t first, std::size_t row, double length) {
  const std::size_t size = rows.shape(1);
  float* current = &rows(row, 0);
  for (std::size_t other = first; other < row; ++other) {
    const float* previous = &rows(other, 0);
    const double component = dot_double(current, previous, size) / dot_double(previous, previous, size);
    for (std::size_t c = 0; c < size; ++c) current[c] -= static_cast<float>(component * previous[c]);
  }
  const double factor = length / std::sqrt(dot_double(current, current, size));
  for (std::size_t c = 0; c < size; ++c) current[c] = static_cast<float>(current[c] * factor);
}

/// Exponent of a row whose features are all 0. The row's weight is then 0 relative to that of any other row.
constexpr float no_exponent = std::numeric_limits<float>::lowest();

/// ELU feature map: result = elu(√scale · x) + 1
void apply_elu(ConstMatrixView x, float root_scale, Matrix& result, Matrix& exponents) {
  const std::size_t features = x.columns;
  for (std::size_t i = 0; i < x.rows; ++i) {
    float* row = &result(i, 0);
    for (std::size_t c = 0; c < features; ++c) {
      const float value = x.row(i)[c] * root_scale;
      row[c] = value > 0 ? value + 1 : std::exp(value);
    }
    const float largest = kernels::maximum(row, features);
    const bool is_scaled = largest > 0.0F && std::isfinite(largest);
    const int exponent = is_scaled ? std::max(std::ilogb(largest), -126) : 0;
    const simd::batch factor(std::scalbn(1.0F, -exponent));
    kernels::map(features, row, [=](simd::batch each) { return each * factor; }, static_cast<const float*>(row));
    exponents(i, 0) = largest > 0.0F ? static_cast<float>(exponent) : no_exponent;
  }
}

/// Feature map of FAVOR+: result = e^(ω·x − |x|²/2) / √features for every row ω of the projection, with x multiplied by
/// √scale
void apply_favor(const Matrix& projection, ConstMatrixView x, float root_scale, Matrix& result, Matrix& exponents) {
  const std::size_t features = projection.shape(0);
  kernels::matmul_nt(x, matrix(projection), {result.data(), x.rows, features, features});
  const float factor = 1 / std::sqrt(static_cast<float>(features));
  for (std::size_t i = 0; i < x.rows; ++i) {
    const auto half_norm =
        static_cast<float>(dot_double(x.row(i), x.row(i), x.columns)) * root_scale * root_scale / 2;  // |x|²/2
    float* row = &result(i, 0);
    for (std::size_t f = 0; f < features; ++f) row[f] = row[f] * root_scale - half_norm;
    const float maximum = kernels::maximum(row, features);
    const float shift = std::isfinite(maximum) ? maximum : 0.0F;
    for (std::size_t f = 0; f < features; ++f) row[f] = std::exp(row[f] - shift) * factor;
    exponents(i, 0) = maximum > no_exponent / log2_e ? shift * log2_e : no_exponent;
  }
}

}  // namespace

std::size_t feature_count(const FeatureMap& map, std::size_t head_dim) {
  return map.kind == FeatureMap::Kind::elu ? head_dim : map.features;
}

void draw_random_projection(const FeatureMap& map, Matrix& projection) {
  const std::size_t size = projection.shape(1);
  if (size == 0) return;
  for (std::size_t row = 0; row < map.features; ++row) {
    double squared_length = 0;
    for (std::size_t c = 0; c < size; ++c) {
      projection(row, c) = random_normal(map.seed, row * size + c);
      const double other = random_normal(map.seed + 1, row * size + c);
      squared_length += other * other;
    }
    orthogonalize(projection, row - row % size, row, std::sqrt(squared_length));
  }
}

void apply_feature_map(const FeatureMap& map, const Matrix& projection, ConstMatrixView x, float scale, Matrix& result,
                       Matrix& exponents) {
  allocate(result, "features", {x.rows, feature_count(map, x.columns)});
  allocate(exponents, "exponents of features", {x.rows, 1});
  const float root_scale = std::sqrt(scale);
  if (map.kind == FeatureMap::Kind::elu) {
    apply_elu(x, root_scale, result, exponents);
  } else {
    apply_favor(projection, x, root_scale, result, exponents);
  }
}

}  // namespace spotlight
