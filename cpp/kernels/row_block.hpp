// The left-hand matrix of a product in the layout that the micro-kernel reads: a block of its rows, in tiles, each
// column by column.
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "../core/simd.hpp"
#include "../core/tensor.hpp"
#include "tile.hpp"

namespace spotlight::kernels {

// A is packed in blocks of at most this many rows and this depth, 400 KB, which the micro-kernel reads front to back.
// All of B is read once for each such block; most layers are no deeper than one: each element of their C is then
// written once.
inline constexpr std::size_t block_rows = 128;
inline constexpr std::size_t block_depth = 768;

// A processor that multiplies and adds in one instruction begins two each cycle, which end four cycles later: the eight
// sums of a tile of tile_rows keep it just busy, if nothing ever comes late; twelve leave some slack, and fit into the
// registers as well: 66 to 72 GFLOP/s of 72 rather than 58 (Chromium 150 and 156, Node 24; in Node 20 54 of 58). Where
// it takes two instructions, there is no difference.
inline constexpr std::size_t high_rows = simd::madd_is_one_instruction ? 6 : tile_rows;

/// Rows [first_row, first_row + rows) and depths [first_depth, first_depth + depth) of A.
struct RowBlock {
  std::size_t first_row;
  std::size_t rows;
  std::size_t first_depth;
  std::size_t depth;
};

/// Height of the next tile where `rows` rows are left: high_rows, or tile_rows where fewer are then padding.
constexpr std::size_t height_of_tile(std::size_t rows) {
  return rows <= tile_rows || (rows > high_rows && rows <= 2 * tile_rows) ? tile_rows : high_rows;
}

/// Calls use(row, height) for the tiles of `rows` rows, with the height as a constant.
template <class Use>
void for_each_tile(std::size_t rows, Use use) {
  for (std::size_t row = 0; row < rows;) {
    if (height_of_tile(rows - row) == high_rows) {
      use(row, std::integral_constant<std::size_t, high_rows>());
      row += high_rows;
    } else {
      use(row, std::integral_constant<std::size_t, tile_rows>());
      row += tile_rows;
    }
  }
}

/// A block, packed once for all threads, in memory that is reused from product to product.
class PackedBlock {
 public:
  /// Makes room for any block of a matrix [rows, columns].
  void reserve(std::size_t rows, std::size_t columns);

  void pack(ConstMatrixView a, const RowBlock& block);

  /// [tiles, depth, height]
  const float* data() const { return numbers_.data(); }

 private:
  TensorStorage numbers_;
};

}  // namespace spotlight::kernels
