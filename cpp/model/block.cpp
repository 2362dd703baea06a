#include "block.hpp"

#include <algorithm>
#include <utility>

#include "../kernels/elementwise.hpp"

namespace spotlight {
namespace {

/// The names of the steps of a sublayer, besides those that it computes itself.
struct SublayerSteps {
  NormSteps norm;
  Step input;         // what the sublayer reads
  Step output_scale;  // the divisor of the norm of its output
  Step output;        // what is added to x
  Step sum;           // x after that
  Step normalized;    // the sum after its norm, in post-norm blocks
};

constexpr SublayerSteps attention_steps = {.norm = {.mean = Step::attention_norm_mean,
                                                    .scale = Step::attention_norm_scale,
                                                    .normalized = Step::attention_normalized},
                                           .input = Step::attention_input,
                                           .output_scale = Step::attention_output_norm_scale,
                                           .output = Step::attention_output,
                                           .sum = Step::residual_mid,
                                           .normalized = Step::attention_norm};

constexpr SublayerSteps feed_forward_steps = {.norm = {.mean = Step::feed_forward_norm_mean,
                                                       .scale = Step::feed_forward_norm_scale,
                                                       .normalized = Step::feed_forward_normalized},
                                              .input = Step::feed_forward_input,
                                              .output_scale = Step::feed_forward_output_norm_scale,
                                              .output = Step::feed_forward_output,
                                              .sum = Step::residual_post,
                                              .normalized = Step::feed_forward_norm};

/// The norms of a sublayer.
struct SublayerNorms {
  const Norm& norm;
  bool norm_first;
  const Norm* of_output;  // null: there is none
};

/// What a sublayer reads: norm(x) in pre-norm blocks, otherwise x. The first row of x has the position `first`.
void make_input(const SublayerNorms& norms, const SublayerSteps& steps, const Probe& probe, std::size_t first,
                const Tensor3& x, Tensor3& input) {
  if (norms.norm_first) {
    normalize(x, norms.norm, steps.norm, probe, first, input);
  } else {
    assign(input, "the input of a layer", x);
  }
  probe.on(steps.input, input, first);
}

/// x = x + f(norm(x)), or norm(x + f(x)). f computes `output` from `input`. Where its output has a norm, that is
/// applied before it is added. `stream` is the probe of x.
template <class Sublayer>
void add_sublayer(const SublayerNorms& norms, const SublayerSteps& steps, const Probe& probe, const Probe& stream,
                  std::size_t first, Tensor3& x, Tensor3& input, Tensor3& output, Sublayer sublayer) {
  make_input(norms, steps, probe, first, x, input);
  if (probe.is_done()) return;
  sublayer(std::as_const(input), output);
  if (probe.is_done()) return;
  if (norms.of_output != nullptr) {
    normalize(output, *norms.of_output, {.mean = Step::none, .scale = steps.output_scale, .normalized = Step::none},
              probe, first, output);
  }
  probe.on(steps.output, output, first);
  kernels::add(output, x);
  stream.on(steps.sum, x, first);
  if (norms.norm_first) return;
  normalize(x, norms.norm, steps.norm, probe, first, x);
  probe.on(steps.normalized, x, first);
}

void feed_forward(const FeedForward& layer, const Tensor3& x, const Probe& probe, std::size_t first,
                  BlockScratch& scratch, Tensor3& output) {
  linear_forward(x, layer.linear1, scratch.hidden, "the hidden layer");
  probe.on(Step::feed_forward_pre, scratch.hidden, first);
  activation_forward(layer.activation, rows_of(scratch.hidden), rows_of(scratch.hidden));
  if (layer.is_gated) {
    linear_forward(x, layer.gate, scratch.gate, "the gate");
    probe.on(Step::feed_forward_pre_linear, scratch.gate, first);
    kernels::multiply(scratch.gate, scratch.hidden);
  }
  probe.on(Step::feed_forward_hidden, scratch.hidden, first);
  linear_forward(scratch.hidden, layer.linear2, output, "output");
  probe.on(Step::feed_forward_projection, output, first);
}

/// x + self(norm(x)) + feed_forward(norm'(x)).
template <class Self>
void run_parallel(const Block& block, const Probe& probe, std::size_t first, BlockScratch& scratch, Tensor3& x,
                  Self self) {
  make_input({.norm = block.self_attention_norm, .norm_first = true, .of_output = nullptr}, attention_steps, probe,
             first, x, scratch.attention_input);
  make_input({.norm = block.feed_forward_norm, .norm_first = true, .of_output = nullptr}, feed_forward_steps, probe,
             first, x, scratch.input);
  self(std::as_const(scratch.attention_input), scratch.output);
  if (probe.is_done()) return;
  probe.on(Step::attention_output, scratch.output, first);
  kernels::add(scratch.output, x);
  feed_forward(block.feed_forward, scratch.input, probe, first, scratch, scratch.output);
  probe.on(Step::feed_forward_output, scratch.output, first);
  kernels::add(scratch.output, x);
  probe.on(Step::residual_post, x, first);
}

/// The block's layers one after the other, of rows from the position `first` on; `self` and `cross` compute the two
/// attentions.
template <class Self, class Cross>
void run_sublayers(const Block& block, const BlockOptions& options, std::size_t first, BlockScratch& scratch,
                   Tensor3& x, Self self, Cross cross) {
  const Probe& probe = options.self.probe;
  if (block.is_parallel) return run_parallel(block, probe, first, scratch, x, self);
  const auto if_any = [&](const Norm& norm) { return block.has_output_norms ? &norm : nullptr; };
  add_sublayer({block.self_attention_norm, block.norm_first, if_any(block.self_attention_output_norm)}, attention_steps,
               probe, probe, first, x, scratch.attention_input, scratch.output, self);
  if (probe.is_done()) return;
  if (block.has_cross_attention) {
    SublayerSteps steps = attention_steps;
    steps.sum = Step::residual_mid_cross;
    add_sublayer({block.cross_attention_norm, block.norm_first, nullptr}, steps, options.cross.probe, probe, first, x,
                 scratch.attention_input, scratch.output, cross);
    if (probe.is_done()) return;
  }
  if (!block.has_feed_forward) return probe.on(Step::residual_post, x, first);
  add_sublayer({block.feed_forward_norm, block.norm_first, if_any(block.feed_forward_output_norm)}, feed_forward_steps,
               probe, probe, first, x, scratch.input, scratch.output, [&](const Tensor3& input, Tensor3& output) {
                 feed_forward(block.feed_forward, input, probe, first, scratch, output);
               });
}

ConstMatrixView matrix_of(const RowBuffer& rows) {
  return {rows.values.data(), rows.values.size() / rows.columns, rows.columns, rows.columns};
}

/// Multi-head attention of x [1, count, embed_dim], whose first token has this position, to projected keys and values
/// [keys, kv_heads · head_dim].
void attend_to(ConstMatrixView keys, ConstMatrixView values, const Tensor3& x, std::size_t first,
               const MultiheadWeights& weights, const MultiheadOptions& options, MultiheadScratch& scratch,
               Tensor3& output) {
  project_query(x, weights, first, scratch.query, options.probe);
  allocate(scratch.concat, "concat", scratch.query.shape());
  const AttentionViews<const float> inputs = {.query = rows_of(scratch.query), .key = keys, .value = values};
  attend_heads(0, first, inputs, weights, options, scratch.attention, rows_of(scratch.concat));
  project_output(weights, options.probe, first, scratch, output);
}

/// Appends the keys and values of x [1, count, embed_dim], the first token of which has this position.
void append_keys(const MultiheadWeights& weights, const Tensor3& x, std::size_t first, const Probe& probe,
                 BlockCache& cache, MultiheadScratch& scratch) {
  project_key(x, weights, first, scratch.key, probe);
  project_value(x, weights, first, scratch.value, probe);
  cache.keys.append(scratch.key);
  cache.values.append(scratch.value);
}

}  // namespace

void block_forward(const Block& block, const Tensor3* encoder_output, const BlockOptions& options,
                   BlockScratch& scratch, Tensor3& x) {
  run_sublayers(
      block, options, 0, scratch, x,
      [&](const Tensor3& input, Tensor3& output) {
        multihead_attention(input, input, input, block.self_attention, options.self, scratch.attention, output);
      },
      [&](const Tensor3& input, Tensor3& output) {
        multihead_attention(input, *encoder_output, *encoder_output, block.cross_attention, options.cross,
                            scratch.attention, output);
      });
}

void init_cache(const Block& block, const Tensor3* encoder_output, CrossCache& cache, const Probe& probe) {
  if (!block.has_cross_attention) return;
  project_key(*encoder_output, block.cross_attention, 0, cache.keys, probe);
  project_value(*encoder_output, block.cross_attention, 0, cache.values, probe);
}

void block_decode(const Block& block, const BlockOptions& options, const CrossCache& cross, BlockCache& cache,
                  BlockScratch& scratch, Tensor3& x) {
  const std::size_t first = cache.decoded;
  cache.truncate();
  MultiheadOptions causal = options.self;
  causal.default_options.mask.is_causal = causal.head_options.mask.is_causal = true;
  run_sublayers(
      block, options, first, scratch, x,
      [&](const Tensor3& input, Tensor3& output) {
        append_keys(block.self_attention, input, first, causal.probe, cache, scratch.attention);
        attend_to(matrix_of(cache.keys), matrix_of(cache.values), input, first, block.self_attention, causal,
                  scratch.attention, output);
      },
      [&](const Tensor3& input, Tensor3& output) {
        attend_to(rows_of(cross.keys), rows_of(cross.values), input, first, block.cross_attention, options.cross,
                  scratch.attention, output);
      });
  cache.decoded += x.shape(1);
}

}  // namespace spotlight
