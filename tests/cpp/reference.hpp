// Reference implementation of the attention formula, element by element and in double precision.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <ostream>
#include <vector>

#include "core/tensor.hpp"
#include "random_numbers.hpp"

namespace reference {

using spotlight::Tensor4;

inline constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

inline Tensor4 random_tensor(std::size_t batch, std::size_t heads, std::size_t rows, std::size_t columns,
                             std::uint64_t seed) {
  return spotlight::random_numbers<4>({batch, heads, rows, columns}, seed, 1.0F);
}

/// An array [batch, heads, rows, columns] of doubles.
struct Doubles {
  std::size_t batch, heads, rows, columns;
  std::vector<double> values = std::vector<double>(batch * heads * rows * columns);

  double& operator()(std::size_t b, std::size_t h, std::size_t i, std::size_t j) {
    return values[((b * heads + h) * rows + i) * columns + j];
  }
};

inline Doubles scores(const Tensor4& query, const Tensor4& key) {
  Doubles result{query.shape(0), query.shape(1), query.shape(2), key.shape(2)};
  for (std::size_t b = 0; b < result.batch; ++b) {
    for (std::size_t h = 0; h < result.heads; ++h) {
      for (std::size_t i = 0; i < result.rows; ++i) {
        for (std::size_t j = 0; j < result.columns; ++j) {
          for (std::size_t c = 0; c < query.shape(3); ++c) {
            result(b, h, i, j) += static_cast<double>(query(b, h, i, c)) * key(b, h, j, c);
          }
        }
      }
    }
  }
  return result;
}

/// Softmax of each row of masked scores, which are −∞ where a query may not attend to a key.
inline Doubles softmax(Doubles masked) {
  const std::size_t rows = masked.batch * masked.heads * masked.rows;
  for (std::size_t row = 0; row < rows; ++row) {
    double* x = masked.values.data() + row * masked.columns;
    double largest = minus_infinity;
    for (std::size_t j = 0; j < masked.columns; ++j) largest = std::max(largest, x[j]);
    double sum = 0;
    for (std::size_t j = 0; j < masked.columns; ++j) {
      x[j] = largest == minus_infinity ? 0 : std::exp(x[j] - largest);
      sum += x[j];
    }
    for (std::size_t j = 0; j < masked.columns; ++j) x[j] = sum == 0 ? 0 : x[j] / sum;
  }
  return masked;
}

inline Doubles weighted_sum(Doubles weights, const Tensor4& value) {
  Doubles result{weights.batch, weights.heads, weights.rows, value.shape(3)};
  for (std::size_t b = 0; b < result.batch; ++b) {
    for (std::size_t h = 0; h < result.heads; ++h) {
      for (std::size_t i = 0; i < result.rows; ++i) {
        for (std::size_t c = 0; c < result.columns; ++c) {
          for (std::size_t j = 0; j < weights.columns; ++j)
            result(b, h, i, c) += weights(b, h, i, j) * value(b, h, j, c);
        }
      }
    }
  }
  return result;
}

using Allowed = std::function<bool(std::size_t batch, std::size_t head, std::size_t query, std::size_t key)>;

/// Masked scores: scores · scale, and −∞ where a query may not attend to a key.
inline Doubles masked(Doubles scores, double scale, const Allowed& allowed) {
  for (std::size_t b = 0; b < scores.batch; ++b) {
    for (std::size_t h = 0; h < scores.heads; ++h) {
      for (std::size_t i = 0; i < scores.rows; ++i) {
        for (std::size_t j = 0; j < scores.columns; ++j) {
          scores(b, h, i, j) = allowed(b, h, i, j) ? scores(b, h, i, j) * scale : minus_infinity;
        }
      }
    }
  }
  return scores;
}

/// Maximum absolute difference between two arrays; two values of −∞ count as equal.
template <std::size_t Rank>
double largest_difference(const spotlight::Tensor<Rank>& ours, const std::vector<double>& theirs) {
  if (ours.size() != theirs.size()) return std::numeric_limits<double>::infinity();
  double largest = 0;
  for (std::size_t i = 0; i < theirs.size(); ++i) {
    const double a = ours.data()[i];
    const double b = theirs[i];
    if (a == b) continue;
    const double difference = std::abs(a - b);
    if (!(difference <= largest)) largest = difference;
  }
  return largest;
}

/// Shape of a tested attention call. The sizes are not multiples of SIMD registers or tiles.
struct Shape {
  std::size_t batch, heads, queries, keys, head_dim, value_dim;
};
inline void PrintTo(const Shape& shape, std::ostream* out) {
  *out << "batch " << shape.batch << ", heads " << shape.heads << ", queries " << shape.queries << ", keys "
       << shape.keys << ", head_dim " << shape.head_dim << ", value_dim " << shape.value_dim;
}
inline const std::vector<Shape> shapes = {
    {1, 1, 1, 1, 1, 1}, {1, 1, 1, 7, 3, 5},  {1, 1, 9, 1, 4, 4},     {2, 3, 4, 5, 6, 7},
    {1, 2, 8, 8, 8, 8}, {3, 1, 5, 17, 9, 1}, {1, 1, 33, 31, 64, 33}, {2, 2, 12, 13, 130, 16},
};

}  // namespace reference
