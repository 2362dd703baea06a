// Multi-head attention (Vaswani et al. 2017, section 3.2.2), as torch.nn.MultiheadAttention with batch_first.
#pragma once

#include <algorithm>
#include <vector>

#include "fused.hpp"
#include "projection.hpp"
#include "trace.hpp"

namespace spotlight {

struct MultiheadWeights {
  std::size_t num_heads = 1;
  Projection query;                   // [embed_dim, embed_dim], the first third of torch's in_proj_weight
  Projection key;                     // the second
  Projection value;                   // the third
  Projection output;                  // W_O
  std::vector<std::size_t> silenced;  // heads whose output is 0, to see what they are for

  bool is_silenced(std::size_t head) const { return std::ranges::find(silenced, head) != silenced.end(); }
};

/// Memory that a multi-head attention needs besides its inputs and its output, reused from call to call.
struct MultiheadScratch {
  Tensor3 query, key, value;  // projected, [batch, seq_len, embed_dim]
  Tensor3 merged;             // the heads' outputs one behind the other, [batch, queries, embed_dim]
  FusedScratch attention;
};

/// query [batch, queries, embed_dim], key and value [batch, keys, embed_dim] → output [batch, queries, embed_dim].
/// Self-attention: the same for all three; cross attention: key and value from the other sequence.
void multihead_attention(const Tensor3& query, const Tensor3& key, const Tensor3& value,
                         const MultiheadWeights& weights, const AttentionOptions& options, MultiheadScratch& scratch,
                         Tensor3& output);

/// Every step of a multi-head attention.
struct MultiheadTrace {
  Tensor4 query;    // [batch, heads, queries, head_dim]
  Tensor4 key;      // [batch, heads, keys, head_dim]
  Tensor4 value;    // [batch, heads, keys, head_dim]
  Trace attention;  // of all heads
  Tensor3 merged;   // [batch, queries, embed_dim]: the heads' outputs one behind the other
  Tensor3 output;   // [batch, queries, embed_dim]: merged, through W_O
};

/// The same with every step kept.
void trace_multihead_attention(const Tensor3& query, const Tensor3& key, const Tensor3& value,
                               const MultiheadWeights& weights, const AttentionOptions& options, MultiheadTrace& trace);

}  // namespace spotlight
