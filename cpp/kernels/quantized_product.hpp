// Products of quantized rows with an int8 matrix. Their sums are exact integers, so that the result for a row does not
// depend on how many rows are multiplied together.
#pragma once

#include <array>
#include <cstddef>

#include "packed_matrix.hpp"
#include "quantize.hpp"

namespace spotlight::kernels {

/// products = bias + A·B for several rows of A and the panel of B at `column`; bias [tile_columns], products [rows of A
/// rounded up to whole tiles, tile_columns]
void multiply_quantized(const QuantizedRows& a, const PackedMatrix& b, std::size_t column, const float* bias,
                        float* products);

/// Number of panels that one row of A is multiplied by at a time. The panels are far apart in memory, because memory
/// bandwidth is higher when several addresses are read in turn.
constexpr std::size_t row_panels_of_int8 = 4;
using PanelProducts = std::array<std::array<float, tile_columns>, row_panels_of_int8>;

/// products += a·B for one row a and the row_panels_of_int8 panels of B that begin at these columns.
void add_quantized_row(const QuantizedRows& a, const PackedMatrix& b,
                       const std::array<std::size_t, row_panels_of_int8>& columns, PanelProducts& products);

}  // namespace spotlight::kernels
