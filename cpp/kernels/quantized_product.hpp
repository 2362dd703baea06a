// Products of rows with a matrix in int8, both quantized: their sums are whole numbers, and exact, so that a row gives
// the same alone as among others.
#pragma once

#include <array>
#include <cstddef>

#include "packed_matrix.hpp"
#include "quantize.hpp"

namespace spotlight::kernels {

/// bias + A·B in the panel that begins with this column, of several rows; bias [tile_columns], products [rows of A,
/// rounded up to whole tiles, tile_columns].
void multiply_quantized(const QuantizedRows& a, const PackedMatrix& b, std::size_t column, const float* bias,
                        float* products);

/// Panels, far apart, that one row is multiplied with at a time: the memory delivers more from several places in turn.
constexpr std::size_t row_panels_of_int8 = 4;
using PanelProducts = std::array<std::array<float, tile_columns>, row_panels_of_int8>;

/// products += a·B in the panels that begin with these columns, of one row.
void add_quantized_row(const QuantizedRows& a, const PackedMatrix& b,
                       const std::array<std::size_t, row_panels_of_int8>& columns, PanelProducts& products);

}  // namespace spotlight::kernels
