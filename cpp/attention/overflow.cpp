#include "overflow.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "../kernels/finite.hpp"
#include "mask.hpp"

namespace spotlight {
namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

}  // namespace

std::int64_t find_overflow_in_row(const Mask& mask, std::size_t batch, std::size_t head, std::size_t query,
                                  std::size_t first_key, std::size_t count, std::size_t keys, float* row) {
  std::array<float, sparse_block_size> hidden{};  // 0, or −∞ where the mask hides a key
  mask_row(mask, batch, head, query, first_key, count, keys, hidden.data());
  std::int64_t found = -1;
  for (std::size_t j = 0; j < count; ++j) {
    if (hidden[j] == minus_infinity) {
      row[j] = minus_infinity;
    } else if (found < 0 && !std::isfinite(row[j])) {
      found = static_cast<std::int64_t>(j);
    }
  }
  return found;
}

std::int64_t find_overflow(const Tensor4& scaled, const Mask& mask, Tensor4& masked) {
  if (kernels::all_within(scaled.data(), scaled.size(), max_safe_score)) return -1;
  const auto [heads, queries, keys] = std::array{scaled.shape(1), scaled.shape(2), scaled.shape(3)};
  for (std::size_t i = 0; i < row_count(masked); ++i) {
    float* row = masked.data() + i * keys;
    const std::size_t head = i / queries;
    for (std::size_t first = 0; first < keys; first += sparse_block_size) {
      const std::size_t count = std::min(sparse_block_size, keys - first);
      const std::int64_t found =
          find_overflow_in_row(mask, head / heads, head % heads, i % queries, first, count, keys, row + first);
      if (found >= 0) return static_cast<std::int64_t>(i * keys + first) + found;
    }
  }
  return -1;
}

}  // namespace spotlight
