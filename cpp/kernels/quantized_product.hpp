// Products of rows with a matrix in int8, both quantized: their sums are whole numbers, and exact, so that a row gives
// the same alone as among others.
#pragma once

#include <array>
#include <cstddef>

#include "pack.hpp"
#include "quantize.hpp"

namespace spotlight::kernels {

/// bias + A·B in the panel that begins with this column, of several rows; bias [tile_columns], products [rows of A,
/// rounded up to whole tiles, tile_columns].
void multiply_quantized(const QuantizedRows& a, const PackedMatrix& b, std::size_t column, const float* bias,
                        float* products);

using TwoPanels = std::array<std::array<float, tile_columns>, 2>;  // of products

/// products += a·B in the two panels that begin with these columns, of one row. Of panels that are far apart, the
/// memory delivers 1.25 times as much as of one; sums of more do not fit into the registers.
void add_quantized_row(const QuantizedRows& a, const PackedMatrix& b, const std::array<std::size_t, 2>& columns,
                       TwoPanels& products);

}  // namespace spotlight::kernels
