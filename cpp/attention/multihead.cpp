#include "multihead.hpp"

#include <algorithm>

#include "../core/arguments.hpp"
#include "../core/threads.hpp"
#include "../kernels/elementwise.hpp"
#include "../kernels/matmul.hpp"
#include "heads.hpp"

namespace spotlight {

AttentionOptions with_weight_options(const MultiheadWeights& weights, const AttentionOptions& options,
                                     std::size_t first) {
  AttentionOptions complete = options;
  if (!options.scale) complete.scale = weights.scale;
  if (weights.softcap > 0.0F) complete.softcap = weights.softcap;
  if (weights.window > 0) complete.mask.window = weights.window;
  complete.mask.first_query += static_cast<std::int64_t>(first);
  return complete;
}

namespace {

/// Options of a call, completed with the layer's own scale, softcap and window, for the default options and for those
/// of a single head.
MultiheadOptions complete_options(const MultiheadWeights& weights, const MultiheadOptions& options, std::size_t first) {
  const bool has_head = options.head == MultiheadOptions::no_head || options.head < weights.num_heads;
  if (!has_head) refuse_argument("the attention has no such", "head");
  MultiheadOptions complete = options;
  complete.default_options = with_weight_options(weights, options.default_options, first);
  complete.head_options = with_weight_options(weights, options.head_options, first);
  return complete;
}

/// Normalizes each head of x [batch, seq_len, heads · head_dim] in place. Does nothing if the norm has no weights, that
/// is, if the model does not normalize its heads.
void normalize_heads(const Norm& norm, Step scale, const StepScope& scope, Tensor3& x) {
  if (norm.weight.size() == 0) return;
  normalize(x, norm, {.mean = Step::none, .scale = scale, .normalized = Step::none}, scope, x);
}

/// Applies rotary position embedding to each head of x [batch, rows, heads · head_dim].
void rotate_at_positions(const Rotary& rotary, Step rotated, std::size_t num_heads, const StepScope& scope,
                         Tensor3& x) {
  if (rotary.frequencies.size() > 0) {
    Tensor3 rotation;
    rotation_of(rotary, scope.first, x.shape(1), rotation);
    scope.on_heads(Step::rotation, rotation);
    rotate_heads(rotary.layout, rotation, x.shape(1), x.shape(2) / num_heads, rows_of(x));
  }
  scope.on_columns(rotated, x, num_heads);
}

/// Arguments of attend_heads for one batch entry. The options already include the layer's own scale, softcap and
/// window.
struct EntryHeads {
  std::size_t batch;
  const AttentionViews<const float>& inputs;
  const MultiheadWeights& weights;
  const MultiheadOptions& options;
  MutableMatrixView concat;
  std::vector<std::uint8_t> traced;  // flags of the heads with requested steps, [heads]; empty: none

