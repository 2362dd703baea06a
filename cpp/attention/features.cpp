#include "features.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../kernels/gemm.hpp"
#include "../kernels/random.hpp"

namespace spotlight {
namespace {

double dot(const float* a, const float* b, std::size_t size) {
  double sum = 0;
  for (std::size_t i = 0; i < size; ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

/// Takes from a row what it has of the rows before it (Gram & Schmidt), and makes it as long as `length`.
void orthogonalise(Matrix& directions, std::size_t first, std::size_t row, double length) {
  const std::size_t size = directions.shape(1);
  float* mine = &directions(row, 0);
  for (std::size_t other = first; other < row; ++other) {
    const float* theirs = &directions(other, 0);
    const double share = dot(mine, theirs, size) / dot(theirs, theirs, size);
    for (std::size_t c = 0; c < size; ++c) mine[c] -= static_cast<float>(share * theirs[c]);
  }
  const double factor = length / std::sqrt(dot(mine, mine, size));
  for (std::size_t c = 0; c < size; ++c) mine[c] = static_cast<float>(mine[c] * factor);
}

/// elu(x) + 1
void apply_elu(ConstMatrixView x, float root, Matrix& result) {
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t c = 0; c < x.columns; ++c) {
      const float value = x.row(i)[c] * root;
      result(i, c) = value > 0 ? value + 1 : std::exp(value);
    }
  }
}

/// e^(w·x − |x|²/2 − stabiliser) / √features, of every direction w
void apply_favor(const Matrix& directions, ConstMatrixView x, float root, Stabiliser stabiliser, Matrix& result) {
  const std::size_t features = directions.shape(0);
  kernels::multiply_transposed(x, matrix(directions), {result.data(), x.rows, features, features});
  float largest_of_all = -std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < x.rows; ++i) {
    const auto half_length = static_cast<float>(dot(x.row(i), x.row(i), x.columns)) * root * root / 2;
    float* row = &result(i, 0);
    for (std::size_t f = 0; f < features; ++f) row[f] = row[f] * root - half_length;
    largest_of_all = std::max(largest_of_all, *std::max_element(row, row + features));
  }
  const float norm = 1 / std::sqrt(static_cast<float>(features));
  for (std::size_t i = 0; i < x.rows; ++i) {
    float* row = &result(i, 0);
    const float largest = stabiliser == Stabiliser::shared ? largest_of_all : *std::max_element(row, row + features);
    for (std::size_t f = 0; f < features; ++f) row[f] = std::exp(row[f] - largest) * norm;
  }
}

}  // namespace

std::size_t features_of(const FeatureMap& map, std::size_t head_dim) {
  return map.kind == FeatureMap::Kind::elu ? head_dim : map.features;
}

void random_directions(const FeatureMap& map, Matrix& directions) {
  const std::size_t size = directions.shape(1);
  if (size == 0) return;
  for (std::size_t row = 0; row < map.features; ++row) {
    double length = 0;
    for (std::size_t c = 0; c < size; ++c) {
      directions(row, c) = kernels::random_normal(map.seed, row * size + c);
      const double other = kernels::random_normal(map.seed + 1, row * size + c);
      length += other * other;
    }
    orthogonalise(directions, row - row % size, row, std::sqrt(length));
  }
}

void apply_features(const FeatureMap& map, const Matrix& directions, ConstMatrixView x, float scale,
                    Stabiliser stabiliser, Matrix& result) {
  result.resize({x.rows, features_of(map, x.columns)});
  const float root = std::sqrt(scale);
  if (map.kind == FeatureMap::Kind::elu) {
    apply_elu(x, root, result);
  } else {
    apply_favor(directions, x, root, stabiliser, result);
  }
}

}  // namespace spotlight
