// The softmax of rows whose scores come in blocks of columns (Milakov & Gimelshein 2018).
#pragma once

#include <array>
#include <cstddef>

#include "../../core/constants.hpp"
#include "../../core/simd.hpp"
#include "../../core/tensor.hpp"

namespace spotlight {

/// Queries are computed in blocks of this many. A range of a head's queries that begins at a multiple of it gets the
/// same numbers, bit for bit, as when all are computed together.
constexpr std::size_t query_block_size = 64;

/// Up to query_block_size rows. Each block of scores becomes weights that are not yet divided by their sum, which is
/// that of all blocks so far. A sum over earlier blocks, of weight · value too, is multiplied by `rescale` before this
/// one is added.
struct OnlineSoftmax {
  bool is_bounded;                                 // e^score needs no maximum: no score leaves the range of float32
  float margin;                                    // lowers every score before its exponential
  std::array<float, query_block_size> maximum;     // the largest score so far
  std::array<simd::batch, query_block_size> sums;  // Σ weight so far, lane by lane
  std::array<float, query_block_size> rescale;     // e^(previous maximum − maximum); 1 where scores are bounded

  /// True if scores up to this one are bounded.
  static bool is_safe(float score) { return score * log2_e <= 30.0F; }

  /// Begins anew, before the first block.
  void clear();
  /// scores [rows, columns] become e^(score − maximum − margin), or e^score where they are bounded; multiples of
  /// tile_rows, or one row, and of simd::lanes.
  void exponentiate(MutableMatrixView scores);
  /// Σ weight of a row; 0 where all its keys are masked.
  float sum(std::size_t row) const { return simd::sum(sums[row]); }
  /// After the last block of `rows` rows: true if all blocks have to be computed once more, with another margin or
  /// with maxima, because sums over weights have overflowed or are so small that products with small values may have
  /// vanished.
  bool must_be_repeated(std::size_t rows, bool has_overflow);

 private:
  void update_maxima(ConstMatrixView scores);
};

}  // namespace spotlight
