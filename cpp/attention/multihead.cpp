#include "multihead.hpp"

#include <algorithm>
#include <utility>

#include "heads.hpp"

namespace spotlight {
namespace {

void project_to_heads(const Tensor3& x, const Linear& projection, std::size_t num_heads, const char* name,
                      Tensor4& heads) {
  Tensor3 projected;
  linear_forward(x, projection, projected, name);
  split_heads(projected, num_heads, heads);
}

/// One item of a batch, [seq_len, embed_dim].
ConstMatrixView item_of(const Tensor3& x, std::size_t batch) {
  return {&x(batch, 0, 0), x.shape(1), x.shape(2), x.shape(2)};
}
MutableMatrixView item_of(Tensor3& x, std::size_t batch) {
  return {&x(batch, 0, 0), x.shape(1), x.shape(2), x.shape(2)};
}

/// The columns of one head, without a copy: [seq_len, head_dim], rows embed_dim apart.
template <class Float>
MatrixView<Float> head_of(MatrixView<Float> x, std::size_t head, std::size_t num_heads) {
  const std::size_t head_dim = x.columns / num_heads;
  return {x.data + head * head_dim, x.rows, head_dim, x.stride};
}

/// Ablated heads have weights 0 and output 0.
void ablate_heads(const std::vector<std::size_t>& heads, Trace& trace) {
  for (const std::size_t head : heads) {
    xt::view(trace.weights, xt::all(), head) = 0.0F;
    xt::view(trace.output, xt::all(), head) = 0.0F;
  }
}

}  // namespace

void attend_heads(std::size_t batch, ConstMatrixView query, ConstMatrixView key, ConstMatrixView value,
                  const MultiheadWeights& weights, const AttentionOptions& options, FusedScratch& scratch,
                  MutableMatrixView concat) {
  for (std::size_t h = 0; h < weights.num_heads; ++h) {
    const MutableMatrixView output = head_of(concat, h, weights.num_heads);
    if (weights.is_ablated(h)) {
      for (std::size_t i = 0; i < output.rows; ++i) std::fill_n(output.row(i), output.columns, 0.0F);
      continue;
    }
    fused_attention({.batch = batch,
                     .head = h,
                     .num_heads = weights.num_heads,
                     .query = head_of(query, h, weights.num_heads),
                     .key = head_of(key, h, weights.num_heads),
                     .value = head_of(value, h, weights.num_heads),
                     .output = output},
                    options, scratch);
  }
}

void multihead_attention(const Tensor3& query, const Tensor3& key, const Tensor3& value,
                         const MultiheadWeights& weights, const AttentionOptions& options, MultiheadScratch& scratch,
                         Tensor3& output) {
  linear_forward(query, weights.query, scratch.query, "projected query");
  linear_forward(key, weights.key, scratch.key, "projected key");
  linear_forward(value, weights.value, scratch.value, "projected value");
  allocate(scratch.concat, "concat", scratch.query.shape());
  for (std::size_t b = 0; b < query.shape(0); ++b) {
    attend_heads(b, item_of(std::as_const(scratch.query), b), item_of(std::as_const(scratch.key), b),
                 item_of(std::as_const(scratch.value), b), weights, options, scratch.attention,
                 item_of(scratch.concat, b));
  }
  linear_forward(scratch.concat, weights.output, output, "output");
}

void trace_multihead_attention(const Tensor3& query, const Tensor3& key, const Tensor3& value,
                               const MultiheadWeights& weights, const AttentionOptions& options,
                               MultiheadTrace& trace) {
  project_to_heads(query, weights.query, weights.num_heads, "projected query", trace.query);
  project_to_heads(key, weights.key, weights.num_heads, "projected key", trace.key);
  project_to_heads(value, weights.value, weights.num_heads, "projected value", trace.value);
  trace_attention(trace.query, trace.key, trace.value, options, trace.attention);
  ablate_heads(weights.ablated_heads, trace.attention);
  concat_heads(trace.attention.output, trace.concat);
  linear_forward(trace.concat, weights.output, trace.output, "output");
}

}  // namespace spotlight
