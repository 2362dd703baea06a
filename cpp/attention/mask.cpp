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

MaskRow mask_row(const std::array<std::size_t, 4>& shape, std::size_t batch, std::size_t head, std::size_t query) {
  const auto along = [](std::size_t size, std::size_t index) { return size == 1 ? 0 : index; };
  const std::size_t row =
      (along(shape[0], batch) * shape[1] + along(shape[1], head)) * shape[2] + along(shape[2], query);
  return {.begin = row * shape[3], .step = shape[3] == 1 ? 0U : 1U};
}

void apply_kind(const Mask& mask, MaskRow at, float* row, std::size_t keys) {
  switch (mask.kind) {
    case Mask::Kind::none:
      return;
    case Mask::Kind::allow:
    case Mask::Kind::block: {
      const bool blocking = mask.kind == Mask::Kind::block;
      for (std::size_t j = 0; j < keys; ++j) {
        if ((mask.flags[at.begin + j * at.step] != 0) == blocking) row[j] = minus_infinity;
      }
      return;
    }
    case Mask::Kind::add:
      for (std::size_t j = 0; j < keys; ++j) row[j] += mask.addend[at.begin + j * at.step];
      return;
  }
}

}  // namespace

void apply_mask(const Tensor4& scaled, const Mask& mask, Tensor4& masked) {
  masked = scaled;
  const std::size_t keys = scaled.shape(3);
  for (std::size_t b = 0; b < scaled.shape(0); ++b) {
    for (std::size_t h = 0; h < scaled.shape(1); ++h) {
      for (std::size_t i = 0; i < scaled.shape(2); ++i) {
        float* row = &masked(b, h, i, 0);
        apply_kind(mask, mask_row(mask.shape, b, h, i), row, keys);
        if (mask.key_lengths != nullptr) {
          std::fill(row + std::min<std::size_t>(mask.key_lengths[b], keys), row + keys, minus_infinity);
        }
        if (mask.is_causal) std::fill(row + std::min(i + 1, keys), row + keys, minus_infinity);
      }
    }
  }
}

}  // namespace spotlight
