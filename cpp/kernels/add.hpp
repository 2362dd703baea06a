// Sums of rows.
#pragma once

#include "../tensor.hpp"

namespace spotlight::kernels {

/// Adds the same vector [columns] to every row of the matrix.
void add_to_rows(const Vector& vector, MutableMatrixView matrix);

}  // namespace spotlight::kernels
