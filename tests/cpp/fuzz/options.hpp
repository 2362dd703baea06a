// Draws attention options as web/engine/attention/attention-options.ts checks and writes them. C++ relies on these
// guarantees:
// - scale and eps are within float32, eps ≥ 0; 0 ≤ dropoutP ≤ 1; seeds are integers below 2⁵³;
// - each dimension of a mask is the full size or 1; flags are 0 or 1; addends are finite or −∞;
// - 0 ≤ key length ≤ keys, one length per batch entry;
// - a pattern requires queries = keys; its window is below 2³¹, it has at most max(3, blocks) random blocks, and its
//   global tokens are below keys, unique and in ascending order.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "attention/fused/fused_head.hpp"
#include "attention/sparsity.hpp"
#include "bindings/option_block.hpp"
#include "session.hpp"

namespace fuzz {

using spotlight::Mask;
using spotlight::bindings::OptionBlock;
using spotlight::bindings::slot_count;
using spotlight::bindings::slot_names;

struct AttentionSizes {
  std::size_t batch, heads, queries, keys;
};

/// Writes attention options by name to the block of numbers in which JavaScript passes them.
class OptionWriter {
 public:
  explicit OptionWriter(OptionBlock& block) : block_(block) {
    for (std::size_t slot = 0; slot < slot_count; ++slot) slots_[slot_names[slot]] = slot;
  }
  void number(const char* name, double number) {
    reinterpret_cast<double*>(block_.address())[slots_.at(name)] = number;
  }
  OptionBlock& block() { return block_; }

