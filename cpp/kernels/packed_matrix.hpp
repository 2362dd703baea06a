// The right-hand matrix of a product in the layout that the micro-kernel reads: panels of tile_columns columns, each
// row-major. The last panel is padded with zeros.
//
// Weights may be kept in fewer bits than float32: in 16 or in blocks as a file has them, or in int8 with a scale per
// column. They are then widened as they are read, a part of a panel at a time.
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
  /// Precision from the next resize on; the numbers until then stay as they are.
  void keep_as(Precision precision) { next_precision_ = precision; }
  Precision precision() const { return numbers().precision_; }
  /// This matrix has the numbers of another one until the next resize, in the memory of that one, which must outlive it
  /// and not move. Its own are freed.
  void share(const PackedMatrix& other);

  /// Packs B [depth, columns], in float32: throws std::invalid_argument in another precision. Memory is reused; `name`
  /// is that of the packed copy in an error.
  void pack(ConstMatrixView b, const char* name = packed_name);
  /// Packs a B that is stored transposed, as [columns, depth].
  void pack_transposed(ConstMatrixView b, const char* name = packed_name);
  /// Sets the size of a B that is packed in several ranges of columns, by pack_columns(), so that it need not be in
  /// memory as a whole. If the memory does not suffice, the matrix is empty.
  void resize(std::size_t depth, std::size_t columns, const char* name);
  /// Packs a range of columns, stored transposed as [count, depth]; first_column is a multiple of tile_columns.
  /// For 16 bits, B must have numbers of that precision; in int8 they become multiples of a 127th of the largest
  /// magnitude of their column.
  void pack_columns(std::size_t first_column, ConstMatrixView b);
  /// Packs a range of columns of what is kept in blocks, `count` of them stored one after the other as in a file;
  /// first_column as above.
  /// @returns false if there are scales that are not finite
  bool pack_blocks(std::size_t first_column, const std::uint8_t* stored, std::size_t count);

  /// The inverse of pack_transposed: b [columns, depth].
  void unpack_transposed(MutableMatrixView b) const { unpack_columns(0, b); }
  /// The inverse of pack_columns.
  void unpack_columns(std::size_t first_column, MutableMatrixView b) const;

  std::size_t depth() const { return numbers().depth_; }
  std::size_t columns() const { return numbers().columns_; }

  /// Rows that are added to what is kept in int8, so that there are whole quads.
  static constexpr std::size_t most_padding = 3;

  // The panel that begins with this column, a multiple of tile_columns, as it is kept:
  /// [depth, tile_columns], of what is kept in float32.
  const float* panel(std::size_t first_column) const { return numbers().panels_.data() + first_column * depth(); }
  /// [depth, tile_columns], of what is kept in 16 bits, in pairs: column i with column i + tile_columns / 2.
  const std::uint16_t* panel_of_16_bits(std::size_t first_column) const {
    return numbers().compact_.data() + first_column * depth();
  }
  /// [depth / 2, tile_columns, 2], of what is kept in int8: pairs of numbers of a column. The depth is rounded up to
  /// quads, which the fastest instructions multiply.
  const std::int8_t* panel_of_int8(std::size_t first_column) const {
    return reinterpret_cast<const std::int8_t*>(numbers().compact_.data()) + first_column * whole_quads();
  }
  /// Panel as add_product_of_blocks reads it, of what is kept in blocks.
  const std::uint8_t* panel_of_blocks(std::size_t first_column) const {
    const std::size_t words = words_of_column(precision(), depth());
    return reinterpret_cast<const std::uint8_t*>(numbers().compact_.data() + first_column * words);
  }
  /// The scales [tile_columns] of its columns, of what is kept in int8.
  const float* scales(std::size_t first_column) const { return numbers().scales_.data() + first_column; }
  /// −64 times the sums [tile_columns] of their numbers in the exact_depth rows from first_depth on, a multiple of it.
  const std::int32_t* offsets(std::size_t first_column, std::size_t first_depth) const {
    const PackedMatrix& kept = numbers();
    return kept.offsets_.data() + first_depth / exact_depth * kept.scales_.size() + first_column;
  }

  /// The memory of the rows [first_depth, first_depth + depth) of a panel that is not kept in int8.
  std::span<const std::byte> bytes_of_panel(std::size_t first_column, std::size_t first_depth, std::size_t depth) const;

  /// The rows [first_depth, first_depth + depth) of a panel in float32, in place or in `widened` [depth, tile_columns]
  /// with room for most_padding more rows. first_depth is a multiple of 4; in blocks, both are multiples of 32.
  const float* widen_panel(std::size_t first_column, std::size_t first_depth, std::size_t depth, float* widened) const;

 private:
  static constexpr const char* packed_name = "a packed matrix";

  /// The matrix whose numbers it has, at the end of a chain where that one shares them, too.
  const PackedMatrix& numbers() const {
    const PackedMatrix* owner = this;
    while (owner->shared_ != nullptr) owner = owner->shared_;
    return *owner;
  }
  std::size_t whole_quads() const { return round_up(depth(), 4); }
  /// Elements of compact_ for a column.
  static std::size_t words_of_column(Precision precision, std::size_t depth);
  void pack_column_of_16_bits(std::size_t column, const float* values);
  void quantize_column(std::size_t column, const float* values);

  const PackedMatrix* shared_ = nullptr;  // matrix that it shares with; null: it has numbers of its own
  Precision precision_ = Precision::float32;
  Precision next_precision_ = Precision::float32;
  std::size_t depth_ = 0;
  std::size_t columns_ = 0;
  Matrix panels_;  // [columns, rounded up to whole panels, depth]: the columns of a panel are interleaved
  std::vector<std::uint16_t> compact_;  // in 16 bits each: such a number, two int8 numbers, or two bytes of blocks
  Vector scales_;                       // [columns, rounded up to whole panels], of int8
  std::vector<std::int32_t> offsets_;   // [depth / exact_depth, rounded up; columns, rounded up to whole panels]
};

}  // namespace spotlight::kernels
