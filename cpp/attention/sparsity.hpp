// Sparse self-attention: selects the pairs of query and key that are computed. Blocks without any such pair are
// skipped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace spotlight {

constexpr std::size_t sparse_block_size = 64;

/// Pattern of sparse attention: a sliding window with global tokens (Longformer, Beltagy et al. 2020) and random blocks
/// (BigBird, Zaheer et al. 2020). A pair of query and key is computed if at least one of the three parts contains it.
struct SparsePattern {
  std::size_t window = 0;            // a token attends to tokens at most window / 2 positions before or after it
  std::vector<std::int32_t> global;  // tokens that attend to all tokens and are attended to by all, in ascending order
  std::size_t random_blocks = 0;     // number of random key blocks that each block of queries attends to
  std::uint64_t seed = 0;            // seed of the random blocks

  /// Calls visit(name, field) for each scalar option of the sparse pattern, with its JavaScript name.
  template <class Visit>
  constexpr void visit_fields(Visit visit) {
    visit("patternWindow", window);
    visit("randomBlocks", random_blocks);
    visit("patternSeed", seed);
  }
};

/// Sets `active` to the indices, in ascending order, of the key blocks with at least one key that the query block
/// attends to. `blocks` is the number of query blocks in the sequence, and of key blocks. Does not allocate if `active`
/// has a capacity of most_active_blocks.
void find_active_key_blocks(const SparsePattern& pattern, std::size_t query_block, std::size_t blocks,
                            std::vector<std::size_t>& active);
inline std::size_t most_active_blocks(const SparsePattern& pattern, std::size_t blocks) {
  return blocks + pattern.global.size() + pattern.random_blocks;  // duplicates are not yet removed
}

/// True if the sparse pattern drew this key block at random for this query block: each query of the block then attends
/// to all of its keys.
bool is_random_block(const SparsePattern& pattern, std::size_t query_block, std::size_t key_block, std::size_t blocks);

/// Masks a query's row of scores by window and global tokens: sets row[j] to −∞ for each key first_key + j, j < count,
/// to which neither of them lets the query attend.
void mask_by_pattern(const SparsePattern& pattern, std::size_t query, std::size_t first_key, std::size_t count,
                     float* row);

}  // namespace spotlight
