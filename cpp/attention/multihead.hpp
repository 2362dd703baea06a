// Multi-head attention layer (Vaswani et al. 2017, section 3.2.2), as torch.nn.MultiheadAttention with
// batch_first=True.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "../layers/linear.hpp"
#include "../layers/norm.hpp"
#include "../layers/rotary.hpp"
#include "fused/fused.hpp"
#include "trace.hpp"
#include "views.hpp"

namespace spotlight {

struct MultiheadWeights {
  std::size_t num_heads = 1;
  std::size_t num_kv_heads = 1;  // number of key/value heads, each shared by num_heads / num_kv_heads query heads
  Linear query;                  // W_Q [heads · head_dim, embed_dim], the first third of torch's in_proj_weight
  Linear key;                    // W_K [kv_heads · head_dim, embed_dim], the second third
  Linear value;                  // W_V [kv_heads · head_dim, embed_dim], the last third
  Linear output;                 // W_O [embed_dim, heads · head_dim]
  Norm query_norm;               // norm of each head's query before rotation, [head_dim]; size 0: none
  Norm key_norm;                 // norm of each head's key before rotation, [head_dim]; size 0: none
  Rotary rotary;                 // rotation of queries and keys
  std::optional<float> scale;    // factor of the scores; default 1/√head_dim
  float softcap = 0.0F;          // softcap of the scores, as in AttentionOptions
  std::size_t window = 0;        // attention window, as in Mask
};

/// Combines the options of a call with those of the layer's weights. For softcap and window, the layer's value takes
/// precedence; for the scale, the call's value. `first` is the position of the first query and is added to first_query.
AttentionOptions with_weight_options(const MultiheadWeights& weights, const AttentionOptions& options,
                                     std::size_t first);

struct MultiheadScratch {
  Tensor3 query, key, value;  // projected inputs, [batch, seq_len, heads or kv_heads · head_dim]
  Tensor3 concat;             // Concat(head₁ …), [batch, queries, heads · head_dim]
  FusedScratch attention;
  /// Contribution of each head to the output, [heads, queries, embed_dim], if a probe requests it.
  Tensor3 head_results;
};

// Computes the queries of all heads from x [batch, seq_len, embed_dim], whose first token is at the position in
// `scope`: linear projection, then norm of each head and rotary position embedding, if the model has them. project_key
// and project_value compute keys and values likewise.
void project_query(const Tensor3& x, const MultiheadWeights& weights, const StepScope& scope, Tensor3& query);
void project_key(const Tensor3& x, const MultiheadWeights& weights, const StepScope& scope, Tensor3& key);
void project_value(const Tensor3& x, const MultiheadWeights& weights, const StepScope& scope, Tensor3& value);

/// Computes the attention of all heads in one batch entry from projected queries, keys and values; the first query is
/// at position `first`. Writes the concatenated head outputs to `concat` [queries, heads · head_dim]. Heads whose
/// intermediate results the probe requests are computed step by step on the calling thread; the others are then
/// computed by the fused pass, on all threads.
void attend_heads(std::size_t batch, std::size_t first, const AttentionViews<const float>& inputs,
                  const MultiheadWeights& weights, const MultiheadOptions& options, FusedScratch& scratch,
                  MutableMatrixView concat);

/// Computes the output projection: output = Concat(head₁ …)·W_O + bias.
void project_output(const MultiheadWeights& weights, const StepScope& scope, MultiheadScratch& scratch,
                    Tensor3& output);

/// Multi-head attention layer: query [batch, queries, embed_dim], key and value [batch, keys, embed_dim] → output
/// [batch, queries, embed_dim]. Self-attention passes the same tensor as all three; cross-attention passes the other
/// sequence as key and value. A batch of one is broadcast. `first` is the position of the first query.
/// @throws std::invalid_argument for an option that not_fused() names
void multihead_attention(const Tensor3& query, const Tensor3& key, const Tensor3& value,
                         const MultiheadWeights& weights, const MultiheadOptions& options, MultiheadScratch& scratch,
                         Tensor3& output, std::size_t first = 0);

struct MultiheadTrace {
  Tensor4 query;    // [batch, heads, queries, head_dim]
  Tensor4 key;      // [batch, kv_heads, keys, head_dim]
  Tensor4 value;    // [batch, kv_heads, keys, head_dim]
  Trace attention;  // trace of all heads
  Tensor3 concat;   // [batch, queries, heads · head_dim]: Concat(head₁ …)
  Tensor3 output;   // [batch, queries, embed_dim]: Concat(head₁ …)·W_O
};

/// Computes a multi-head attention layer and keeps every intermediate result in `trace`. The output equals that of
/// multihead_attention up to rounding errors. `first` is the position of the first query.
/// @throws std::invalid_argument for inputs of different batch sizes
void trace_multihead_attention(const Tensor3& query, const Tensor3& key, const Tensor3& value,
                               const MultiheadWeights& weights, const MultiheadOptions& options, MultiheadTrace& trace,
                               std::size_t first = 0);

}  // namespace spotlight
