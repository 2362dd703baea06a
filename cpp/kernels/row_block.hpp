// The left-hand matrix A of a product in the layout that the micro-kernel reads: blocks of rows, each in tiles that are
// stored column by column.
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "../core/simd.hpp"
#include "../core/tensor.hpp"
#include "tile.hpp"

namespace spotlight::kernels {

// Maximum number of rows and depth of a packed block of A. A block takes 400 KB, which the micro-kernel reads
// sequentially; B is read once per block. Most layers are no deeper than one block, so that each element of C is
// written once.
inline constexpr std::size_t block_rows = 128;
inline constexpr std::size_t block_depth = 768;

// Height of a tile on processors that have a multiply-add instruction. They start two such instructions per cycle, with
// a latency of four cycles: the eight sums of a tile of tile_rows barely keep them busy if nothing is ever late. Twelve
// sums leave some slack and still fit into the registers: 66 to 72 GFLOP/s of 72 instead of 58 (Chromium 150 and 156,
// Node 24; in Node 20, 54 of 58). Without the instruction, there is no difference.
inline constexpr std::size_t high_rows = simd::madd_is_one_instruction ? 6 : tile_rows;

/// Block of the matrix A: rows [first_row, first_row + rows) and columns [first_depth, first_depth + depth).
struct RowBlock {
  std::size_t first_row;
  std::size_t rows;
  std::size_t first_depth;
  std::size_t depth;
};

/// Height of the next tile of A if `rows` rows are left: high_rows, or tile_rows if that needs less padding.
constexpr std::size_t height_of_tile(std::size_t rows) {
  return rows <= tile_rows || (rows > high_rows && rows <= 2 * tile_rows) ? tile_rows : high_rows;
}

/// Calls use(row, height) for each tile that `rows` rows are divided into; `height` is a std::integral_constant.
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

/// A packed block of A, which all threads read. Its memory is reused between products.
class PackedBlock {
 public:
  /// Allocates memory that is large enough for any block of a matrix [rows, columns].
  void reserve(std::size_t rows, std::size_t columns);

  void pack(ConstMatrixView a, const RowBlock& block);

  /// Packed numbers of the block, [tiles, depth, height of the tile].
  const float* data() const { return numbers_.data(); }

 private:
  TensorStorage numbers_;
};

}  // namespace spotlight::kernels
