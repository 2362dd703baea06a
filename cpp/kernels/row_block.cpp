#include "row_block.hpp"

#include <array>

namespace spotlight::kernels {
namespace {

/// Packs one tile of a block of A, beginning at row `row` of the block. Rows beyond the last are copies of the last;
/// their results are discarded.
template <std::size_t Height>
void pack_tile(ConstMatrixView a, const RowBlock& block, std::size_t row, float* tile) {
  constexpr std::size_t squares = (Height + simd::lanes - 1) / simd::lanes;
  std::array<const float*, squares * simd::lanes> from;
  for (std::size_t r = 0; r < from.size(); ++r) {
    from[r] = a.row(block.first_row + std::min(row + r, block.rows - 1)) + block.first_depth;
  }
  std::size_t k = 0;
  for (; k + simd::lanes <= block.depth; k += simd::lanes) {
    std::array<std::array<simd::batch, simd::lanes>, squares> columns;
    for (std::size_t square = 0; square < squares; ++square) {
      for (std::size_t r = 0; r < simd::lanes; ++r) columns[square][r] = simd::load(from[square * simd::lanes + r] + k);
      simd::transpose(columns[square]);
    }
    // Whole SIMD registers are stored: numbers beyond the height of the tile are overwritten by its next column.
    for (std::size_t r = 0; r < simd::lanes; ++r) {
      for (std::size_t square = 0; square < squares; ++square) {
        simd::store(tile + (k + r) * Height + square * simd::lanes, columns[square][r]);
      }
    }
  }
  for (; k < block.depth; ++k) {
    for (std::size_t r = 0; r < Height; ++r) tile[k * Height + r] = from[r][k];
  }
}

}  // namespace

void PackedBlock::reserve(std::size_t rows, std::size_t columns) {
  // The allocated memory includes the padding rows of the last tile, and the numbers that pack_tile writes beyond the
  // tile's last column.
  const std::size_t whole = std::min(rows, block_rows) + high_rows;
  const std::size_t size = whole * std::min(columns, block_depth) + simd::lanes;
  if (numbers_.size() >= size) return;
  resize(numbers_, {.name = "packed rows", .shape = {&size, 1}, .element_size = sizeof(float)});
}

void PackedBlock::pack(ConstMatrixView a, const RowBlock& block) {
  for_each_tile(block.rows, [&](std::size_t row, auto height) {
    pack_tile<height>(a, block, row, numbers_.data() + row * block.depth);
  });
}

}  // namespace spotlight::kernels
