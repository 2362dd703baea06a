#include "add.hpp"

#include "../simd.hpp"

namespace spotlight::kernels {

void add_to_rows(const Vector& vector, MutableMatrixView matrix) {
  const std::size_t whole = matrix.columns - matrix.columns % simd::lanes;
  for (std::size_t i = 0; i < matrix.rows; ++i) {
    float* row = matrix.row(i);
    for (std::size_t j = 0; j < whole; j += simd::lanes) {
      simd::store(row + j, simd::load(row + j) + simd::load(vector.data() + j));
    }
    for (std::size_t j = whole; j < matrix.columns; ++j) row[j] += vector(j);
  }
}

}  // namespace spotlight::kernels
