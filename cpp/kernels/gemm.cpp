#include "gemm.hpp"

#include <algorithm>
#include <array>

#include "../simd.hpp"

namespace spotlight::kernels {
namespace {

// A tile of C is held in registers while its rows of A and its columns of B stream past. 4 rows × 2 registers is
// what V8 keeps without spilling, in Chromium and in Node 20 alike (wider and taller tiles fall to half the speed).
constexpr std::size_t tile_rows = 4;
constexpr std::size_t tile_registers = 2;
constexpr std::size_t tile_columns = tile_registers * simd::lanes;

// Longer sums are made of parts of this depth: a part of B stays in the first-level cache, and rounding errors grow
// with the depth of a part and the number of parts, not with their product.
constexpr std::size_t depth_of_part = 128;

using Panel = std::array<float, depth_of_part * tile_columns>;  // [depth, tile_columns] of B

/// Copies B[first_depth …][first_column …] into a panel, columns that B does not have as zeros.
void pack(ConstMatrixView b, std::size_t first_depth, std::size_t depth, std::size_t first_column, std::size_t columns,
          Panel& panel) {
  if (columns < tile_columns) panel.fill(0.0F);
  for (std::size_t k = 0; k < depth; ++k) {
    const float* from = b.row(first_depth + k) + first_column;
    std::copy(from, from + columns, panel.data() + k * tile_columns);
  }
}

/// The same for a B that is stored transposed, [columns, depth].
void pack_transposed(ConstMatrixView b, std::size_t first_depth, std::size_t depth, std::size_t first_column,
                     std::size_t columns, Panel& panel) {
  if (columns < tile_columns) panel.fill(0.0F);
  for (std::size_t column = 0; column < columns; ++column) {
    const float* from = b.row(first_column + column) + first_depth;
    for (std::size_t k = 0; k < depth; ++k) panel[k * tile_columns + column] = from[k];
  }
}

/// C[Rows, columns] (+)= A[Rows, depth] · panel[depth, columns].
template <std::size_t Rows>
void multiply_tile(const float* a, std::size_t a_stride, const Panel& panel, std::size_t depth, bool add, float* c,
                   std::size_t c_stride, std::size_t columns) {
  using simd::batch;
  std::array<std::array<batch, tile_registers>, Rows> sums;
  for (auto& row : sums) row.fill(batch(0.0F));

  for (std::size_t k = 0; k < depth; ++k) {
    const float* b = panel.data() + k * tile_columns;
    for (std::size_t row = 0; row < Rows; ++row) {
      const batch element(a[row * a_stride + k]);
      for (std::size_t part = 0; part < tile_registers; ++part) {
        sums[row][part] = simd::madd(element, simd::load(b + part * simd::lanes), sums[row][part]);
      }
    }
  }

  for (std::size_t row = 0; row < Rows; ++row) {
    std::array<float, tile_columns> result;
    for (std::size_t part = 0; part < tile_registers; ++part) {
      simd::store(result.data() + part * simd::lanes, sums[row][part]);
    }
    float* to = c + row * c_stride;
    for (std::size_t column = 0; column < columns; ++column) {
      to[column] = add ? to[column] + result[column] : result[column];
    }
  }
}

/// One panel's worth of columns of C, all rows of A.
void multiply_panel(ConstMatrixView a, std::size_t first_depth, std::size_t depth, const Panel& panel, bool add,
                    MutableMatrixView c, std::size_t first_column, std::size_t columns) {
  std::size_t row = 0;
  for (; row + tile_rows <= a.rows; row += tile_rows) {
    multiply_tile<tile_rows>(a.row(row) + first_depth, a.stride, panel, depth, add, c.row(row) + first_column, c.stride,
                             columns);
  }
  for (; row < a.rows; ++row) {
    multiply_tile<1>(a.row(row) + first_depth, a.stride, panel, depth, add, c.row(row) + first_column, c.stride,
                     columns);
  }
}

template <class Pack>
void multiply_packed(ConstMatrixView a, ConstMatrixView b, MutableMatrixView c, Pack pack_part) {
  Panel panel;  // NOLINT(misc-const-correctness): pack_part fills it
  for (std::size_t column = 0; column < c.columns; column += tile_columns) {
    const std::size_t columns = std::min(tile_columns, c.columns - column);
    for (std::size_t depth = 0; depth < a.columns; depth += depth_of_part) {
      const std::size_t part = std::min(depth_of_part, a.columns - depth);
      pack_part(b, depth, part, column, columns, panel);
      multiply_panel(a, depth, part, panel, depth > 0, c, column, columns);
    }
  }
}

}  // namespace

void multiply(ConstMatrixView a, ConstMatrixView b, MutableMatrixView c) { multiply_packed(a, b, c, pack); }

void multiply_transposed(ConstMatrixView a, ConstMatrixView b, MutableMatrixView c) {
  multiply_packed(a, b, c, pack_transposed);
}

}  // namespace spotlight::kernels
