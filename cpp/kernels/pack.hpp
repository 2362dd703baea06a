// The right-hand matrix of a product in the layout that the micro-kernel reads: panels of tile_columns columns, each
// row-major. The last panel is padded with zeros.
#pragma once

#include <cstddef>

#include "../tensor.hpp"
#include "tile.hpp"

namespace spotlight::kernels {

class PackedMatrix {
 public:
  /// Packs B [depth, columns]. Memory is reused; `name` is that of the packed copy in an error.
  void pack(ConstMatrixView b, const char* name = packed_name);
  /// Packs a B that is stored transposed, as [columns, depth].
  void pack_transposed(ConstMatrixView b, const char* name = packed_name);
  /// The same in several ranges of columns, so that B need not be in memory as a whole: first the size of B …
  void resize(std::size_t depth, std::size_t columns, const char* name);
  /// … then each range, stored transposed as [count, depth]; first_column is a multiple of tile_columns.
  void pack_columns(std::size_t first_column, ConstMatrixView b);

  /// The inverse of pack_transposed: b [columns, depth].
  void unpack_transposed(MutableMatrixView b) const { unpack_columns(0, b); }
  /// The inverse of pack_columns.
  void unpack_columns(std::size_t first_column, MutableMatrixView b) const;

  std::size_t columns() const { return columns_; }

  /// The panel [depth, tile_columns] that begins with this column, a multiple of tile_columns.
  const float* panel(std::size_t first_column) const { return panels_.data() + first_column * depth_; }

 private:
  static constexpr const char* packed_name = "a packed matrix";

  std::size_t depth_ = 0;
  std::size_t columns_ = 0;
  Matrix panels_;  // [columns, rounded up to whole panels, depth]: the columns of a panel are interleaved
};

}  // namespace spotlight::kernels
