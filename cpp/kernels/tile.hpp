// Micro-kernel of matrix products: a tile of the result C stays in registers while rows of A and columns of B are read.
//
// V8 keeps 4 rows × 2 registers of sums in registers in any function: 51 GFLOP/s of 56 with all data in cache. 6 × 2
// stay in registers only in a function that contains nothing but the loop (row_block.hpp); otherwise, and with 4 × 3
// and 3 × 4, the speed drops to half.
#pragma once

#include <array>
#include <cstddef>

#include "../core/simd.hpp"

namespace spotlight::kernels {

inline constexpr std::size_t tile_rows = 4;
inline constexpr std::size_t tile_registers = 2;
inline constexpr std::size_t tile_columns = tile_registers * simd::lanes;

template <std::size_t Rows>
class Tile {  // [Rows, tile_columns]
 public:
  /// Creates a tile of zeros.
  Tile() {
    for (auto& row : sums_) row.fill(simd::batch(0.0F));
  }

  /// Creates a tile whose rows all equal `columns` [tile_columns], such as the bias.
  explicit Tile(const float* columns) {
    for (auto& row : sums_) {
      for (std::size_t part = 0; part < tile_registers; ++part) row[part] = simd::load(columns + part * simd::lanes);
    }
  }

  static Tile load(const float* from, std::size_t stride) {
    Tile tile;
    for (std::size_t row = 0; row < Rows; ++row) {
      for (std::size_t part = 0; part < tile_registers; ++part) {
        tile.sums_[row][part] = simd::load(from + row * stride + part * simd::lanes);
      }
    }
    return tile;
  }

  /// Adds a part of C, which begins at `from`, to the tile; row r of this part is multiplied by factors[r].
  void add(const float* from, std::size_t stride, const float* factors) {
    for (std::size_t row = 0; row < Rows; ++row) {
      const simd::batch factor(factors[row]);
      for (std::size_t part = 0; part < tile_registers; ++part) {
        sums_[row][part] = simd::madd(simd::load(from + row * stride + part * simd::lanes), factor, sums_[row][part]);
      }
    }
  }

  /// Adds the product A·B to the tile; A is [Rows, depth] and B [depth, tile_columns].
  void add_product(const float* a, std::size_t a_stride, const float* b, std::size_t b_stride, std::size_t depth) {
    std::array<const float*, Rows> a_rows;
    for (std::size_t row = 0; row < Rows; ++row) a_rows[row] = simd::opaque(a + row * a_stride);
    for (const float* end = a_rows[0] + depth; a_rows[0] != end; b += b_stride) {
      std::array<simd::batch, tile_registers> b_row;
      for (std::size_t part = 0; part < tile_registers; ++part) b_row[part] = simd::load(b + part * simd::lanes);
      for (std::size_t row = 0; row < Rows; ++row) {
        const simd::batch element(*a_rows[row]++);
        for (std::size_t part = 0; part < tile_registers; ++part) {
          sums_[row][part] = simd::madd(element, b_row[part], sums_[row][part]);
        }
      }
    }
  }

  /// Adds the product of one column of A and one row of B, b_row, to the tile. The row of B is already in registers.
  void add_product(const float* a, const std::array<simd::batch, tile_registers>& b_row) {
    for (std::size_t row = 0; row < Rows; ++row) {
      const simd::batch element(a[row]);
      for (std::size_t part = 0; part < tile_registers; ++part) {
        sums_[row][part] = simd::madd(element, b_row[part], sums_[row][part]);
      }
    }
  }

  /// Adds the product A·B to the tile, with A stored transposed as [depth, Rows]. A and B are contiguous.
  void add_product_of_columns(const float* a, const float* b, std::size_t depth) {
    add_product_of_columns(a, Rows, b, tile_columns, depth);
  }

  /// Adds the product A·B to the tile, with A stored transposed as [depth, Rows]. The rows of A and B are a_stride and
  /// b_stride numbers apart.
  void add_product_of_columns(const float* a, std::size_t a_stride, const float* b, std::size_t b_stride,
                              std::size_t depth) {
    for (const float* end = a + depth * a_stride; a != end; a += a_stride, b += b_stride) {
      std::array<simd::batch, tile_registers> b_row;
      for (std::size_t part = 0; part < tile_registers; ++part) b_row[part] = simd::load(b + part * simd::lanes);
      add_product(a, b_row);
    }
  }

  void store(float* to, std::size_t stride) const {
    for (std::size_t row = 0; row < Rows; ++row) {
      for (std::size_t part = 0; part < tile_registers; ++part) {
        simd::store(to + row * stride + part * simd::lanes, sums_[row][part]);
      }
    }
  }

  void store_added(float* to, std::size_t stride) const {
    for (std::size_t row = 0; row < Rows; ++row) {
      for (std::size_t part = 0; part < tile_registers; ++part) {
        float* at = to + row * stride + part * simd::lanes;
        simd::store(at, simd::load(at) + sums_[row][part]);
      }
    }
  }

 private:
  std::array<std::array<simd::batch, tile_registers>, Rows> sums_;
};

}  // namespace spotlight::kernels
