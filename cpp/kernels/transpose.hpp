// The transpose of a matrix.
#pragma once

#include "../tensor.hpp"

namespace spotlight::kernels {

/// a [rows, columns] → result = aᵀ [columns, rows]
inline void transpose(ConstMatrixView a, Matrix& result) {
  allocate(result, "a transposed matrix", {a.columns, a.rows});
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t j = 0; j < a.columns; ++j) result(j, i) = a.row(i)[j];
  }
}

}  // namespace spotlight::kernels
