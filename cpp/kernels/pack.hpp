// The right-hand matrix of a product in the layout that the micro-kernel reads: panels of tile_columns columns, each
// row-major. The last panel is padded with zeros.
#pragma once

#include <cstddef>

#include "../tensor.hpp"
#include "tile.hpp"

namespace spotlight::kernels {

class PackedMatrix {
 public:
  /// Packs B [depth, columns]. Memory is reused.
  void pack(ConstMatrixView b);
  /// Packs a B that is stored transposed, as [columns, depth].
  void pack_transposed(ConstMatrixView b);
  /// The same in several ranges of columns, so that B need not be in memory as a whole: first the size of B …
  void resize(std::size_t depth, std::size_t columns);
  /// … then each range, stored transposed as [count, depth]; first_column is a multiple of tile_columns.
  void pack_transposed(std::size_t first_column, ConstMatrixView b);

  /// The inverse of pack_transposed: b [columns, depth].
  void unpack_transposed(MutableMatrixView b) const;

  std::size_t columns() const { return columns_; }

  /// The panel [depth, tile_columns] that begins with this column, a multiple of tile_columns.
  const float* panel(std::size_t first_column) const { return panels_.data() + first_column * depth_; }

 private:
  std::size_t depth_ = 0;
  std::size_t columns_ = 0;
  Vector panels_;
};

}  // namespace spotlight::kernels
