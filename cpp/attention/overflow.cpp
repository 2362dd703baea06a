#include "overflow.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "../core/constants.hpp"
#include "../kernels/finite.hpp"
#include "mask.hpp"

namespace spotlight {

std::int64_t find_overflow_in_row(const Mask& mask, const RowPart& part, float* scores) {
  std::array<float, sparse_block_size> masked{};  // 0 for keys that the pattern allows, −∞ for masked keys
  std::int64_t found = -1;
  for (std::size_t first = 0; first < part.count; first += masked.size()) {
    RowPart some = part;
    some.first_key += first;
    some.count = std::min(masked.size(), part.count - first);
    masked.fill(0.0F);
    mask_row(mask, some, masked.data());
    for (std::size_t j = 0; j < some.count; ++j) {
      float& score = scores[first + j];
      if (masked[j] == minus_infinity) {
        score = minus_infinity;
      } else if (found < 0 && !std::isfinite(score)) {
        found = static_cast<std::int64_t>(first + j);
      }
    }
  }
  return found;
}

std::int64_t find_overflow(const Mask& mask, const ScoresPlace& place, ConstMatrixView scaled,
                           MutableMatrixView masked) {
  if (kernels::all_within(scaled.data, scaled.rows * scaled.columns, max_safe_score)) return -1;
  std::int64_t found = -1;
  for_each_part(masked, mask, place, [&](const RowPart& part, float* scores) {
    const std::int64_t at = find_overflow_in_row(mask, part, scores);
    if (found < 0 && at >= 0) found = scores - masked.data + at;
  });
  return found;
}

}  // namespace spotlight
