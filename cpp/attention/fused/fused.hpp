// Exact attention of all heads in one pass over the keys (fused_head.hpp), on all threads.
#pragma once

#include <vector>

#include "fused_head.hpp"

namespace spotlight {

/// Working memory of fused_attention, reused between calls. A copy of the object starts empty, since every call
/// recomputes the contents.
class FusedScratch {
 public:
  FusedScratch() = default;
  FusedScratch(const FusedScratch&) {}
  FusedScratch& operator=(const FusedScratch&) { return *this; }
  FusedScratch(FusedScratch&&) = default;
  FusedScratch& operator=(FusedScratch&&) = default;
  ~FusedScratch() = default;

  FusedHeadScratch& of_thread(std::size_t thread) { return heads_[thread]; }
  void reserve_threads(std::size_t count) {
    if (heads_.size() >= count) return;
    // The vector with the memory of each thread is replaced instead of resized: its contents are not needed, and the
    // code for resizing would add 3 KB to the download.
    memory::fulfill({.name = "the memory of threads", .shape = {&count, 1}, .element_size = sizeof(FusedHeadScratch)},
                    [&] { heads_ = std::vector<FusedHeadScratch>(count); });
  }

 private:
  std::vector<FusedHeadScratch> heads_;
};

void reserve_heads(std::size_t count, std::size_t keys, std::size_t head_dim, std::size_t value_dim,
                   const AttentionOptions& options, FusedScratch& scratch);

/// Attention of all heads: query [batch, heads, queries, head_dim], key [batch, kv_heads, keys, head_dim], value
/// [batch, kv_heads, keys, value_dim] → output [batch, heads, queries, value_dim]. The output equals that of
/// trace_attention up to rounding errors.
/// @throws std::invalid_argument for an option that not_fused() names
void fused_attention(const Tensor4& query, const Tensor4& key, const Tensor4& value, const AttentionOptions& options,
                     FusedScratch& scratch, Tensor4& output);

}  // namespace spotlight
