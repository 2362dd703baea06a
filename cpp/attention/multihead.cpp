#include "multihead.hpp"

#include <algorithm>
#include <utility>

#include "../kernels/normalization.hpp"
#include "../threads.hpp"
#include "heads.hpp"

namespace spotlight {
namespace {

/// One item of a batch, [seq_len, embed_dim].
ConstMatrixView item_of(const Tensor3& x, std::size_t batch) {
  return {&x(batch, 0, 0), x.shape(1), x.shape(2), x.shape(2)};
}
MutableMatrixView item_of(Tensor3& x, std::size_t batch) {
  return {&x(batch, 0, 0), x.shape(1), x.shape(2), x.shape(2)};
}

/// The columns of one head, without a copy: [seq_len, head_dim], rows heads · head_dim apart.
template <class Float>
MatrixView<Float> head_of(MatrixView<Float> x, std::size_t head, std::size_t num_heads) {
  const std::size_t head_dim = x.columns / num_heads;
  return {x.data + head * head_dim, x.rows, head_dim, x.stride};
}

/// With what the weights have of options; the scale is that of the options, if they have one.
AttentionOptions with_those_of(const MultiheadWeights& weights, AttentionOptions options) {
  if (!options.scale) options.scale = weights.scale;
  options.softcap = weights.softcap;
  options.mask.window = weights.window;
  if (weights.distance_bias.size() > 0) options.mask.distance_bias = &weights.distance_bias;
  return options;
}

/// RMSNorm of each head of x [batch, seq_len, heads · head_dim], in place; of size 0: none.
void normalize_heads(const Vector& weight, float epsilon, Tensor3& x) {
  const std::size_t head_dim = weight.size();
  if (head_dim == 0) return;
  const MutableMatrixView heads{x.data(), x.size() / head_dim, head_dim, head_dim};
  kernels::rms_norm({x.data(), heads.rows, head_dim, head_dim}, weight, epsilon, heads);
}

/// The arguments of attend_heads that all heads have in common.
struct AllHeads {
  std::size_t batch;
  std::size_t first;
  ConstMatrixView query;
  ConstMatrixView key;
  ConstMatrixView value;
  MutableMatrixView concat;
};

/// Heads [first_head, end_head). The options have those of the weights.
void attend_range_of_heads(std::size_t first_head, std::size_t end_head, const AllHeads& all,
                           const MultiheadWeights& weights, const AttentionOptions& options,
                           FusedHeadScratch& scratch) {
  std::size_t packed = weights.num_kv_heads;  // the head whose keys and values are packed; none yet
  for (std::size_t h = first_head; h < end_head; ++h) {
    const MutableMatrixView output = head_of(all.concat, h, weights.num_heads);
    if (weights.is_ablated(h)) {
      for (std::size_t i = 0; i < output.rows; ++i) std::fill_n(output.row(i), output.columns, 0.0F);
      continue;
    }
    const std::size_t kv_head = kv_head_index(h, weights.num_heads, weights.num_kv_heads);
    const FusedHead head = {.batch = all.batch,
                            .head = h,
                            .num_heads = weights.num_heads,
                            .query = head_of(all.query, h, weights.num_heads),
                            .key = head_of(all.key, kv_head, weights.num_kv_heads),
                            .value = head_of(all.value, kv_head, weights.num_kv_heads),
                            .output = output};
    if (kv_head != packed) {
      pack_keys(head.key, scratch);
      pack_values(head.value, scratch);
      packed = kv_head;
    }
    attend_packed(head, {.first = all.first, .total = all.first + all.query.rows}, options, scratch);
  }
}

/// Ablated heads have weights 0 and output 0.
void ablate_heads(const std::vector<std::size_t>& heads, Trace& trace) {
  for (const std::size_t head : heads) {
    xt::view(trace.weights, xt::all(), head) = 0.0F;
    xt::view(trace.output, xt::all(), head) = 0.0F;
  }
}

}  // namespace

void project_query(const Tensor3& x, const MultiheadWeights& weights, std::size_t first, Tensor3& query) {
  linear_forward(x, weights.query, query, "projected query");
  normalize_heads(weights.query_norm, weights.norm_epsilon, query);
  rotate_heads(weights.rotary, first, weights.num_heads, query);
}

void project_key(const Tensor3& x, const MultiheadWeights& weights, std::size_t first, Tensor3& key) {
  linear_forward(x, weights.key, key, "projected key");
  normalize_heads(weights.key_norm, weights.norm_epsilon, key);
  rotate_heads(weights.rotary, first, weights.num_kv_heads, key);
}

void project_value(const Tensor3& x, const MultiheadWeights& weights, Tensor3& value) {
  linear_forward(x, weights.value, value, "projected value");
}

void attend_heads(std::size_t batch, std::size_t first, ConstMatrixView query, ConstMatrixView key,
                  ConstMatrixView value, const MultiheadWeights& weights, const AttentionOptions& options,
                  FusedScratch& scratch, MutableMatrixView concat) {
  const AttentionOptions all_options = with_those_of(weights, options);
  const std::size_t head_dim = query.columns / weights.num_heads;
  const std::size_t group = weights.num_heads / weights.num_kv_heads;
  // With fewer groups than threads, groups are split, and each thread packs the keys and values of its part.
  const std::size_t step = weights.num_kv_heads < threads::count() ? 1 : group;
  const AllHeads all = {.batch = batch, .first = first, .query = query, .key = key, .value = value, .concat = concat};
  const auto loop = threads::worthwhile_loop(weights.num_heads, step, threads::least_products,
                                             {query.rows + 1, key.rows, 2 * head_dim});
  reserve_heads(loop.threads(), key.rows, head_dim, head_dim, all_options, scratch);
  threads::for_each_range(loop, [&](std::size_t first_head, std::size_t end_head, std::size_t thread) {
    attend_range_of_heads(first_head, end_head, all, weights, all_options, scratch.of_thread(thread));
  });
}

void multihead_attention(const Tensor3& query, const Tensor3& key, const Tensor3& value,
                         const MultiheadWeights& weights, const AttentionOptions& options, MultiheadScratch& scratch,
                         Tensor3& output) {
  project_query(query, weights, 0, scratch.query);
  project_key(key, weights, 0, scratch.key);
  project_value(value, weights, scratch.value);
  allocate(scratch.concat, "concat", scratch.query.shape());
  for (std::size_t b = 0; b < query.shape(0); ++b) {
    attend_heads(b, 0, item_of(std::as_const(scratch.query), b), item_of(std::as_const(scratch.key), b),
                 item_of(std::as_const(scratch.value), b), weights, options, scratch.attention,
                 item_of(scratch.concat, b));
  }
  linear_forward(scratch.concat, weights.output, output, "output");
}

void trace_multihead_attention(const Tensor3& query, const Tensor3& key, const Tensor3& value,
                               const MultiheadWeights& weights, const AttentionOptions& options, MultiheadTrace& trace,
                               std::size_t first) {
  Tensor3 projected;
  project_query(query, weights, first, projected);
  split_heads(projected, weights.num_heads, trace.query);
  project_key(key, weights, 0, projected);
  split_heads(projected, weights.num_kv_heads, trace.key);
  project_value(value, weights, projected);
  split_heads(projected, weights.num_kv_heads, trace.value);
  AttentionOptions all_options = with_those_of(weights, options);
  all_options.mask.first_query = first;
  trace_attention(trace.query, trace.key, trace.value, all_options, trace.attention);
  ablate_heads(weights.ablated_heads, trace.attention);
  concat_heads(trace.attention.output, trace.concat);
  linear_forward(trace.concat, weights.output, trace.output, "output");
}

}  // namespace spotlight
