#include "pattern.hpp"

#include <algorithm>
#include <limits>

#include "../kernels/random.hpp"

namespace spotlight {
namespace {

/// The blocks of keys that chance gives a block of queries.
std::vector<std::size_t> random_key_blocks(const Pattern& pattern, std::size_t query_block, std::size_t blocks) {
  std::vector<std::size_t> chosen(pattern.random_blocks);
  for (std::size_t draw = 0; draw < chosen.size(); ++draw) {
    chosen[draw] = kernels::random_bits(pattern.seed, query_block * chosen.size() + draw) % blocks;
  }
  return chosen;
}

bool is_global(const Pattern& pattern, std::size_t word) {
  return std::ranges::binary_search(pattern.global, static_cast<std::int32_t>(word));
}

bool holds_a_global_word(const Pattern& pattern, std::size_t block) {
  const auto first = std::ranges::lower_bound(pattern.global, static_cast<std::int32_t>(block * pattern_block));
  return first != pattern.global.end() && static_cast<std::size_t>(*first) < (block + 1) * pattern_block;
}

}  // namespace

std::vector<std::size_t> key_blocks_heard(const Pattern& pattern, std::size_t query_block, std::size_t blocks) {
  std::vector<std::size_t> heard;
  if (holds_a_global_word(pattern, query_block)) {
    for (std::size_t block = 0; block < blocks; ++block) heard.push_back(block);
    return heard;
  }
  const std::size_t first_query = query_block * pattern_block;
  const std::size_t reach = pattern.window / 2;
  const std::size_t first = (first_query - std::min(first_query, reach)) / pattern_block;
  const std::size_t last = std::min(blocks - 1, (first_query + pattern_block - 1 + reach) / pattern_block);
  for (std::size_t block = first; block <= last; ++block) heard.push_back(block);
  for (const std::int32_t word : pattern.global) heard.push_back(static_cast<std::size_t>(word) / pattern_block);
  for (const std::size_t block : random_key_blocks(pattern, query_block, blocks)) heard.push_back(block);
  std::ranges::sort(heard);
  const auto repeated = std::ranges::unique(heard);
  heard.erase(repeated.begin(), repeated.end());
  return heard;
}

void hide_by_pattern(const Pattern& pattern, std::size_t query, std::size_t first_key, std::size_t count,
                     std::size_t blocks, float* row) {
  const std::size_t reach = pattern.window / 2;
  const std::size_t first_heard = query - std::min(query, reach);
  if (first_heard <= first_key && first_key + count <= query + reach + 1) return;
  if (is_global(pattern, query)) return;
  const auto chance = random_key_blocks(pattern, query / pattern_block, blocks);
  if (std::ranges::find(chance, first_key / pattern_block) != chance.end()) return;
  for (std::size_t j = 0; j < count; ++j) {
    const std::size_t key = first_key + j;
    const bool in_window = key >= first_heard && key <= query + reach;
    if (!in_window && !is_global(pattern, key)) row[j] = -std::numeric_limits<float>::infinity();
  }
}

}  // namespace spotlight