 private:
  OptionBlock& block_;
  std::map<std::string, std::size_t> slots_;
};

inline void draw_mask(Input& input, OptionWriter& writer, const AttentionSizes& sizes) {
  const auto kind = input.pick({Mask::Kind::none, Mask::Kind::allow, Mask::Kind::block, Mask::Kind::add});
  writer.number("maskKind", static_cast<double>(kind));
  if (kind == Mask::Kind::none) return;
  const char* names[] = {"maskBatch", "maskHeads", "maskQueries", "maskKeys"};
  const std::size_t full[] = {sizes.batch, sizes.heads, sizes.queries, sizes.keys};
  std::size_t size = 1;
  for (std::size_t axis = 0; axis < 4; ++axis) {
    const std::size_t along = input.flag() ? full[axis] : 1;
    writer.number(names[axis], static_cast<double>(along));
    size *= along;
  }
  if (kind == Mask::Kind::add) {
    const std::span<float> addend(reinterpret_cast<float*>(writer.block().resize_mask_addend(size)), size);
    Magnitude magnitude = input.magnitude();
    magnitude.is_finite = true;
    input.fill(addend, magnitude);
    for (std::size_t places = input.size(0, 3); places > 0; --places) {
      addend[input.size(0, size - 1)] = -std::numeric_limits<float>::infinity();
    }
  } else {
    const std::span<std::uint8_t> flags(reinterpret_cast<std::uint8_t*>(writer.block().resize_mask_flags(size)), size);
    const std::uint64_t seed = input.size(0, 255);
    const double share = input.pick({0.0, 0.1, 0.5, 1.0});
    for (std::size_t i = 0; i < size; ++i) flags[i] = spotlight::random_uniform(seed, i) < share ? 1 : 0;
  }
}

inline void draw_key_lengths(Input& input, OptionWriter& writer, const AttentionSizes& sizes) {
  const bool has = input.one_in(3);
  writer.number("keyLengths", has ? 1 : 0);
  if (!has) return;
  auto* lengths = reinterpret_cast<std::int32_t*>(writer.block().resize_key_lengths(sizes.batch));
  for (std::size_t b = 0; b < sizes.batch; ++b) lengths[b] = static_cast<std::int32_t>(input.size(0, sizes.keys));
}

inline void draw_pattern(Input& input, OptionWriter& writer, const AttentionSizes& sizes) {
  const bool has = sizes.queries == sizes.keys && input.one_in(3);
  writer.number("pattern", has ? 1 : 0);
  if (!has) return;
  constexpr double most = 2147483647.0;
  const std::size_t blocks = (sizes.keys + spotlight::sparse_block_size - 1) / spotlight::sparse_block_size;
  writer.number("patternWindow", input.pick({0.0, 1.0, 6.0, 64.0, static_cast<double>(sizes.keys), most - 1.0, most}));
  writer.number("randomBlocks", static_cast<double>(input.size(0, std::max<std::size_t>(3, blocks))));
  writer.number("patternSeed", input.seed());
  std::vector<std::int32_t> global(input.size(0, 3));
  for (std::int32_t& token : global) token = static_cast<std::int32_t>(input.size(0, sizes.keys - 1));
  std::ranges::sort(global);
  global.erase(std::ranges::unique(global).begin(), global.end());
  std::ranges::copy(global, reinterpret_cast<std::int32_t*>(writer.block().resize_global_tokens(global.size())));
}

/// Draws the options that multi-head attention supports, too: all options of scaled dot-product attention but the
/// sparse pattern.
inline void draw_options(Input& input, OptionBlock& block, const AttentionSizes& sizes) {
  OptionWriter writer(block);
  writer.number("isCausal", input.flag() ? 1 : 0);
  const double at_the_end = static_cast<double>(sizes.keys) - static_cast<double>(sizes.queries);
  writer.number("firstQuery", input.flag() ? at_the_end : 0.0);
  writer.number("scale", input.flag() ? NAN : static_cast<double>(input.number()));
  writer.number("activation", input.one_in(6) ? 1 : 0);
  writer.number("eps", input.one_in(6) ? std::abs(static_cast<double>(input.number())) : 0.0);
  writer.number("dropoutP", input.one_in(4) ? input.share() : 0.0);
  writer.number("seed", input.seed());
  draw_mask(input, writer, sizes);
  draw_key_lengths(input, writer, sizes);
  writer.number("pattern", 0);
}

/// Draws the options that both Transformer layers and the fused pass of attention (which stores no weights) support.
inline void draw_fused_options(Input& input, OptionBlock& block, const AttentionSizes& sizes) {
  draw_options(input, block, sizes);
  OptionWriter writer(block);
  writer.number("activation", 0);
  writer.number("eps", 0);
}

inline void draw_all_options(Input& input, OptionBlock& block, const AttentionSizes& sizes) {
  draw_options(input, block, sizes);
  OptionWriter writer(block);
  draw_pattern(input, writer, sizes);
}

/// Writes the default of every attention option, as web/engine does.
inline void write_defaults(OptionBlock& block) {
  OptionWriter writer(block);
  for (const char* name : slot_names) writer.number(name, 0.0);
  writer.number("scale", NAN);
}

/// True if attention with these options can use the fused pass, which stores no weights; web/engine decides so in
/// `canBeFused`.
inline bool can_be_fused(const spotlight::AttentionOptions& options) {
  return spotlight::not_fused(options) == nullptr;
}

/// True if a mask allows a query to attend to a key. Written for one pair at a time after the documentation of masks,
/// as a reference.
inline bool is_allowed(const Mask& mask, const AttentionSizes& sizes, std::size_t batch, std::size_t head,
                       std::size_t query, std::size_t key) {
  if (mask.kind != Mask::Kind::none) {
    std::size_t at = 0;
    const std::size_t indices[] = {batch, head, query, key};
    for (std::size_t axis = 0; axis < 4; ++axis) {
      at = at * mask.shape[axis] + (mask.shape[axis] == 1 ? 0 : indices[axis]);
    }
    if (mask.kind == Mask::Kind::add) {
      if (std::isinf(mask.addend[at])) return false;
    } else if ((mask.flags[at] != 0) != (mask.kind == Mask::Kind::allow)) {
      return false;
    }
  }
  if (mask.is_causal && static_cast<std::int64_t>(key) > mask.position(query)) return false;
  if (mask.key_lengths != nullptr && key >= static_cast<std::size_t>(mask.key_lengths[batch])) return false;
  if (mask.pattern == nullptr) return true;
  const spotlight::SparsePattern& pattern = *mask.pattern;
  const std::size_t distance = query > key ? query - key : key - query;
  const auto is_global = [&](std::size_t token) {
    return std::ranges::find(pattern.global, static_cast<std::int32_t>(token)) != pattern.global.end();
  };
  constexpr std::size_t block = spotlight::sparse_block_size;
  return distance <= pattern.window / 2 || is_global(query) || is_global(key) ||
         spotlight::is_random_block(pattern, query / block, key / block, (sizes.keys + block - 1) / block);
}

}  // namespace fuzz
