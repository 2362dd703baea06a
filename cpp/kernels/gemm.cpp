#include "gemm.hpp"

#include <algorithm>
#include <array>

#include "../simd.hpp"
#include "tile.hpp"

namespace spotlight::kernels {
namespace {

// A is taken in parts of this many rows and, as far as most layers go, of its whole depth, 96 KB, packed so that the
// micro-kernel reads them in one go; C is then written once.
constexpr std::size_t rows_of_part = 32;
constexpr std::size_t depth_of_part = 768;

// So many products are summed up in a row, then added to what the ones before gave: rounding errors grow with the
// length of these sums and their number, not with their product.
constexpr std::size_t depth_of_sum = 128;

/// Rows [first_row, first_row + rows) and depths [first_depth, first_depth + depth) of A.
struct Part {
  std::size_t first_row;
  std::size_t rows;
  std::size_t first_depth;
  std::size_t depth;
};

using PackedPart = std::array<float, rows_of_part * depth_of_part>;  // [rows / tile_rows, depth, tile_rows]

/// The rows that fill up the last tile are copies of the last row: what they give is not used.
void pack_part(ConstMatrixView a, const Part& part, PackedPart& packed) {
  for (std::size_t row = 0; row < part.rows; row += tile_rows) {
    float* tile = packed.data() + row * part.depth;
    std::array<const float*, tile_rows> from;
    for (std::size_t r = 0; r < tile_rows; ++r) {
      from[r] = a.row(part.first_row + std::min(row + r, part.rows - 1)) + part.first_depth;
    }
    std::size_t k = 0;
    if constexpr (tile_rows == simd::lanes) {
      for (; k + simd::lanes <= part.depth; k += simd::lanes) {
        std::array<simd::batch, simd::lanes> square;
        for (std::size_t r = 0; r < tile_rows; ++r) square[r] = simd::load(from[r] + k);
        simd::transpose(square);
        for (std::size_t r = 0; r < tile_rows; ++r) simd::store(tile + (k + r) * tile_rows, square[r]);
      }
    }
    for (; k < part.depth; ++k) {
      for (std::size_t r = 0; r < tile_rows; ++r) tile[k * tile_rows + r] = from[r][k];
    }
  }
}

/// A packed [depth, tile_rows] times a panel of B [depth, tile_columns], each row beginning as `begin`.
Tile<tile_rows> multiply_tile(const float* a, const float* panel, std::size_t depth, const float* begin) {
  std::array<float, tile_rows * tile_columns> before;
  Tile<tile_rows> tile(begin);
  tile.add_product_of_columns(a, panel, std::min(depth, depth_of_sum));
  for (std::size_t k = depth_of_sum; k < depth; k += depth_of_sum) {
    tile.store(before.data(), tile_columns);
    tile = Tile<tile_rows>();
    tile.add_product_of_columns(a + k * tile_rows, panel + k * tile_columns, std::min(depth - k, depth_of_sum));
    tile.add(before.data(), tile_columns);
  }
  return tile;
}

/// Puts a tile into C, or adds it, as far as C goes.
void put_tile(const Tile<tile_rows>& tile, bool add, MutableMatrixView c, std::size_t row, std::size_t column) {
  const std::size_t rows = std::min(tile_rows, c.rows - row);
  const std::size_t columns = std::min(tile_columns, c.columns - column);
  float* to = c.row(row) + column;
  if (rows == tile_rows && columns == tile_columns) {
    if (add) {
      tile.store_added(to, c.stride);
    } else {
      tile.store(to, c.stride);
    }
    return;
  }
  std::array<float, tile_rows * tile_columns> whole;
  tile.store(whole.data(), tile_columns);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      float& sum = to[i * c.stride + j];
      sum = whole[i * tile_columns + j] + (add ? sum : 0.0F);
    }
  }
}

/// The bias of the columns of a tile; 0 behind the last one, and where there is none.
std::array<float, tile_columns> bias_of_tile(const float* bias, std::size_t column, std::size_t columns) {
  std::array<float, tile_columns> here{};
  if (bias != nullptr) std::copy_n(bias + column, std::min(tile_columns, columns - column), here.data());
  return here;
}

}  // namespace

void multiply(ConstMatrixView a, const PackedMatrix& b, const float* bias, MutableMatrixView c) {
  PackedPart packed;  // NOLINT(misc-const-correctness): pack_part fills it
  for (std::size_t first_row = 0; first_row < a.rows; first_row += rows_of_part) {
    for (std::size_t first_depth = 0; first_depth < a.columns; first_depth += depth_of_part) {
      const Part part = {.first_row = first_row,
                         .rows = std::min(rows_of_part, a.rows - first_row),
                         .first_depth = first_depth,
                         .depth = std::min(depth_of_part, a.columns - first_depth)};
      const bool adds = first_depth > 0;
      pack_part(a, part, packed);
      for (std::size_t column = 0; column < c.columns; column += tile_columns) {
        const float* panel = b.panel(column) + first_depth * tile_columns;
        const std::array<float, tile_columns> begin = bias_of_tile(adds ? nullptr : bias, column, c.columns);
        for (std::size_t row = 0; row < part.rows; row += tile_rows) {
          const float* rows = packed.data() + row * part.depth;
          put_tile(multiply_tile(rows, panel, part.depth, begin.data()), adds, c, first_row + row, column);
        }
      }
    }
  }
}

void multiply(ConstMatrixView a, ConstMatrixView b, MutableMatrixView c) {
  PackedMatrix packed;
  packed.pack(b);
  multiply(a, packed, nullptr, c);
}

void multiply_transposed(ConstMatrixView a, ConstMatrixView b, MutableMatrixView c) {
  PackedMatrix packed;
  packed.pack_transposed(b);
  multiply(a, packed, nullptr, c);
}

}  // namespace spotlight::kernels
