#include "block.hpp"

#include <algorithm>
#include <utility>

#include "../core/arguments.hpp"
#include "../kernels/elementwise.hpp"

namespace spotlight {
namespace {

/// Names, for the probe, of a sublayer's intermediate results: its norm, its input, its output and the residual stream
/// after it.
struct SublayerSteps {
  NormSteps norm;
  Step input;         // input of the sublayer
  Step output_scale;  // divisor of the norm of the output
  Step output;        // output of the sublayer, which is added to x
  Step sum;           // x + output
  Step normalized;    // norm(x + output), in post-norm blocks
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

struct SublayerNorms {
  const Norm& norm;
  bool norm_first;
  const Norm* output_norm;  // null: none
};

/// Computes the input of a sublayer from the residual stream x: norm(x) in pre-norm blocks, x in others.
void make_input(const SublayerNorms& norms, const SublayerSteps& steps, const StepScope& scope, const Tensor3& x,
                Tensor3& input) {
  if (norms.norm_first) {
    normalize(x, norms.norm, steps.norm, scope, input);
  } else {
    assign(input, "the input of a layer", x);
  }
  scope.on(steps.input, input);
}

/// Adds a sublayer's output to the residual stream: x += output. If one of them has a single batch entry, it is
/// repeated.
void add_output(Tensor3& output, Tensor3& x) {
  const std::size_t batch = std::max(output.shape(0), x.shape(0));
  repeat_entry(output, batch);
  repeat_entry(x, batch);
  kernels::add(output, x);
}

/// Reduces x [batch, tokens, embed_dim] to the token at `position`.
void keep_token(std::size_t position, Tensor3& x) {
  Tensor3 kept;
  allocate(kept, "x", {x.shape(0), 1, x.shape(2)});
  for (std::size_t b = 0; b < x.shape(0); ++b) std::copy_n(&x(b, position, 0), x.shape(2), &kept(b, 0, 0));
  std::swap(x, kept);
}

/// Applies a sublayer f, computed by `sublayer`, with its residual connection: x = x + f(norm(x)), or norm(x + f(x)).
/// An output norm is applied to f's result before the addition. `scope` reports the sublayer's intermediate results,
/// `stream` the residual stream x.
template <class Sublayer>
void add_sublayer(const SublayerNorms& norms, const SublayerSteps& steps, const StepScope& scope,
                  const StepScope& stream, Tensor3& x, Tensor3& input, Tensor3& output, Sublayer sublayer) {
  make_input(norms, steps, scope, x, input);
  if (scope.is_done()) return;
  sublayer(std::as_const(input), output);
  if (scope.is_done()) return;
  if (norms.output_norm != nullptr) {
    normalize(output, *norms.output_norm, {.mean = Step::none, .scale = steps.output_scale, .normalized = Step::none},
              scope, output);
  }
  scope.on(steps.output, output);
  add_output(output, x);
  stream.on(steps.sum, x);
  if (norms.norm_first) return;
  normalize(x, norms.norm, steps.norm, scope, x);
  scope.on(steps.normalized, x);
}

/// Applies the sublayers of a block with parallel sublayers: x = x + self(norm(x)) + feed_forward(norm'(x)).
template <class Self>
void run_parallel(const Block& block, const StepScope& scope, BlockScratch& scratch, Tensor3& x, Self self) {
  make_input({.norm = block.self_attention_norm, .norm_first = true, .output_norm = nullptr}, attention_steps, scope, x,
             scratch.attention_input);
  make_input({.norm = block.feed_forward_norm, .norm_first = true, .output_norm = nullptr}, feed_forward_steps, scope,
             x, scratch.input);
  self(std::as_const(scratch.attention_input), scratch.output);
  if (scope.is_done()) return;
  scope.on(Step::attention_output, scratch.output);
  add_output(scratch.output, x);
  feed_forward(block.feed_forward, scratch.input, scope, scratch.feed_forward, scratch.output);
  scope.on(Step::feed_forward_output, scratch.output);
  add_output(scratch.output, x);
  scope.on(Step::residual_post, x);
}

/// Applies all sublayers of a block to x, whose first token is at position `first`; `self` and `cross` compute
/// self-attention and cross-attention.
template <class Self, class Cross>
void run_sublayers(const Block& block, const BlockOptions& options, std::size_t first, BlockScratch& scratch,
                   Tensor3& x, Self self, Cross cross) {
  const StepScope scope = {.probe = options.self.probe, .first = first};
  if (block.description.is_parallel) return run_parallel(block, scope, scratch, x, self);
  const auto if_any = [&](const Norm& norm) { return block.description.has_output_norms ? &norm : nullptr; };
  add_sublayer({block.self_attention_norm, block.description.norm_first, if_any(block.self_attention_output_norm)},
               attention_steps, scope, scope, x, scratch.attention_input, scratch.output, self);
  if (scope.is_done()) return;
  if (block.description.has_cross_attention) {
    SublayerSteps steps = attention_steps;
    steps.sum = Step::residual_mid_cross;
    add_sublayer({block.cross_attention_norm, block.description.norm_first, nullptr}, steps,
                 {.probe = options.cross.probe, .first = first}, scope, x, scratch.attention_input, scratch.output,
                 cross);
    if (scope.is_done()) return;
  }
  if (!block.description.has_feed_forward()) return scope.on(Step::residual_post, x);
  add_sublayer({block.feed_forward_norm, block.description.norm_first, if_any(block.feed_forward_output_norm)},
               feed_forward_steps, scope, scope, x, scratch.input, scratch.output,
               [&](const Tensor3& input, Tensor3& output) {
                 feed_forward(block.feed_forward, input, scope, scratch.feed_forward, output);
               });
}

}  // namespace

void block_forward(const Block& block, const Tensor3* encoder_output, const BlockOptions& options,
                   BlockScratch& scratch, Tensor3& x, std::optional<std::size_t> position) {
  const std::size_t first = position.value_or(0);
  if (position) {
    if (*position >= x.shape(1)) refuse_argument("x has no such", "position");
    make_input({.norm = block.self_attention_norm, .norm_first = block.description.norm_first, .output_norm = nullptr},
               attention_steps, {.probe = options.self.probe}, x, scratch.context);
    if (options.self.probe.is_done()) return;
    keep_token(*position, x);
  }
  run_sublayers(
      block, options, first, scratch, x,
      [&](const Tensor3& input, Tensor3& output) {
        const Tensor3& keys = position ? scratch.context : input;
        multihead_attention(input, keys, keys, block.self_attention, options.self, scratch.attention, output, first);
      },
      [&](const Tensor3& input, Tensor3& output) {
        multihead_attention(input, *encoder_output, *encoder_output, block.cross_attention, options.cross,
                            scratch.attention, output, first);
      });
}

void init_cache(const Block& block, const Tensor3* encoder_output, CrossCache& cache, const Probe& probe) {
  if (!block.description.has_cross_attention) return;
  project_key(*encoder_output, block.cross_attention, {.probe = probe}, cache.keys);
  project_value(*encoder_output, block.cross_attention, {.probe = probe}, cache.values);
}

void restore_cache(const Block& block, const Tensor3& x, BlockCache& cache, BlockScratch& scratch, const Probe& probe) {
  make_input({.norm = block.self_attention_norm, .norm_first = block.description.norm_first, .output_norm = nullptr},
             attention_steps, {.probe = probe}, x, scratch.attention_input);
  cache.decoded = 0;
  cache.append(block.self_attention, scratch.attention_input, {.probe = probe}, scratch.attention);
  cache.decoded = x.shape(1);
}

void block_decode(const Block& block, const BlockOptions& options, const CrossCache& cross, BlockCache& cache,
                  BlockScratch& scratch, Tensor3& x) {
  const std::size_t first = cache.decoded;
  MultiheadOptions causal = options.self;
  causal.default_options.mask.is_causal = causal.head_options.mask.is_causal = true;
  run_sublayers(
      block, options, first, scratch, x,
      [&](const Tensor3& input, Tensor3& output) {
        cache.append(block.self_attention, input, {.probe = causal.probe, .first = first}, scratch.attention);
        attend_to_cache(cache.keys.view(), cache.values.view(), input, first, block.self_attention, causal,
                        scratch.attention, output);
      },
      [&](const Tensor3& input, Tensor3& output) {
        attend_to_cache(rows_of(cross.keys), rows_of(cross.values), input, first, block.cross_attention, options.cross,
                        scratch.attention, output);
      });
  cache.decoded += x.shape(1);
}

}  // namespace spotlight
