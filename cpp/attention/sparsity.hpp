// Sparse self-attention: which pairs of tokens are computed. Blocks without such a pair are skipped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace spotlight {

/// Queries and keys are taken in blocks of this many tokens.
constexpr std::size_t sparse_block_size = 64;

/// A sliding window with global tokens (Longformer, Beltagy et al. 2020) and random blocks (BigBird, Zaheer et al.
/// 2020). A pair is computed where any of the three contains it.
struct SparsePattern {
  std::size_t window = 0;            // a token attends to those at most window / 2 before or after it
  std::vector<std::int32_t> global;  // these tokens attend to all and all attend to them; in ascending order
  std::size_t random_blocks = 0;     // random blocks of keys that each block of queries attends to
  std::uint64_t seed = 0;            // seed of the random blocks

  /// The numbers, under the names that they have in JavaScript.
  template <class Visit>
  constexpr void visit_fields(Visit visit) {
    visit("patternWindow", window);
    visit("randomBlocks", random_blocks);
    visit("patternSeed", seed);
  }
};

/// `active` becomes the blocks of keys, in ascending order, that a block of queries attends to in part or whole; there
/// are `blocks` of each. Nothing is allocated if it has room for most_active_blocks.
void find_active_key_blocks(const SparsePattern& pattern, std::size_t query_block, std::size_t blocks,
                            std::vector<std::size_t>& active);
inline std::size_t most_active_blocks(const SparsePattern& pattern, std::size_t blocks) {
  return blocks + pattern.global.size() + pattern.random_blocks;  // some of them more than once
}

/// True if a block of queries has drawn a block of keys, to all of which it then attends.
bool is_random_block(const SparsePattern& pattern, std::size_t query_block, std::size_t key_block, std::size_t blocks);

/// Sets row[j] to −∞ where neither window nor global tokens let the query attend to key first_key + j, for j < count.
void mask_by_pattern(const SparsePattern& pattern, std::size_t query, std::size_t first_key, std::size_t count,
                     float* row);

}  // namespace spotlight
