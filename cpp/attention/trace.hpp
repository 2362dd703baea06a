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

  std::int64_t overflow = -1;  // the index of a score of an attended pair that is beyond float32; −1: none
};

/// query [batch, heads, queries, head_dim], key [batch, kv_heads, keys, head_dim], value [batch, kv_heads, keys,
/// value_dim]. Fills `trace`, and reuses its memory where the shapes stay the same. With a place, query is a part of
/// the queries of one head, [1, 1, queries, head_dim], beside that head's key and value; the numbers are the same, bit
/// for bit, as when all are computed together. The probe sees the steps from the scores to the weights, of batch entry
/// 0.
void trace_attention(const Tensor4& query, const Tensor4& key, const Tensor4& value, const AttentionOptions& options,
                     Trace& trace, const ScoresPlace& place = {}, const Probe& probe = {});

}  // namespace spotlight
