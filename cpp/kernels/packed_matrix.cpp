#include "packed_matrix.hpp"

#include <algorithm>

#include "../core/arguments.hpp"

namespace spotlight::kernels {
namespace {

/// Transposes a square of lanes × lanes numbers of B, which is stored as [columns, depth], into a panel.
void pack_square(ConstMatrixView b, std::size_t column, std::size_t k, float* to) {
  std::array<simd::batch, simd::lanes> square;
  for (std::size_t lane = 0; lane < simd::lanes; ++lane) square[lane] = simd::load(b.row(column + lane) + k);
  simd::transpose(square);
  for (std::size_t lane = 0; lane < simd::lanes; ++lane) simd::store(to + lane * tile_columns, square[lane]);
}

}  // namespace

void PackedMatrix::share(const PackedMatrix& other) {
  for (const PackedMatrix* each = &other; each != nullptr; each = each->shared_) {
    if (each == this) refuse_argument("a matrix cannot share with itself:", packed_name);
  }
  *this = {};
  shared_ = &other;
}

void PackedMatrix::resize(std::size_t depth, std::size_t columns, const char* name) {
  const std::size_t whole = round_up(columns, tile_columns);
  const BlockFormat* blocks = block_format_of(next_precision_);
  if (blocks != nullptr && depth % blocks->numbers != 0) refuse_argument("the depth is not in whole blocks:", name);
  precision_ = next_precision_;
  const bool is_int8 = precision_ == Precision::int8;
  const bool is_float = precision_ == Precision::float32;
  shared_ = nullptr;
  depth_ = columns_ = 0;
  allocate(panels_, name, {is_float ? whole : 0, depth});
  memory::allocate(compact_, name, {whole, words_of_column(precision_, depth)});
  allocate(scales_, name, {is_int8 ? whole : 0});
  memory::allocate(offsets_, name, {is_int8 ? whole : 0, round_up(depth, exact_depth) / exact_depth});
  depth_ = depth;
  columns_ = columns;
}

void PackedMatrix::pack(ConstMatrixView b, const char* name) {
  if (next_precision_ != Precision::float32) refuse_argument("rows are packed in float32 only:", name);
  resize(b.rows, b.columns, name);
  for (std::size_t first = 0; first < columns_; first += tile_columns) {
    const std::size_t columns = std::min(tile_columns, columns_ - first);
    float* panel = panels_.data() + first * depth_;
    for (std::size_t k = 0; k < depth_; ++k) {
      float* to = panel + k * tile_columns;
      std::copy_n(b.row(k) + first, columns, to);
      std::fill(to + columns, to + tile_columns, 0.0F);
    }
  }
}

void PackedMatrix::pack_transposed(ConstMatrixView b, const char* name) {
  resize(b.columns, b.rows, name);
  pack_columns(0, b);
}

void PackedMatrix::pack_columns(std::size_t first_column, ConstMatrixView b) {
  if (block_format_of(precision_) != nullptr) refuse_argument("numbers are not packed in blocks:", packed_name);
  if (precision_ != Precision::float32) {
    for (std::size_t row = 0; row < b.rows; ++row) {
      const std::size_t column = first_column + row;
      precision_ == Precision::int8 ? quantize_column(column, b.row(row)) : pack_column_of_16_bits(column, b.row(row));
    }
    return;
  }
  const std::size_t whole_depth = depth_ - depth_ % simd::lanes;
  for (std::size_t first = 0; first < b.rows; first += tile_columns) {
    float* panel = panels_.data() + (first_column + first) * depth_;
    for (std::size_t part = 0; part < tile_columns; part += simd::lanes) {
      const bool whole = first + part + simd::lanes <= b.rows;
      const std::size_t squares = whole ? whole_depth : 0;
      for (std::size_t k = 0; k < squares; k += simd::lanes) {
        pack_square(b, first + part, k, panel + k * tile_columns + part);
      }
      for (std::size_t column = part; column < part + simd::lanes; ++column) {
        const float* from = first + column < b.rows ? b.row(first + column) : nullptr;
        for (std::size_t k = squares; k < depth_; ++k) {
          panel[k * tile_columns + column] = from != nullptr ? from[k] : 0.0F;
        }
      }
    }
  }
}

}  // namespace spotlight::kernels
