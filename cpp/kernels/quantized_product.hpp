// Products of rows with a matrix in int8, both quantized: their sums are whole numbers, and exact, so that a row gives
// the same alone as among others.
#pragma once

#include "pack.hpp"
#include "quantize.hpp"

namespace spotlight::kernels {

/// bias + A·B in the panel that begins with this column; bias [tile_columns], products [rows of A, rounded up to whole
/// tiles, tile_columns].
void multiply_quantized(const QuantizedRows& a, const PackedMatrix& b, std::size_t column, const float* bias,
                        float* products);

}  // namespace spotlight::kernels
