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

void row_means(ConstMatrixView x, float* mean) {
  for (std::size_t i = 0; i < x.rows; ++i) {
    mean[i] = std::accumulate(x.row(i), x.row(i) + x.columns, 0.0F) / static_cast<float>(x.columns);
  }
}

void center_rows(ConstMatrixView x, const float* mean, MutableMatrixView y) {
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t j = 0; j < x.columns; ++j) y.row(i)[j] = x.row(i)[j] - mean[i];
  }
}

void rms_scale(ConstMatrixView x, float epsilon, float* scale) {
  for (std::size_t i = 0; i < x.rows; ++i) {
    const float squares = std::inner_product(x.row(i), x.row(i) + x.columns, x.row(i), 0.0F);
    scale[i] = std::sqrt(squares / static_cast<float>(x.columns) + epsilon);
  }
}

void divide_rows(ConstMatrixView x, const float* scale, MutableMatrixView y) {
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t j = 0; j < x.columns; ++j) y.row(i)[j] = x.row(i)[j] / scale[i];
  }
}

void scale_columns(ConstMatrixView x, const Vector& weight, const Vector& bias, MutableMatrixView y) {
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t j = 0; j < x.columns; ++j) {
      y.row(i)[j] = x.row(i)[j] * weight(j) + (bias.size() > 0 ? bias(j) : 0.0F);
    }
  }
}

}  // namespace spotlight::kernels
