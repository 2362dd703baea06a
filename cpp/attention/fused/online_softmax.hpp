// Softmax of rows whose scores arrive in blocks of columns (Milakov & Gimelshein 2018).
#pragma once

#include <array>
#include <cstddef>

#include "../../core/constants.hpp"
#include "../../core/simd.hpp"
#include "../../core/tensor.hpp"

namespace spotlight {

/// Number of queries per block. If a range of queries begins at a multiple of query_block_size, its results are
/// bit-identical to those of computing all queries together.
constexpr std::size_t query_block_size = 64;

/// Softmax of up to query_block_size rows of scores. Each block of scores is replaced with weights not yet divided by
/// their sum, which is accumulated over the blocks. Sums over earlier blocks, including those of weight · value, must
/// be multiplied by `rescale` before the current block is added.
struct OnlineSoftmax {
  // true if e^score is finite in float32 for every score, so that no maximum is needed
  bool is_bounded;
  float margin;                                    // subtracted from every score before the exponential
  std::array<float, query_block_size> maximum;     // largest score of each query so far
  std::array<simd::batch, query_block_size> sums;  // Σ weight so far, lane by lane
  std::array<float, query_block_size> rescale;     // e^(previous maximum − maximum); 1 where scores are bounded

  /// True if no maximum needs to be subtracted before the exponential, for all scores up to the given one: their sums
  /// stay finite.
  static bool is_safe(float score) { return score * log2_e <= 30.0F; }

  /// Resets the maxima, sums and rescale factors of all rows. Call it before the first block of keys.
  void clear();
  /// Replaces scores [rows, columns] with e^(score − maximum − margin), or e^score if they are bounded. `rows` is 1 or
  /// a multiple of tile_rows, `columns` a multiple of simd::lanes.
  void exponentiate(MutableMatrixView scores);
  /// Sum of the weights of a row over all blocks of keys so far; 0 if all of them are masked.
  float sum(std::size_t row) const { return simd::sum(sums[row]); }
  /// True if all blocks of keys must be computed again, with another margin or with maxima, because sums have
  /// overflowed, or are so small that their products with small values may have underflowed.
  bool must_be_repeated(std::size_t rows, bool has_overflow);

 private:
  void update_maxima(ConstMatrixView scores);
};

}  // namespace spotlight
