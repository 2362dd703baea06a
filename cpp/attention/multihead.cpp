#include "multihead.hpp"

#include <algorithm>
#include <utility>

namespace spotlight {
namespace {

void project_to_heads(const Tensor3& x, const Projection& projection, std::size_t num_heads, Tensor4& heads) {
  Tensor3 projected;
  project(x, projection, projected);
  split_heads(projected, num_heads, heads);
}

/// The part of each vector that belongs to one head: [seq_len, head_dim], the vectors embed_dim apart.
ConstMatrixView head_of(const Tensor3& x, std::size_t batch, std::size_t head, std::size_t num_heads) {
  const std::size_t head_dim = x.shape(2) / num_heads;
  return {&x(batch, 0, head * head_dim), x.shape(1), head_dim, x.shape(2)};
}
MutableMatrixView head_of(Tensor3& x, std::size_t batch, std::size_t head, std::size_t num_heads) {
  const std::size_t head_dim = x.shape(2) / num_heads;
  return {&x(batch, 0, head * head_dim), x.shape(1), head_dim, x.shape(2)};
}

/// A head that is silenced attends to nothing: weights 0, output 0.
void silence_heads(const MultiheadWeights& weights, Trace& trace) {
  for (std::size_t h = 0; h < weights.num_heads; ++h) {
    if (!weights.is_silenced(h)) continue;
    xt::view(trace.weights, xt::all(), h) = 0.0F;
    xt::view(trace.output, xt::all(), h) = 0.0F;
  }
}

}  // namespace

void multihead_attention(const Tensor3& query, const Tensor3& key, const Tensor3& value,
                         const MultiheadWeights& weights, const AttentionOptions& options, MultiheadScratch& scratch,
                         Tensor3& output) {
  project(query, weights.query, scratch.query);
  project(key, weights.key, scratch.key);
  project(value, weights.value, scratch.value);
  scratch.merged.resize(scratch.query.shape());
  for (std::size_t b = 0; b < query.shape(0); ++b) {
    for (std::size_t h = 0; h < weights.num_heads; ++h) {
      const MutableMatrixView output_of_head = head_of(scratch.merged, b, h, weights.num_heads);
      if (weights.is_silenced(h)) {
        for (std::size_t i = 0; i < output_of_head.rows; ++i) {
          std::fill_n(output_of_head.row(i), output_of_head.columns, 0.0F);
        }
        continue;
      }
      fused_attention({.batch = b,
                       .head = h,
                       .num_heads = weights.num_heads,
                       .query = head_of(std::as_const(scratch.query), b, h, weights.num_heads),
                       .key = head_of(std::as_const(scratch.key), b, h, weights.num_heads),
                       .value = head_of(std::as_const(scratch.value), b, h, weights.num_heads),
                       .output = output_of_head},
                      options, scratch.attention);
    }
  }
  project(scratch.merged, weights.output, output);
}

void trace_multihead_attention(const Tensor3& query, const Tensor3& key, const Tensor3& value,
                               const MultiheadWeights& weights, const AttentionOptions& options,
                               MultiheadTrace& trace) {
  project_to_heads(query, weights.query, weights.num_heads, trace.query);
  project_to_heads(key, weights.key, weights.num_heads, trace.key);
  project_to_heads(value, weights.value, weights.num_heads, trace.value);
  trace_attention(trace.query, trace.key, trace.value, options, trace.attention);
  silence_heads(weights, trace.attention);
  merge_heads(trace.attention.output, trace.merged);
  project(trace.merged, weights.output, trace.output);
}

}  // namespace spotlight
