#include "sparsity.hpp"

#include <algorithm>

#include "../core/constants.hpp"
#include "../core/random.hpp"

namespace spotlight {
namespace {

/// Index of a random block of keys that a block of queries attends to. `draw` numbers the random blocks of the same
/// block of queries; two draws may give the same block.
std::size_t draw_key_block(const SparsePattern& pattern, std::size_t query_block, std::size_t draw,
                           std::size_t blocks) {
  return random_bits(pattern.seed, query_block * pattern.random_blocks + draw) % blocks;
}

bool is_global(const SparsePattern& pattern, std::size_t token) {
  return std::ranges::binary_search(pattern.global, static_cast<std::int32_t>(token));
}

bool has_global_token(const SparsePattern& pattern, std::size_t block) {
  const auto first = std::ranges::lower_bound(pattern.global, static_cast<std::int32_t>(block * sparse_block_size));
  return first != pattern.global.end() && static_cast<std::size_t>(*first) < (block + 1) * sparse_block_size;
}

}  // namespace

void find_active_key_blocks(const SparsePattern& pattern, std::size_t query_block, std::size_t blocks,
                            std::vector<std::size_t>& active) {
  active.clear();
  if (has_global_token(pattern, query_block)) {
    for (std::size_t block = 0; block < blocks; ++block) active.push_back(block);
    return;
  }
  const std::size_t first_query = query_block * sparse_block_size;
  const std::size_t reach = pattern.window / 2;
  const std::size_t first = (first_query - std::min(first_query, reach)) / sparse_block_size;
  const std::size_t last = std::min(blocks - 1, (first_query + sparse_block_size - 1 + reach) / sparse_block_size);
  for (std::size_t block = first; block <= last; ++block) active.push_back(block);
  for (const std::int32_t token : pattern.global) active.push_back(static_cast<std::size_t>(token) / sparse_block_size);
  for (std::size_t draw = 0; draw < pattern.random_blocks; ++draw) {
    active.push_back(draw_key_block(pattern, query_block, draw, blocks));
  }
  // make_heap and sort_heap compile to a tenth of the code of std::ranges::sort, and there are few blocks to sort.
  std::ranges::make_heap(active);
  std::ranges::sort_heap(active);
  const auto repeated = std::ranges::unique(active);
  active.erase(repeated.begin(), repeated.end());
}

bool is_random_block(const SparsePattern& pattern, std::size_t query_block, std::size_t key_block, std::size_t blocks) {
  for (std::size_t draw = 0; draw < pattern.random_blocks; ++draw) {
    if (draw_key_block(pattern, query_block, draw, blocks) == key_block) return true;
  }
  return false;
}

void mask_by_pattern(const SparsePattern& pattern, std::size_t query, std::size_t first_key, std::size_t count,
                     float* row) {
  const std::size_t reach = pattern.window / 2;
  const std::size_t window_begin = query - std::min(query, reach);
  const std::size_t window_end = query + reach + 1;
  if (window_begin <= first_key && first_key + count <= window_end) return;
  if (is_global(pattern, query)) return;
  for (std::size_t j = 0; j < count; ++j) {
    const std::size_t key = first_key + j;
    const bool in_window = window_begin <= key && key < window_end;
    if (!in_window && !is_global(pattern, key)) row[j] = minus_infinity;
  }
}

}  // namespace spotlight