  bool is_traced(std::size_t head) const { return !traced.empty() && traced[head] != 0; }
  std::size_t kv_head(std::size_t head) const { return kv_head_index(head, weights.num_heads, weights.num_kv_heads); }
  HeadViews views(std::size_t head) const {
    return {.batch = batch,
            .head = head,
            .num_heads = weights.num_heads,
            .query = head_columns(inputs.query, head, weights.num_heads),
            .key = head_columns(inputs.key, kv_head(head), weights.num_kv_heads),
            .value = head_columns(inputs.value, kv_head(head), weights.num_kv_heads),
            .output = head_columns(concat, head, weights.num_heads)};
  }
};

/// Computes those heads step by step (traced) whose intermediate results the probe requests, until it needs no further
/// one.
void attend_traced_heads(const EntryHeads& all) {
  Trace trace;
  for (std::size_t h = 0; h < all.weights.num_heads && !all.options.probe.is_done(); ++h) {
    if (!all.is_traced(h)) continue;
    const HeadViews head = all.views(h);
    allocate_scores(trace, {1, 1, head.query.rows, head.key.rows});
    trace_head(head, all_queries(head), all.options.of_head(h), all.options.probe, trace.head(0, 0));
  }
}

/// Computes the heads from first_head to end_head by the fused pass, without intermediate results. Skips the traced
/// ones.
void attend_fused_heads(const EntryHeads& all, std::size_t first_head, std::size_t end_head,
                        FusedHeadScratch& scratch) {
  std::size_t packed = all.weights.num_kv_heads;  // key/value head that is packed; num_kv_heads: none yet
  for (std::size_t h = first_head; h < end_head; ++h) {
    if (all.is_traced(h)) continue;
    const HeadViews head = all.views(h);
    if (all.kv_head(h) != packed) {
      packed = all.kv_head(h);
      pack_keys(head.key, scratch);
      pack_values(head.value, scratch);
    }
    attend_packed(head, all_queries(head), all.options.of_head(h), scratch);
  }
}

/// Output projection, one head at a time: results [heads, batch · rows, embed_dim] are the heads' contributions without
/// the bias, output [batch, rows, embed_dim] = bias + Σ results.
void project_head_by_head(const MultiheadWeights& weights, const StepScope& scope, const Tensor3& concat,
                          Tensor3& results, Tensor3& output) {
  const std::size_t heads = weights.num_heads;
  const std::size_t rows = concat.shape(0) * concat.shape(1);
  const std::size_t embed_dim = weights.output.weight.columns();
  Matrix output_weight;  // W_O [embed_dim, heads · head_dim]
  allocate(output_weight, "the output projection", {embed_dim, concat.shape(2)});
  weights.output.weight.unpack_transposed(matrix(output_weight));
  allocate(results, "the results of the heads", {heads, rows, embed_dim});
  for (std::size_t h = 0; h < heads; ++h) {
    kernels::matmul_nt(head_columns(rows_of(concat), h, heads), head_columns(matrix(output_weight), h, heads),
                       rows_of_entry(results, h));
  }
  scope.on_heads(Step::head_result, results, concat.shape(0));
  allocate_zeros(output, "output", {concat.shape(0), concat.shape(1), embed_dim});
  for (std::size_t i = 0; i < rows; ++i) {
    float* sum = rows_of(output).row(i);
    if (weights.output.bias.size() > 0) kernels::add(weights.output.bias.data(), embed_dim, sum);
    for (std::size_t h = 0; h < heads; ++h) kernels::add(&results(h, i, 0), embed_dim, sum);
  }
}

}  // namespace

void project_query(const Tensor3& x, const MultiheadWeights& weights, const StepScope& scope, Tensor3& query) {
  linear_forward(x, weights.query, query, "projected query");
  scope.on_columns(Step::query, query, weights.num_heads);
  normalize_heads(weights.query_norm, Step::query_norm_scale, scope, query);
  rotate_at_positions(weights.rotary, Step::rotated_query, weights.num_heads, scope, query);
}

void project_key(const Tensor3& x, const MultiheadWeights& weights, const StepScope& scope, Tensor3& key) {
  linear_forward(x, weights.key, key, "projected key");
  scope.on_columns(Step::key, key, weights.num_kv_heads);
  normalize_heads(weights.key_norm, Step::key_norm_scale, scope, key);
  rotate_at_positions(weights.rotary, Step::rotated_key, weights.num_kv_heads, scope, key);
}

void project_value(const Tensor3& x, const MultiheadWeights& weights, const StepScope& scope, Tensor3& value) {
  linear_forward(x, weights.value, value, "projected value");
  scope.on_columns(Step::value, value, weights.num_kv_heads);
}

void attend_heads(std::size_t batch, std::size_t first, const AttentionViews<const float>& inputs,
                  const MultiheadWeights& weights, const MultiheadOptions& options, FusedScratch& scratch,
                  MutableMatrixView concat) {
  const MultiheadOptions complete = complete_options(weights, options, first);
  const auto both_options = {&complete.default_options, &complete.head_options};
  for (const AttentionOptions* each : both_options) {
    if (const char* option = not_fused(*each)) refuse_argument("the fused pass knows no", option);
  }
  const EntryHeads all = {
      .batch = batch,
      .inputs = inputs,
      .weights = weights,
      .options = complete,
      .concat = concat,
      .traced = complete.probe.wanted_heads({.first = Step::scores, .last = Step::weights}, weights.num_heads)};
  // Traced heads, which are computed step by step, come first, since the probe may need nothing else, and are computed
  // on the calling thread, since tracing allocates memory.
  attend_traced_heads(all);
  if (complete.probe.is_done()) return;
  const std::size_t head_dim = inputs.query.columns / weights.num_heads;
  const std::size_t group = weights.num_heads / weights.num_kv_heads;
  // If there are fewer groups of heads than threads, the query heads of one group are divided among several threads,
  // each of which packs its own copy of the group's keys and values.
  const std::size_t step = weights.num_kv_heads < threads::count() ? 1 : group;
  // Estimate of the work: packing keys and values takes as long as attention with one more query. With a single query,
  // packing is most of the work.
  const std::size_t rows = inputs.query.rows + 1;
  const auto loop =
      threads::worthwhile_loop(weights.num_heads, step, threads::least_products, {rows, inputs.key.rows, 2 * head_dim});
  for (const AttentionOptions* each : both_options) {
    reserve_heads(loop.threads(), inputs.key.rows, head_dim, head_dim, *each, scratch);
  }
  threads::for_each_range(loop, [&](std::size_t first_head, std::size_t end_head, std::size_t thread) {
    attend_fused_heads(all, first_head, end_head, scratch.of_thread(thread));
  });
}

void project_output(const MultiheadWeights& weights, const StepScope& scope, MultiheadScratch& scratch,
                    Tensor3& output) {
  scope.on_columns(Step::head_output, scratch.concat, weights.num_heads);
  if (scope.wants(Step::head_result)) {
    project_head_by_head(weights, scope, scratch.concat, scratch.head_results, output);
  } else {
    linear_forward(scratch.concat, weights.output, output, "output");
  }
  scope.on(Step::attention_projection, output);
}

void multihead_attention(const Tensor3& query, const Tensor3& key, const Tensor3& value,
                         const MultiheadWeights& weights, const MultiheadOptions& options, MultiheadScratch& scratch,
                         Tensor3& output, std::size_t first) {
  const StepScope keys = {.probe = options.probe};
  const StepScope scope = {.probe = options.probe, .first = first};
  project_query(query, weights, scope, scratch.query);
  project_key(key, weights, keys, scratch.key);
  project_value(value, weights, keys, scratch.value);
  if (scope.is_done()) return;
  const std::size_t batch = std::max({scratch.query.shape(0), scratch.key.shape(0), scratch.value.shape(0),
                                      options.probe.entries(Step::scores, Step::weights)});
  allocate(scratch.concat, "concat", {batch, scratch.query.shape(1), scratch.query.shape(2)});
  for (std::size_t b = 0; b < batch; ++b) {
    const auto entry = [b](const Tensor3& x) { return rows_of_entry(x, std::min(b, x.shape(0) - 1)); };
    const AttentionViews<const float> inputs = {
        .query = entry(scratch.query), .key = entry(scratch.key), .value = entry(scratch.value)};
    attend_heads(b, first, inputs, weights, options, scratch.attention, rows_of_entry(scratch.concat, b));
  }
  if (scope.is_done()) return;
  project_output(weights, scope, scratch, output);
}

void trace_multihead_attention(const Tensor3& query, const Tensor3& key, const Tensor3& value,
                               const MultiheadWeights& weights, const MultiheadOptions& options, MultiheadTrace& trace,
                               std::size_t first) {
  const StepScope keys = {.probe = options.probe};
  const StepScope queries = {.probe = options.probe, .first = first};
  MultiheadScratch scratch;
  Tensor3& projected = scratch.query;
  project_query(query, weights, queries, projected);
  split_heads(projected, weights.num_heads, trace.query);
  project_key(key, weights, keys, projected);
  split_heads(projected, weights.num_kv_heads, trace.key);
  project_value(value, weights, keys, projected);
  split_heads(projected, weights.num_kv_heads, trace.value);
  const std::size_t batch = trace.query.shape(0);
  if (trace.key.shape(0) != batch || trace.value.shape(0) != batch) refuse_argument("a trace has one size of", "batch");
  trace_attention(trace.query, trace.key, trace.value, complete_options(weights, options, first), trace.attention);
  concat_heads(trace.attention.output, scratch.concat);
  project_output(weights, queries, scratch, trace.output);
  assign(trace.concat, "concat", scratch.concat);
  split_heads(trace.concat, weights.num_heads, trace.attention.output);
}

}  // namespace spotlight
