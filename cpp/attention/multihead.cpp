#include "multihead.hpp"

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
      fused_attention({.batch = b,
                       .head = h,
                       .num_heads = weights.num_heads,
                       .query = head_of(std::as_const(scratch.query), b, h, weights.num_heads),
                       .key = head_of(std::as_const(scratch.key), b, h, weights.num_heads),
                       .value = head_of(std::as_const(scratch.value), b, h, weights.num_heads),
                       .output = head_of(scratch.merged, b, h, weights.num_heads)},
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
  merge_heads(trace.attention.output, trace.merged);
  project(trace.merged, weights.output, trace.output);
}

}  // namespace spotlight
