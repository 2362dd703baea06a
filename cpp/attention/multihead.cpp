#include "multihead.hpp"

namespace spotlight {
namespace {

void project_to_heads(const Tensor3& x, const Projection& projection, std::size_t num_heads, Tensor4& heads) {
  Tensor3 projected;
  project(x, projection, projected);
  split_heads(projected, num_heads, heads);
}

}  // namespace

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
