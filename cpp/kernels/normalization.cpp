#include "normalization.hpp"

#include <cmath>
#include <numeric>

#include "rows.hpp"

namespace spotlight::kernels {

void layer_norm(ConstMatrixView x, const Vector& weight, const Vector& bias, float epsilon, MutableMatrixView y) {
  const auto size = static_cast<float>(x.columns);
  for_each_row(x.rows, x.columns, [&](std::size_t i) {
    const float* from = x.row(i);
    const float mean = std::accumulate(from, from + x.columns, 0.0F) / size;
    float squares = 0.0F;
    for (std::size_t j = 0; j < x.columns; ++j) squares += (from[j] - mean) * (from[j] - mean);
    const float factor = 1.0F / std::sqrt(squares / size + epsilon);
    for (std::size_t j = 0; j < x.columns; ++j) y.row(i)[j] = (from[j] - mean) * factor * weight(j) + bias(j);
  });
}

void rms_norm(ConstMatrixView x, const Vector& weight, float epsilon, MutableMatrixView y) {
  for_each_row(x.rows, x.columns, [&](std::size_t i) {
    const float* from = x.row(i);
    const float squares = std::inner_product(from, from + x.columns, from, 0.0F);
    const float factor = 1.0F / std::sqrt(squares / static_cast<float>(x.columns) + epsilon);
    for (std::size_t j = 0; j < x.columns; ++j) y.row(i)[j] = from[j] * factor * weight(j);
  });
}

}  // namespace spotlight::kernels
