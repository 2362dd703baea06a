// The blocks of queries and of keys that the fused pass computes at a time.
#pragma once

#include <array>
#include <cstddef>

#include "../core/simd.hpp"
#include "fused_head.hpp"
#include "sparsity.hpp"

namespace spotlight {

// A block of queries times a block of keys is computed at a time: its scores, 16 KB, stay in the first-level cache.
constexpr std::size_t key_block_size = 64;
static_assert(query_block_size == sparse_block_size && key_block_size == sparse_block_size);

/// Queries [first, first + count) of this range, and the running state of the online softmax of each.
struct QueryBlock {
  std::size_t first;
  std::size_t count;
  bool is_bounded;                                  // whether the norms bound every score
  bool may_overflow;                                // whether they do not even show that every score is within float32
  float scale;                                      // of the scores, if they may overflow; else the queries are scaled
  float margin;                                     // by which every score is lowered before its exponential
  std::array<bool, query_block_size> has_overflow;  // whether a score is beyond float32, of each
  std::array<float, query_block_size> maximum;      // of the scores so far
  std::array<simd::batch, query_block_size> sum;    // of the weights so far, lane by lane
  std::array<float, query_block_size> rescale;      // e^(previous maximum − maximum), the factor of the sums so far
};

/// Keys [first, first + count); first is a multiple of key_block_size.
struct KeyBlock {
  std::size_t first;
  std::size_t count;
  bool is_random;  // whether the sparse pattern has drawn it for these queries
};

}  // namespace spotlight
