#include "block.hpp"

#include <algorithm>
#include <utility>

#include "../kernels/activations.hpp"
#include "../kernels/normalization.hpp"

namespace spotlight {
namespace {

/// x = x + f(norm(x)), or norm(x + f(x)). f computes `output` from `input`, which afterwards still holds its input.
/// Where there is an output_norm, f(…) is normalized before it is added.
template <class Sublayer>
void add_sublayer(const Norm& norm, bool norm_first, const Norm* output_norm, Tensor3& x, Tensor3& input,
                  Tensor3& output, Sublayer sublayer) {
  if (norm_first) {
    normalize(x, norm, input);
  } else {
    assign(input, "the input of an attention", x);
  }
  sublayer(std::as_const(input), output);
  if (output_norm != nullptr) normalize(output, *output_norm, output);
  x += output;
  if (!norm_first) normalize(x, norm, x);
}

void activate(FeedForward::Activation activation, MutableMatrixView hidden) {
  switch (activation) {
    case FeedForward::Activation::relu:
      return kernels::relu(hidden);
    case FeedForward::Activation::gelu:
      return kernels::gelu(hidden);
    case FeedForward::Activation::gelu_tanh:
      return kernels::gelu_tanh(hidden);
    case FeedForward::Activation::silu:
      return kernels::silu(hidden);
  }
}

void feed_forward(const FeedForward& layer, const Tensor3& x, BlockScratch& scratch, Tensor3& output) {
  linear_forward(x, layer.linear1, scratch.hidden, "the hidden layer");
  activate(layer.activation, rows_of(scratch.hidden));
  if (layer.is_gated) {
    linear_forward(x, layer.gate, scratch.gate, "the gate");
    scratch.hidden *= scratch.gate;
  }
  linear_forward(scratch.hidden, layer.linear2, output, "output");
}

/// x + self(norm(x)) + feed_forward(norm'(x)).
template <class Self>
void run_parallel(const Block& block, BlockScratch& scratch, Tensor3& x, Self self) {
  normalize(x, block.self_attention_norm, scratch.self_input);
  normalize(x, block.feed_forward_norm, scratch.input);
  self(std::as_const(scratch.self_input), scratch.output);
  x += scratch.output;
  feed_forward(block.feed_forward, scratch.input, scratch, scratch.output);
  x += scratch.output;
}

/// The block's layers one after the other; `self` and `cross` compute the two attentions.
template <class Self, class Cross>
void run_sublayers(const Block& block, BlockScratch& scratch, Tensor3& x, Self self, Cross cross) {
  if (block.is_parallel) return run_parallel(block, scratch, x, self);
  const auto if_any = [&](const Norm& norm) { return block.has_output_norms ? &norm : nullptr; };
  add_sublayer(block.self_attention_norm, block.norm_first, if_any(block.self_attention_output_norm), x,
               scratch.self_input, scratch.output, self);
  if (block.has_cross_attention) {
    add_sublayer(block.cross_attention_norm, block.norm_first, nullptr, x, scratch.cross_input, scratch.output, cross);
  }
  if (!block.has_feed_forward) return;
  add_sublayer(block.feed_forward_norm, block.norm_first, if_any(block.feed_forward_output_norm), x, scratch.input,
               scratch.output, [&](const Tensor3& input, Tensor3& output) {
                 feed_forward(block.feed_forward, input, scratch, output);
               });
}

ConstMatrixView matrix_of(const RowBuffer& rows) {
  return {rows.values.data(), rows.values.size() / rows.columns, rows.columns, rows.columns};
}

/// Multi-head attention of x [1, count, embed_dim], whose first token has this position, to projected keys and values
/// [keys, kv_heads · head_dim].
void attend_to(ConstMatrixView keys, ConstMatrixView values, const Tensor3& x, std::size_t first,
               const MultiheadWeights& weights, const AttentionOptions& options, MultiheadScratch& scratch,
               Tensor3& output) {
  project_query(x, weights, first, scratch.query);
  allocate(scratch.concat, "concat", scratch.query.shape());
  attend_heads(0, first, rows_of(std::as_const(scratch.query)), keys, values, weights, options, scratch.attention,
               rows_of(scratch.concat));
  linear_forward(scratch.concat, weights.output, output, "output");
}

}  // namespace

void normalize(const Tensor3& x, const Norm& norm, Tensor3& normalized) {
  allocate(normalized, "normalized x", x.shape());
  if (norm.kind == Norm::Kind::layer) {
    kernels::layer_norm(rows_of(x), norm.weight, norm.bias, norm.epsilon, rows_of(normalized));
  } else {
    kernels::rms_norm(rows_of(x), norm.weight, norm.epsilon, rows_of(normalized));
  }
}

void block_forward(const Block& block, const Tensor3* encoder_output, const BlockOptions& options,
                   BlockScratch& scratch, Tensor3& x) {
  run_sublayers(
      block, scratch, x,
      [&](const Tensor3& input, Tensor3& output) {
        multihead_attention(input, input, input, block.self_attention, options.self, scratch.attention, output);
      },
      [&](const Tensor3& input, Tensor3& output) {
        multihead_attention(input, *encoder_output, *encoder_output, block.cross_attention, options.cross,
                            scratch.attention, output);
      });
}

void init_cache(const Block& block, const Tensor3* encoder_output, BlockCache& cache) {
  cache = {};
  if (!block.has_cross_attention) return;
  project_key(*encoder_output, block.cross_attention, 0, cache.cross_keys);
  project_value(*encoder_output, block.cross_attention, cache.cross_values);
}

void block_decode(const Block& block, const BlockOptions& options, BlockCache& cache, BlockScratch& scratch,
                  Tensor3& x) {
  const std::size_t first = cache.decoded;
  cache.truncate();
  AttentionOptions causal = options.self;
  causal.mask.is_causal = true;
  run_sublayers(
      block, scratch, x,
      [&](const Tensor3& input, Tensor3& output) {
        const MultiheadWeights& weights = block.self_attention;
        project_key(input, weights, first, scratch.attention.key);
        project_value(input, weights, scratch.attention.value);
        cache.self_keys.append(scratch.attention.key);
        cache.self_values.append(scratch.attention.value);
        attend_to(matrix_of(cache.self_keys), matrix_of(cache.self_values), input, first, weights, causal,
                  scratch.attention, output);
      },
      [&](const Tensor3& input, Tensor3& output) {
        attend_to(rows_of(std::as_const(cache.cross_keys)), rows_of(std::as_const(cache.cross_values)), input, first,
                  block.cross_attention, options.cross, scratch.attention, output);
      });
  cache.self_inputs.append(scratch.self_input);
  if (block.has_cross_attention) cache.cross_inputs.append(scratch.cross_input);
  cache.decoded += x.shape(1);
}

}  // namespace spotlight
