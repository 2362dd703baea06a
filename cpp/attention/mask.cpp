#include "mask.hpp"

#include "../core/constants.hpp"

namespace spotlight {
namespace {

/// One query's row in the broadcast mask array: the index of its first element, and the step from one key to the next
/// (0 if all keys share one element).
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

void add_distance_bias(const Matrix& bias, const RowPart& part, std::int64_t position, float* row) {
  const auto farthest = static_cast<std::int64_t>(bias.shape(0) / 2);
  for (std::size_t j = 0; j < part.count; ++j) {
    const auto distance = static_cast<std::int64_t>(part.first_key + j) - position;
    row[j] += bias(static_cast<std::size_t>(farthest + std::clamp(distance, -farthest, farthest)), part.head);
  }
}

/// Index of the first key in the sliding window of a query; 0 without a window.
std::size_t first_key_of(const Mask& mask, std::size_t query) {
  if (mask.window == 0) return 0;
  const std::int64_t first = mask.position(query) + 1 - static_cast<std::int64_t>(mask.window);
  return static_cast<std::size_t>(std::max<std::int64_t>(first, 0));
}

void mask_from(std::size_t end, std::size_t first_key, std::size_t count, float* row) {
  const std::size_t allowed = end > first_key ? std::min(end - first_key, count) : 0;
  std::fill(row + allowed, row + count, minus_infinity);
}

void mask_until(std::size_t begin, std::size_t first_key, std::size_t count, float* row) {
  if (begin > first_key) std::fill_n(row, std::min(begin - first_key, count), minus_infinity);
}

void add_bias_to_row(const Mask& mask, const RowPart& part, float* scores) {
  if (mask.distance_bias == nullptr) return;
  add_distance_bias(*mask.distance_bias, part, mask.position(part.query), scores);
}

/// Adds the mask M to a part of a row of scores. M is −∞ for a key that the query may not attend to.
void add_mask_to_row(const Mask& mask, const RowPart& part, float* scores) {
  MaskRow at = broadcast_row(mask.shape, part.batch, part.head, part.query);
  at.begin += part.first_key * at.step;
  apply_array(mask, at, scores, part.count);
  if (mask.key_lengths != nullptr) {
    mask_from(static_cast<std::size_t>(mask.key_lengths[part.batch]), part.first_key, part.count, scores);
  }
  if (mask.is_causal) {
    mask_from(mask.causal_end(part.query, part.first_key + part.count), part.first_key, part.count, scores);
  }
  mask_until(first_key_of(mask, part.query), part.first_key, part.count, scores);
  if (mask.pattern != nullptr && !part.in_random_block) {
    mask_by_pattern(*mask.pattern, part.query, part.first_key, part.count, scores);
  }
}

}  // namespace

KeyRange attended_range(const Mask& mask, std::size_t batch, std::size_t first, std::size_t last, std::size_t keys) {
  return {.begin = first_key_of(mask, first), .end = mask.causal_end(last, mask.key_count(batch, keys))};
}

bool changes_scores(const Mask& mask, std::size_t first, std::size_t end) {
  return mask.kind != Mask::Kind::none || mask.pattern != nullptr || mask.window > 0 || mask.distance_bias != nullptr ||
         mask.causal_end(first, end) < end;
}

void mask_row(const Mask& mask, const RowPart& part, float* scores) {
  add_bias_to_row(mask, part, scores);
  add_mask_to_row(mask, part, scores);
}

void apply_distance_bias(const Mask& mask, const ScoresPlace& place, MutableMatrixView biased) {
  for_each_part(biased, mask, place, [&](const RowPart& part, float* scores) { add_bias_to_row(mask, part, scores); });
}

void apply_mask(const Mask& mask, const ScoresPlace& place, MutableMatrixView masked) {
  for_each_part(masked, mask, place, [&](const RowPart& part, float* scores) { add_mask_to_row(mask, part, scores); });
}

}  // namespace spotlight
