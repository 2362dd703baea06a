#include "block.hpp"

#include <algorithm>
#include <utility>

#include "../kernels/activations.hpp"
#include "../kernels/normalisation.hpp"

namespace spotlight {
namespace {

constexpr float epsilon = 1e-5F;

/// x = x + f(norm(x)), or norm(x + f(x)); f fills `output` from `input`, which is left as f has seen it.
template <class Sublayer>
void add_sublayer(const Norm& norm, bool norm_first, Tensor3& x, Tensor3& input, Tensor3& output, Sublayer sublayer) {
  if (norm_first) {
    normalise(x, norm, input);
  } else {
    input = x;
  }
  sublayer(std::as_const(input), output);
  x += output;
  if (!norm_first) normalise(x, norm, x);
}

void feed_forward(const FeedForward& layer, const Tensor3& x, BlockScratch& scratch, Tensor3& output) {
  project(x, layer.linear1, scratch.hidden);
  switch (layer.activation) {
    case FeedForward::Activation::relu:
      kernels::relu(rows_of(scratch.hidden));
      break;
    case FeedForward::Activation::gelu:
      kernels::gelu(rows_of(scratch.hidden));
      break;
    case FeedForward::Activation::swiglu:
      kernels::silu(rows_of(scratch.hidden));
      project(x, layer.gate, scratch.gate);
      scratch.hidden *= scratch.gate;
      break;
  }
  project(scratch.hidden, layer.linear2, output);
}

ConstMatrixView all(const Rows& rows, std::size_t dim) {
  return {rows.values.data(), rows.values.size() / dim, dim, dim};
}

/// output = W_O·(the heads of attention from one vector [1, 1, embed_dim] to these keys and values [count, embed_dim])
void attend_one(const Tensor3& x, const MultiheadWeights& weights, ConstMatrixView keys, ConstMatrixView values,
                const AttentionOptions& options, MultiheadScratch& scratch, Tensor3& output) {
  const std::size_t dim = x.shape(2);
  const std::size_t head_dim = dim / weights.num_heads;
  project(x, weights.query, scratch.query);
  scratch.merged.resize({1, 1, dim});
  for (std::size_t h = 0; h < weights.num_heads; ++h) {
    const std::size_t from = h * head_dim;
    if (weights.is_silenced(h)) {
      std::fill_n(scratch.merged.data() + from, head_dim, 0.0F);
      continue;
    }
    fused_attention({.batch = 0,
                     .head = h,
                     .num_heads = weights.num_heads,
                     .query = {scratch.query.data() + from, 1, head_dim, dim},
                     .key = {keys.data + from, keys.rows, head_dim, dim},
                     .value = {values.data + from, values.rows, head_dim, dim},
                     .output = {scratch.merged.data() + from, 1, head_dim, dim}},
                    options, scratch.attention);
  }
  project(scratch.merged, weights.output, output);
}

}  // namespace

void normalise(const Tensor3& x, const Norm& norm, Tensor3& normalised) {
  normalised.resize(x.shape());
  if (norm.kind == Norm::Kind::layer) {
    kernels::layer_norm(rows_of(x), norm.weight, norm.bias, epsilon, rows_of(normalised));
  } else {
    kernels::rms_norm(rows_of(x), norm.weight, epsilon, rows_of(normalised));
  }
}

void run_block(const Block& block, const Tensor3* memory, const BlockOptions& options, BlockScratch& scratch,
               Tensor3& x) {
  add_sublayer(
      block.norm1, block.norm_first, x, scratch.self_input, scratch.output, [&](const Tensor3& input, Tensor3& output) {
        multihead_attention(input, input, input, block.self_attention, options.self, scratch.attention, output);
      });
  if (block.hears_memory) {
    add_sublayer(block.norm3, block.norm_first, x, scratch.cross_input, scratch.output,
                 [&](const Tensor3& input, Tensor3& output) {
                   multihead_attention(input, *memory, *memory, block.cross_attention, options.cross, scratch.attention,
                                       output);
                 });
  }
  add_sublayer(block.norm2, block.norm_first, x, scratch.input, scratch.output,
               [&](const Tensor3& input, Tensor3& output) { feed_forward(block.feedforward, input, scratch, output); });
}

void begin_steps(const Block& block, const Tensor3* memory, BlockCache& cache) {
  cache = {};
  if (!block.hears_memory) return;
  project(*memory, block.cross_attention.key, cache.memory_keys);
  project(*memory, block.cross_attention.value, cache.memory_values);
}

void step_block(const Block& block, const BlockOptions& options, BlockCache& cache, BlockScratch& scratch, Tensor3& x) {
  const std::size_t dim = x.shape(2);
  // 1. The sequence so far, this vector included: nothing after it exists yet, which is what a causal mask is.
  add_sublayer(block.norm1, block.norm_first, x, scratch.self_input, scratch.output,
               [&](const Tensor3& input, Tensor3& output) {
                 project(input, block.self_attention.key, scratch.attention.key);
                 cache.keys.append(scratch.attention.key);
                 project(input, block.self_attention.value, scratch.attention.value);
                 cache.values.append(scratch.attention.value);
                 attend_one(input, block.self_attention, all(cache.keys, dim), all(cache.values, dim), options.self,
                            scratch.attention, output);
               });
  cache.self_inputs.append(scratch.self_input);
  // 2. The memory.
  if (block.hears_memory) {
    add_sublayer(block.norm3, block.norm_first, x, scratch.cross_input, scratch.output,
                 [&](const Tensor3& input, Tensor3& output) {
                   attend_one(input, block.cross_attention, rows_of(std::as_const(cache.memory_keys)),
                              rows_of(std::as_const(cache.memory_values)), options.cross, scratch.attention, output);
                 });
    cache.cross_inputs.append(scratch.cross_input);
  }
  // 3. By itself.
  add_sublayer(block.norm2, block.norm_first, x, scratch.input, scratch.output,
               [&](const Tensor3& input, Tensor3& output) { feed_forward(block.feedforward, input, scratch, output); });
}

}  // namespace spotlight
