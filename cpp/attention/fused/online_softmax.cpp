#include "online_softmax.hpp"

#include <algorithm>
#include <limits>

#include "../../kernels/tile.hpp"

namespace spotlight {
namespace {

using kernels::tile_rows;
using simd::batch;

/// Replaces each score of a row with power(score). Returns the sum of the results as a SIMD register of partial sums,
/// one per lane.
template <class Power>
batch exponentiate_row(float* row, std::size_t columns, Power power) {
  batch sum(0.0F);
  for (std::size_t j = 0; j < columns; j += simd::lanes) {
    const batch weight = power(simd::load(row + j));
    simd::store(row + j, weight);
    sum += weight;
  }
  return sum;
}

}  // namespace

void OnlineSoftmax::clear() {
  maximum.fill(std::numeric_limits<float>::lowest());
  sums.fill(batch(0.0F));
  rescale.fill(1.0F);
}

void OnlineSoftmax::update_maxima(ConstMatrixView scores) {
  static_assert(tile_rows == simd::lanes);
  for (std::size_t i = 0; i < scores.rows; i += tile_rows) {
    const batch previous = simd::load(&maximum[i]);
    std::array<batch, tile_rows> maxima;
    maxima.fill(batch(minus_infinity));
    for (std::size_t j = 0; j < scores.columns; j += simd::lanes) {
      for (std::size_t r = 0; r < tile_rows; ++r) {
        maxima[r] = simd::max(maxima[r], simd::load(scores.row(std::min(i + r, scores.rows - 1)) + j));
      }
    }
    simd::transpose(maxima);
    batch largest = previous;
    for (const batch& each : maxima) largest = simd::max(largest, each);
    simd::store(&maximum[i], largest);
    simd::store(&rescale[i], simd::exp2((previous - largest) * batch(log2_e)));
  }
}

void OnlineSoftmax::exponentiate(MutableMatrixView scores) {
  if (!is_bounded) update_maxima(scores);
  for (std::size_t i = 0; i < scores.rows; ++i) {
    float* row = scores.row(i);
    const batch lowered_by(maximum[i] + margin), to_base_2(log2_e);
    // e^x is computed as 2^(x·log₂e): the rounding error of the product x·log₂e is smaller than that of the score
    // itself.
    const auto bounded = [=](batch score) { return simd::exp2(score * to_base_2); };
    const auto relative = [=](batch score) { return simd::exp2((score - lowered_by) * to_base_2); };
    const batch sum =
        is_bounded ? exponentiate_row(row, scores.columns, bounded) : exponentiate_row(row, scores.columns, relative);
    sums[i] = simd::madd(sums[i], batch(rescale[i]), sum);
  }
}

bool OnlineSoftmax::must_be_repeated(std::size_t rows, bool has_overflow) {
  const auto is_small = [](const batch& lanes) {
    const float sum = simd::sum(lanes);
    return sum > 0.0F && sum < 0x1p-10F;
  };
  const bool has_small_sums = is_bounded && std::any_of(sums.data(), sums.data() + rows, is_small);
  if (!has_overflow && !has_small_sums) return false;
  is_bounded = false;
  if (!has_overflow) return true;
  if (margin > 0.0F) return false;  // the margin is already subtracted: the values themselves overflow
  margin = 24.0F / log2_e;          // sums over up to 2²⁴ keys then stay within float32
  return true;
}

}  // namespace spotlight
