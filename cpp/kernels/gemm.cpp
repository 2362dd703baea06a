#include "gemm.hpp"

#include <algorithm>
#include <array>

#include "tile.hpp"

namespace spotlight::kernels {
namespace {

// Longer sums are made of parts of this depth: a part of a panel stays in the first-level cache, and rounding errors
// grow with the depth of a part and the number of parts, not with their product.
constexpr std::size_t depth_of_part = 128;

/// One part of the depth of a panel.
struct Part {
  const float* panel;  // [depth, tile_columns]
  std::size_t first_depth;
  std::size_t depth;
  std::size_t first_column;
};

/// C[Rows, tile_columns or what is left] (+)= A[Rows, depth] · panel
template <std::size_t Rows>
void multiply_tile(ConstMatrixView a, std::size_t row, const Part& part, MutableMatrixView c) {
  Tile<Rows> tile;
  tile.add_product(a.row(row) + part.first_depth, a.stride, part.panel, tile_columns, part.depth);
  const bool first = part.first_depth == 0;
  const std::size_t columns = std::min(tile_columns, c.columns - part.first_column);
  float* to = c.row(row) + part.first_column;
  if (columns == tile_columns) {
    if (first) {
      tile.store(to, c.stride);
    } else {
      tile.store_added(to, c.stride);
    }
    return;
  }
  std::array<float, Rows * tile_columns> narrow;
  tile.store(narrow.data(), tile_columns);
  for (std::size_t r = 0; r < Rows; ++r) {
    for (std::size_t column = 0; column < columns; ++column) {
      float& sum = to[r * c.stride + column];
      sum = narrow[r * tile_columns + column] + (first ? 0.0F : sum);
    }
  }
}

}  // namespace

void multiply(ConstMatrixView a, const PackedMatrix& b, MutableMatrixView c) {
  for (std::size_t column = 0; column < c.columns; column += tile_columns) {
    for (std::size_t k = 0; k < a.columns; k += depth_of_part) {
      const Part part = {.panel = b.panel(column) + k * tile_columns,
                         .first_depth = k,
                         .depth = std::min(depth_of_part, a.columns - k),
                         .first_column = column};
      std::size_t row = 0;
      for (; row + tile_rows <= a.rows; row += tile_rows) multiply_tile<tile_rows>(a, row, part, c);
      for (; row < a.rows; ++row) multiply_tile<1>(a, row, part, c);
    }
  }
}

void multiply(ConstMatrixView a, ConstMatrixView b, MutableMatrixView c) {
  PackedMatrix packed;
  packed.pack(b);
  multiply(a, packed, c);
}

void multiply_transposed(ConstMatrixView a, ConstMatrixView b, MutableMatrixView c) {
  PackedMatrix packed;
  packed.pack_transposed(b);
  multiply(a, packed, c);
}

}  // namespace spotlight::kernels
