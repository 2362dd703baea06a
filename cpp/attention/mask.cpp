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

/// The array of a mask, which xtensor broadcasts from its shape to [batch, heads, queries, keys].
template <class T>
auto array_of(const Mask& mask, const T* values) {
  const auto [batch, heads, queries, keys] = mask.shape;
  return xt::adapt(values, batch * heads * queries * keys, xt::no_ownership(), mask.shape);
}

}  // namespace

void mask_row(const Mask& mask, std::size_t batch, std::size_t head, std::size_t query, std::size_t first_key,
              std::size_t count, std::size_t keys, float* row) {
  MaskRow at = broadcast_row(mask.shape, batch, head, query);
  at.begin += first_key * at.step;
  apply_array(mask, at, row, count);
  if (mask.key_lengths != nullptr) {
    mask_from(static_cast<std::size_t>(mask.key_lengths[batch]), first_key, count, row);
  }
  if (mask.is_causal) mask_from(query + 1, first_key, count, row);
  if (mask.pattern != nullptr) {
    const std::size_t blocks = (keys + sparse_block_size - 1) / sparse_block_size;
    mask_by_pattern(*mask.pattern, query, first_key, count, blocks, row);
  }
}

void apply_mask(const Tensor4& scaled, const Mask& mask, Tensor4& masked) {
  switch (mask.kind) {
    case Mask::Kind::none:
      xt::noalias(masked) = scaled;
      break;
    case Mask::Kind::allow:
      xt::noalias(masked) = xt::where(xt::not_equal(array_of(mask, mask.flags), 0), scaled, minus_infinity);
      break;
    case Mask::Kind::block:
      xt::noalias(masked) = xt::where(xt::not_equal(array_of(mask, mask.flags), 0), minus_infinity, scaled);
      break;
    case Mask::Kind::add:
      xt::noalias(masked) = scaled + array_of(mask, mask.addend);
      break;
  }
  const std::size_t queries = scaled.shape(2);
  const std::size_t keys = scaled.shape(3);
  const std::size_t blocks = (keys + sparse_block_size - 1) / sparse_block_size;
  for (std::size_t i = 0; i < row_count(masked); ++i) {
    const std::size_t batch = i / (scaled.shape(1) * queries);
    const std::size_t query = i % queries;
    auto scores = row(masked, i);
    if (mask.key_lengths != nullptr) xt::view(scores, xt::range(mask.key_lengths[batch], keys)) = minus_infinity;
    if (mask.is_causal && query + 1 < keys) xt::view(scores, xt::range(query + 1, keys)) = minus_infinity;
    if (mask.pattern == nullptr) continue;
    for (std::size_t first = 0; first < keys; first += sparse_block_size) {
      const std::size_t count = std::min(sparse_block_size, keys - first);
      mask_by_pattern(*mask.pattern, query, first, count, blocks, scores.data() + first);
    }
  }
}

}  // namespace spotlight
