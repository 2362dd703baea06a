// The micro-kernel: a tile of C stays in registers while rows of A and columns of B are read.
//
// 4 rows × 2 registers is what V8 keeps without spilling wherever it stands: 51 GFLOP/s of 56 with everything in cache.
// 6 × 2, which a loop alone in its function keeps as well (row_block.hpp), and 4 × 3 and 3 × 4 otherwise fall to half.
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
  /// All elements 0.
  Tile() {
    for (auto& row : sums_) row.fill(simd::batch(0.0F));
  }

  /// Every row equal to `columns` [tile_columns].
  explicit Tile(const float* columns) {
    for (auto& row : sums_) {
      for (std::size_t part = 0; part < tile_registers; ++part) row[part] = simd::load(columns + part * simd::lanes);
    }
  }

  /// C at `from`
  static Tile load(const float* from, std::size_t stride) {
    Tile tile;
    for (std::size_t row = 0; row < Rows; ++row) {
      for (std::size_t part = 0; part < tile_registers; ++part) {
        tile.sums_[row][part] = simd::load(from + row * stride + part * simd::lanes);
      }
    }
    return tile;
  }

  /// += C at `from`, row r times factors[r]
  void add(const float* from, std::size_t stride, const float* factors) {
    for (std::size_t row = 0; row < Rows; ++row) {
      const simd::batch factor(factors[row]);
      for (std::size_t part = 0; part < tile_registers; ++part) {
        sums_[row][part] = simd::madd(simd::load(from + row * stride + part * simd::lanes), factor, sums_[row][part]);
      }
    }
  }

  /// += A[Rows, depth] · B[depth, tile_columns]
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

  /// += the product of a column of A and a row of B, which is in registers
  void add_product(const float* a, const std::array<simd::batch, tile_registers>& b_row) {
    for (std::size_t row = 0; row < Rows; ++row) {
      const simd::batch element(a[row]);
      for (std::size_t part = 0; part < tile_registers; ++part) {
        sums_[row][part] = simd::madd(element, b_row[part], sums_[row][part]);
      }
    }
  }

  /// Adds A·B, with A stored transposed, as [depth, Rows], and both without gaps.
  void add_product_of_columns(const float* a, const float* b, std::size_t depth) {
    add_product_of_columns(a, Rows, b, tile_columns, depth);
  }

  /// Adds A·B, with A stored transposed, as [depth, Rows], and gaps between the rows.
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

  /// C at `to` += this tile
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
