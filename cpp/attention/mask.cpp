#include "mask.hpp"

#include <algorithm>
#include <limits>

namespace spotlight {
namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

/// Where the mask of one query begins, and the step from key to key (0: one value for all keys).
struct MaskRow {
  std::size_t begin;
  std::size_t step;
};

MaskRow broadcast_row(const std::array<std::size_t, 4>& shape, std::size_t batch, std::size_t head, std::size_t query) {
  const auto along = [](std::size_t size, std::size_t index) { return size == 1 ? 0 : index; };
  const std::size_t row =
      (along(shape[0], batch) * shape[1] + along(shape[1], head)) * shape[2] + along(shape[2], query);
  return {.begin = row * shape[3], .step = shape[3] == 1 ? 0U : 1U};
}

void apply_array(const Mask& mask, MaskRow at, float* row, std::size_t count) {
  switch (mask.kind) {
    case Mask::Kind::none:
      return;
    case Mask::Kind::allow:
    case Mask::Kind::block: {
      const bool blocking = mask.kind == Mask::Kind::block;
      for (std::size_t j = 0; j < count; ++j) {
        if ((mask.flags[at.begin + j * at.step] != 0) == blocking) row[j] = minus_infinity;
      }
      return;
    }
    case Mask::Kind::add:
      for (std::size_t j = 0; j < count; ++j) row[j] += mask.addend[at.begin + j * at.step];
      return;
  }
}

/// Masks the keys from index `end` on.
void mask_from(std::size_t end, std::size_t first_key, std::size_t count, float* row) {
  const std::size_t allowed = end > first_key ? std::min(end - first_key, count) : 0;
  std::fill(row + allowed, row + count, minus_infinity);
}

}  // namespace

void mask_row(const Mask& mask, std::size_t batch, std::size_t head, std::size_t query, std::size_t first_key,
              std::size_t count, bool in_random_block, float* row) {
  MaskRow at = broadcast_row(mask.shape, batch, head, query);
  at.begin += first_key * at.step;
  apply_array(mask, at, row, count);
  if (mask.key_lengths != nullptr) {
    mask_from(static_cast<std::size_t>(mask.key_lengths[batch]), first_key, count, row);
  }
  if (mask.is_causal) mask_from(query + 1, first_key, count, row);
  if (mask.pattern != nullptr && !in_random_block) mask_by_pattern(*mask.pattern, query, first_key, count, row);
}

void apply_mask(const Tensor4& scaled, const Mask& mask, Tensor4& masked) {
  assign(masked, "masked", scaled);
  const std::size_t queries = scaled.shape(2);
  const std::size_t keys = scaled.shape(3);
  const std::size_t blocks = (keys + sparse_block_size - 1) / sparse_block_size;
  for (std::size_t i = 0; i < row_count(masked); ++i) {
    const std::size_t query = i % queries;
    const std::size_t head = i / queries % scaled.shape(1);
    const std::size_t batch = i / queries / scaled.shape(1);
    float* row = masked.data() + i * keys;
    if (mask.pattern == nullptr) {
      mask_row(mask, batch, head, query, 0, keys, false, row);
      continue;
    }
    for (std::size_t block = 0; block < blocks; ++block) {
      const std::size_t first = block * sparse_block_size;
      mask_row(mask, batch, head, query, first, std::min(sparse_block_size, keys - first),
               is_random_block(*mask.pattern, query / sparse_block_size, block, blocks), row + first);
    }
  }
}

}  // namespace spotlight
