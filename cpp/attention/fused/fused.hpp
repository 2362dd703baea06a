// Exact attention in one pass over the keys (fused_head.hpp), of all heads, on all threads.
#pragma once

#include <vector>

#include "fused_head.hpp"

namespace spotlight {

/// Memory that a fused attention needs besides its inputs and its output, reused from call to call. A copy begins
/// empty: what is in it, each call computes anew.
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
    // Made anew, since what is in it is not kept: resized, it would be 3 KB more to load.
    memory::fulfill({.name = "the memory of threads", .shape = {&count, 1}, .element_size = sizeof(FusedHeadScratch)},
                    [&] { heads_ = std::vector<FusedHeadScratch>(count); });
  }

 private:
  std::vector<FusedHeadScratch> heads_;
};

/// Makes room for heads of these sizes on `count` threads.
void reserve_heads(std::size_t count, std::size_t keys, std::size_t head_dim, std::size_t value_dim,
                   const AttentionOptions& options, FusedScratch& scratch);

/// query [batch, heads, queries, head_dim], key [batch, kv_heads, keys, head_dim], value [batch, kv_heads, keys,
/// value_dim] → output [batch, heads, queries, value_dim]. The same numbers as trace_attention's, up to rounding.
/// Throws std::invalid_argument for an option that is not_fused.
void fused_attention(const Tensor4& query, const Tensor4& key, const Tensor4& value, const AttentionOptions& options,
                     FusedScratch& scratch, Tensor4& output);

}  // namespace spotlight
