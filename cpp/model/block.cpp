#include "block.hpp"

#include <algorithm>
#include <utility>

#include "../kernels/activations.hpp"
#include "../kernels/normalization.hpp"

namespace spotlight {
namespace {

constexpr float epsilon = 1e-5F;

/// x = x + f(norm(x)), or norm(x + f(x)). f computes `output` from `input`, which afterwards still holds its input.
template <class Sublayer>
void add_sublayer(const Norm& norm, bool norm_first, Tensor3& x, Tensor3& input, Tensor3& output, Sublayer sublayer) {
  if (norm_first) {
    normalize(x, norm, input);
  } else {
    assign(input, "the input of an attention", x);
  }
  sublayer(std::as_const(input), output);
  x += output;
  if (!norm_first) normalize(x, norm, x);
}

void feed_forward(const FeedForward& layer, const Tensor3& x, BlockScratch& scratch, Tensor3& output) {
  linear_forward(x, layer.linear1, scratch.hidden, "the hidden layer");
  switch (layer.activation) {
    case FeedForward::Activation::relu:
      kernels::relu(rows_of(scratch.hidden));
      break;
    case FeedForward::Activation::gelu:
      kernels::gelu(rows_of(scratch.hidden));
      break;
    case FeedForward::Activation::swiglu:
      kernels::silu(rows_of(scratch.hidden));
      linear_forward(x, layer.gate, scratch.gate, "the gate");
      scratch.hidden *= scratch.gate;
      break;
  }
  linear_forward(scratch.hidden, layer.linear2, output, "output");
}

ConstMatrixView matrix_of(const RowBuffer& rows, std::size_t dim) {
  return {rows.values.data(), rows.values.size() / dim, dim, dim};
}

/// Multi-head attention of a single query x [1, 1, embed_dim] to projected keys and values [keys, embed_dim].
void attend_single_query(const Tensor3& x, const MultiheadWeights& weights, ConstMatrixView keys,
                         ConstMatrixView values, const AttentionOptions& options, MultiheadScratch& scratch,
                         Tensor3& output) {
  linear_forward(x, weights.query, scratch.query, "projected query");
  allocate(scratch.concat, "concat", x.shape());
  attend_heads(0, rows_of(std::as_const(scratch.query)), keys, values, weights, options, scratch.attention,
               rows_of(scratch.concat));
  linear_forward(scratch.concat, weights.output, output, "output");
}

}  // namespace

void normalize(const Tensor3& x, const Norm& norm, Tensor3& normalized) {
  allocate(normalized, "normalized x", x.shape());
  if (norm.kind == Norm::Kind::layer) {
    kernels::layer_norm(rows_of(x), norm.weight, norm.bias, epsilon, rows_of(normalized));
  } else {
    kernels::rms_norm(rows_of(x), norm.weight, epsilon, rows_of(normalized));
  }
}

void block_forward(const Block& block, const Tensor3* encoder_output, const BlockOptions& options,
                   BlockScratch& scratch, Tensor3& x) {
  add_sublayer(block.self_attention_norm, block.norm_first, x, scratch.self_input, scratch.output,
               [&](const Tensor3& input, Tensor3& output) {
                 multihead_attention(input, input, input, block.self_attention, options.self, scratch.attention,
                                     output);
               });
  if (block.has_cross_attention) {
    add_sublayer(block.cross_attention_norm, block.norm_first, x, scratch.cross_input, scratch.output,
                 [&](const Tensor3& input, Tensor3& output) {
                   multihead_attention(input, *encoder_output, *encoder_output, block.cross_attention, options.cross,
                                       scratch.attention, output);
                 });
  }
  add_sublayer(
      block.feed_forward_norm, block.norm_first, x, scratch.input, scratch.output,
      [&](const Tensor3& input, Tensor3& output) { feed_forward(block.feed_forward, input, scratch, output); });
}

void init_cache(const Block& block, const Tensor3* encoder_output, BlockCache& cache) {
  cache = {};
  if (!block.has_cross_attention) return;
  linear_forward(*encoder_output, block.cross_attention.key, cache.cross_keys, "projected key");
  linear_forward(*encoder_output, block.cross_attention.value, cache.cross_values, "projected value");
}

void block_decode_step(const Block& block, const BlockOptions& options, BlockCache& cache, BlockScratch& scratch,
                       Tensor3& x) {
  const std::size_t dim = x.shape(2);
  cache.truncate(dim);
  // 1. Self-attention to the tokens so far, this one included. None after it exists: the causal mask is implicit.
  add_sublayer(block.self_attention_norm, block.norm_first, x, scratch.self_input, scratch.output,
               [&](const Tensor3& input, Tensor3& output) {
                 linear_forward(input, block.self_attention.key, scratch.attention.key, "projected key");
                 cache.self_keys.append(scratch.attention.key);
                 linear_forward(input, block.self_attention.value, scratch.attention.value, "projected value");
                 cache.self_values.append(scratch.attention.value);
                 attend_single_query(input, block.self_attention, matrix_of(cache.self_keys, dim),
                                     matrix_of(cache.self_values, dim), options.self, scratch.attention, output);
               });
  cache.self_inputs.append(scratch.self_input);
  // 2. Cross-attention to the encoder's output
  if (block.has_cross_attention) {
    add_sublayer(block.cross_attention_norm, block.norm_first, x, scratch.cross_input, scratch.output,
                 [&](const Tensor3& input, Tensor3& output) {
                   attend_single_query(input, block.cross_attention, rows_of(cache.cross_keys),
                                       rows_of(cache.cross_values), options.cross, scratch.attention, output);
                 });
    cache.cross_inputs.append(scratch.cross_input);
  }
  // 3. Feed-forward layer
  add_sublayer(
      block.feed_forward_norm, block.norm_first, x, scratch.input, scratch.output,
      [&](const Tensor3& input, Tensor3& output) { feed_forward(block.feed_forward, input, scratch, output); });
  ++cache.decoded;
}

}  // namespace spotlight
