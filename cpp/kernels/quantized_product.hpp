// The product of one row with a matrix in int8, both quantized: its sums are whole numbers, and exact.
#pragma once

#include "pack.hpp"
#include "quantize.hpp"

namespace spotlight::kernels {

/// bias + a·B in the panel that begins with this column; bias and product [tile_columns].
void multiply_quantized_row(const QuantizedRow& a, const PackedMatrix& b, std::size_t column, const float* bias,
                            float* product);

}  // namespace spotlight::kernels
