// Sparse self-attention: which pairs of words are kept. Only the blocks that hold such pairs are ever computed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace spotlight {

/// The words are taken in blocks of this many.
constexpr std::size_t pattern_block = 64;

/// A sliding window with global words (Longformer, Beltagy et al. 2020) and random blocks (BigBird, Zaheer et al.
/// 2020). A pair is kept where any of the three keeps it.
struct Pattern {
  std::size_t window = 0;            // a word hears those at most window / 2 before it and behind it
  std::vector<std::int32_t> global;  // these words hear all and are heard by all; in growing order
  std::size_t random_blocks = 0;     // so many blocks of keys, chosen by the seed, are heard by a block of queries
  std::uint64_t seed = 0;
};

/// The blocks of keys, in growing order, in which a block of queries hears anything; there are `blocks` of each.
std::vector<std::size_t> key_blocks_heard(const Pattern& pattern, std::size_t query_block, std::size_t blocks);

/// −∞ for those of the keys [first_key, first_key + count), all of one block, that the query does not hear.
void hide_by_pattern(const Pattern& pattern, std::size_t query, std::size_t first_key, std::size_t count,
                     std::size_t blocks, float* row);

}  // namespace spotlight
