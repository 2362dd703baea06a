#include "activations.hpp"

#include <algorithm>

namespace spotlight::kernels {

void relu(MutableMatrixView x) {
  for (std::size_t i = 0; i < x.rows; ++i) {
    std::transform(x.row(i), x.row(i) + x.columns, x.row(i), [](float value) { return std::max(value, 0.0F); });
  }
}

}  // namespace spotlight::kernels
