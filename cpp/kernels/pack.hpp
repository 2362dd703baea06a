// The right-hand matrix of a product, laid out as the micro-kernel reads it: panels of tile_columns columns, in each
// panel one row behind the other. Columns that the matrix does not have are zeros.
#pragma once

#include <cstddef>
#include <vector>

#include "../tensor.hpp"
#include "tile.hpp"

namespace spotlight::kernels {

class PackedMatrix {
 public:
  /// Packs B [depth, columns]; memory is reused.
  void pack(ConstMatrixView b);
  /// Packs the transposed of B, which is stored as [columns, depth].
  void pack_transposed(ConstMatrixView b);
  /// The same part by part, so that B need not be there as a whole: first the size …
  void resize(std::size_t depth, std::size_t columns);
  /// … then some of its columns, stored as [count, depth], from one on that is a multiple of tile_columns.
  void pack_transposed(std::size_t first_column, ConstMatrixView b);

  /// The reverse of pack_transposed: B [columns, depth].
  void unpack_transposed(MutableMatrixView b) const;

  std::size_t columns() const { return columns_; }

  /// The panel that begins with this column, a multiple of tile_columns: [depth, tile_columns]
  const float* panel(std::size_t first_column) const { return panels_.data() + first_column * depth_; }

 private:
  std::size_t depth_ = 0;
  std::size_t columns_ = 0;
  Vector panels_;
};

}  // namespace spotlight::kernels
