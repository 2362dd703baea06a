// The right-hand matrix B of a product in the layout that the micro-kernel reads: panels of tile_columns columns, each
// stored row by row. The last panel is padded with zeros.
//
// Besides float32, the numbers of B may be stored in 16 bits, in the block format of a GGUF file, or in int8 with one
// scale per column. They are converted to float32 while they are read, part of a panel at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "../core/round_up.hpp"
#include "../core/tensor.hpp"
#include "exact_depth.hpp"
#include "gguf_blocks.hpp"
#include "precision.hpp"
#include "tile.hpp"

namespace spotlight::kernels {

class PackedMatrix {
 public:
  /// Chooses the number format for the next resize(); the current contents do not change.
  void keep_as(Precision precision) { next_precision_ = precision; }
  Precision precision() const { return numbers().precision_; }
  /// Uses the numbers of another matrix until the next resize(), and frees this matrix's own numbers. The other matrix
  /// must outlive this one and must not move.
  void share(const PackedMatrix& other);

  /// Packs the matrix B [depth, columns], and reuses memory. `name` names the packed copy in out-of-memory errors.
  /// @throws std::invalid_argument unless the precision is float32
  void pack(ConstMatrixView b, const char* name = packed_name);
  /// Packs the matrix B from its transpose [columns, depth].
  void pack_transposed(ConstMatrixView b, const char* name = packed_name);
  /// Sets the size of B, whose columns are then packed in ranges by pack_columns(): unpacked, B is never in memory as a
  /// whole. B is empty if the allocation fails.
  void resize(std::size_t depth, std::size_t columns, const char* name);
  /// Packs a range of columns of B from their transpose [count, depth]; first_column is a multiple of tile_columns. In
  /// a 16-bit format, the numbers must be representable exactly; in int8, they are rounded to multiples of 1/127 of the
  /// largest magnitude in their column.
  void pack_columns(std::size_t first_column, ConstMatrixView b);
  /// Packs `count` columns of B in a block format, beginning at first_column, a multiple of tile_columns. `stored`
  /// holds the columns' blocks one after another, as in the GGUF file.
  /// @returns false if a scale or minimum is not finite
  bool pack_blocks(std::size_t first_column, const std::uint8_t* stored, std::size_t count);

  /// Inverse of pack_transposed: unpacks the whole matrix as its transpose, b [columns, depth].
  void unpack_transposed(MutableMatrixView b) const { unpack_columns(0, b); }
  /// Inverse of pack_columns: unpacks as many columns as b has rows, from first_column on, as their transpose.
  void unpack_columns(std::size_t first_column, MutableMatrixView b) const;

  std::size_t depth() const { return numbers().depth_; }
  std::size_t columns() const { return numbers().columns_; }

  /// Maximum number of padding rows in an int8 panel, whose depth is rounded up to a multiple of four.
  static constexpr std::size_t most_padding = 3;

  // Panel of a float32 matrix, [depth, tile_columns]; first_column is a multiple of tile_columns. The functions below
  // return the panels of matrices in other formats.
  const float* panel(std::size_t first_column) const { return numbers().panels_.data() + first_column * depth(); }
  /// Panel of a matrix in a 16-bit format, [depth, tile_columns], in which columns i and i + tile_columns / 2 are
  /// stored side by side.
  const std::uint16_t* panel_of_16_bits(std::size_t first_column) const {
    return numbers().compact_.data() + first_column * depth();
  }
  /// Panel of an int8 matrix, [depth / 2, tile_columns, 2]: pairs of consecutive numbers of a column. The depth is
  /// padded to a multiple of four, because the fastest instructions multiply four numbers at once.
  const std::int8_t* panel_of_int8(std::size_t first_column) const {
    return reinterpret_cast<const std::int8_t*>(numbers().compact_.data()) + first_column * whole_quads();
  }
  /// Panel of a matrix in a block format, in the layout of add_product_of_blocks.
  const std::uint8_t* panel_of_blocks(std::size_t first_column) const {
    const std::size_t words = words_of_column(precision(), depth());
    return reinterpret_cast<const std::uint8_t*>(numbers().compact_.data() + first_column * words);
  }
  /// Scales [tile_columns] of the columns of an int8 panel.
  const float* scales(std::size_t first_column) const { return numbers().scales_.data() + first_column; }
  /// Corrections [tile_columns] to products of an int8 panel with activations that are split into bytes: −64 times the
  /// sum of each column over exact_depth rows, beginning at first_depth, a multiple of exact_depth.
  const std::int32_t* offsets(std::size_t first_column, std::size_t first_depth) const {
    const PackedMatrix& kept = numbers();
    return kept.offsets_.data() + first_depth / exact_depth * kept.scales_.size() + first_column;
  }

  /// Memory of the rows [first_depth, first_depth + depth) of a panel, for prefetching; not for int8.
  std::span<const std::byte> bytes_of_panel(std::size_t first_column, std::size_t first_depth, std::size_t depth) const;

  /// Rows [first_depth, first_depth + depth) of a panel in float32: the panel itself if the matrix is stored in
  /// float32, otherwise converted into `widened` [depth, tile_columns], which must have room for most_padding more
  /// rows. first_depth must be a multiple of 4; in block formats, first_depth and depth must be multiples of 32.
  const float* widen_panel(std::size_t first_column, std::size_t first_depth, std::size_t depth, float* widened) const;

 private:
  static constexpr const char* packed_name = "a packed matrix";

  /// The matrix that owns this matrix's numbers, found by following the chain of share() calls: this matrix itself if
  /// it shares none.
  const PackedMatrix& numbers() const {
    const PackedMatrix* owner = this;
    while (owner->shared_ != nullptr) owner = owner->shared_;
    return *owner;
  }
  std::size_t whole_quads() const { return round_up(depth(), 4); }
  /// Number of 16-bit words that a packed column takes in compact_; 0 for float32, whose panels are in panels_.
  static std::size_t words_of_column(Precision precision, std::size_t depth);
  void pack_column_of_16_bits(std::size_t column, const float* values);
  void quantize_column(std::size_t column, const float* values);

  const PackedMatrix* shared_ = nullptr;  // matrix whose numbers are shared; null: this matrix has its own
  Precision precision_ = Precision::float32;
  Precision next_precision_ = Precision::float32;
  std::size_t depth_ = 0;
  std::size_t columns_ = 0;
  Matrix panels_;                       // float32: [columns rounded up to whole panels, depth], each panel row-major
  std::vector<std::uint16_t> compact_;  // 16-bit numbers, pairs of int8 numbers, or pairs of block bytes
  Vector scales_;                       // scales of int8 columns, [columns rounded up to whole panels]
  std::vector<std::int32_t> offsets_;   // [⌈depth / exact_depth⌉, columns rounded up to whole panels]
};

}  // namespace spotlight::kernels
