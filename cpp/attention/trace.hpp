// Attention step by step, with every intermediate result: softmax(Q·Kᵀ/√d_k + M)·V (Vaswani et al. 2017, equation 1).
#pragma once

#include <array>
#include <cstdint>

#include "../core/tensor.hpp"
#include "options.hpp"
#include "views.hpp"

namespace spotlight {

/// Intermediate results of one head before its output, each [queries, keys].
struct HeadTrace {
  MutableMatrixView scores, scaled, masked, weights;
};

struct Trace {
  Tensor4 scores;   // [batch, heads, queries, keys]      Q·Kᵀ
  Tensor4 scaled;   // [batch, heads, queries, keys]      Q·Kᵀ/√d_k
  Tensor4 masked;   // [batch, heads, queries, keys]      Q·Kᵀ/√d_k, capped, + M
  Tensor4 weights;  // [batch, heads, queries, keys]      softmax of each row, smoothed, after dropout
  Tensor4 output;   // [batch, heads, queries, value_dim] weights·V

  std::int64_t overflow = -1;  // index of the first score of an attended key that is beyond float32; −1: none

  HeadTrace head(std::size_t batch, std::size_t index) {
    return {.scores = matrix(scores, batch, index),
            .scaled = matrix(scaled, batch, index),
            .masked = matrix(masked, batch, index),
            .weights = matrix(weights, batch, index)};
  }
};

/// Allocates all tensors of a trace except the output, and reuses their memory if the shape is unchanged.
/// @throws std::invalid_argument if the number of keys is 0
void allocate_scores(Trace& trace, const std::array<std::size_t, 4>& shape);

/// Computes attention step by step for a range of queries in one head; `head.query` and `head.output` contain only this
/// range. The probe receives the intermediate results from scores to weights. Returns the index of the first non-finite
/// score, in the scores of all the head's queries; −1 if there is none.
std::int64_t trace_head(const HeadViews& head, QueryRange range, const AttentionOptions& options, const Probe& probe,
                        const HeadTrace& trace);

/// Computes attention step by step for all heads; one head may have its own options. query [batch, heads, queries,
/// head_dim], key [batch, kv_heads, keys, head_dim], value [batch, kv_heads, keys, value_dim].
void trace_attention(const Tensor4& query, const Tensor4& key, const Tensor4& value, const MultiheadOptions& options,
                     Trace& trace);

}  // namespace spotlight
