#include "mask.hpp"

#include <algorithm>
#include <limits>

namespace spotlight {
namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

/// Where the row of the mask for one query begins, and how far apart its keys are (0: one value for all keys).
struct MaskRow {
  std::size_t begin;
  std::size_t step;
};

MaskRow place_of_row(const std::array<std::size_t, 4>& shape, std::size_t batch, std::size_t head, std::size_t query) {
  const auto along = [](std::size_t size, std::size_t index) { return size == 1 ? 0 : index; };
  const std::size_t row =
      (along(shape[0], batch) * shape[1] + along(shape[1], head)) * shape[2] + along(shape[2], query);
  return {.begin = row * shape[3], .step = shape[3] == 1 ? 0U : 1U};
}

void apply_kind(const Mask& mask, MaskRow at, float* row, std::size_t count) {
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

/// Hides the keys from index `end` on.
void hide_from(std::size_t end, std::size_t first_key, std::size_t count, float* row) {
  const std::size_t heard = end > first_key ? std::min(end - first_key, count) : 0;
  std::fill(row + heard, row + count, minus_infinity);
}

}  // namespace

void mask_row(const Mask& mask, std::size_t batch, std::size_t head, std::size_t query, std::size_t first_key,
              std::size_t count, std::size_t keys, float* row) {
  MaskRow at = place_of_row(mask.shape, batch, head, query);
  at.begin += first_key * at.step;
  apply_kind(mask, at, row, count);
  if (mask.key_lengths != nullptr) {
    hide_from(static_cast<std::size_t>(mask.key_lengths[batch]), first_key, count, row);
  }
  if (mask.is_causal) hide_from(query + 1, first_key, count, row);
  if (mask.pattern != nullptr) {
    const std::size_t blocks = (keys + pattern_block - 1) / pattern_block;
    hide_by_pattern(*mask.pattern, query, first_key, count, blocks, row);
  }
}

void apply_mask(const Tensor4& scaled, const Mask& mask, Tensor4& masked) {
  masked = scaled;
  for (std::size_t b = 0; b < scaled.shape(0); ++b) {
    for (std::size_t h = 0; h < scaled.shape(1); ++h) {
      for (std::size_t i = 0; i < scaled.shape(2); ++i) {
        const std::size_t keys = scaled.shape(3);
        for (std::size_t first = 0; first < keys; first += pattern_block) {
          mask_row(mask, b, h, i, first, std::min(pattern_block, keys - first), keys, &masked(b, h, i, first));
        }
      }
    }
  }
}

}  // namespace spotlight
