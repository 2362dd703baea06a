// softmax(Q·Kᵀ/√d_k + M)·V (Vaswani et al. 2017, equation 1) step by step, with every intermediate result.
#pragma once

#include <cstdint>

#include "../core/probe.hpp"
#include "../core/tensor.hpp"
#include "mask.hpp"
#include "options.hpp"

namespace spotlight {

struct Trace {
  Tensor4 scores;   // [batch, heads, queries, keys]      Q·Kᵀ
  Tensor4 scaled;   // [batch, heads, queries, keys]      Q·Kᵀ/√d_k
  Tensor4 masked;   // [batch, heads, queries, keys]      Q·Kᵀ/√d_k, capped, + M
  Tensor4 weights;  // [batch, heads, queries, keys]      softmax of each row, smoothed, after dropout
  Tensor4 output;   // [batch, heads, queries, value_dim] weights·V

  std::int64_t overflow = -1;  // index of the first score of an attended key that is beyond float32; −1: none
};

/// query [batch, heads, queries, head_dim], key [batch, kv_heads, keys, head_dim], value [batch, kv_heads, keys,
/// value_dim]. Fills `trace`, and reuses its memory if the shapes are unchanged. With a place, `query` is a part of the
/// queries of one head, [1, 1, queries, head_dim], with that head's key and value; the results are bit-identical to
/// computing all heads together. The probe receives the steps from scores to weights of batch entry 0.
void trace_attention(const Tensor4& query, const Tensor4& key, const Tensor4& value, const AttentionOptions& options,
                     Trace& trace, const ScoresPlace& place = {}, const Probe& probe = {});

}  // namespace spotlight
