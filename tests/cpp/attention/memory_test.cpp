// Out-of-memory errors in attention. Each function is called with an allocator that fails at the first allocation, then
// at the second, and so on. Each call must succeed or fail with an error that names the array, and the next call must
// give correct numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "failing_allocator.hpp"

#include "attention/multihead_backward.hpp"
#include "attention/trace_backward.hpp"
#include "attention/variants/linear_attention.hpp"
#include "attention/variants/linformer.hpp"
#include "random_numbers.hpp"
#include "sequences.hpp"
#include "set_linear.hpp"

namespace spotlight {
namespace {

/// Queries, keys and values of two heads that share one key/value head.
struct Heads {
  explicit Heads(Size size) {
    const std::size_t rows = size == Size::small ? 5 : 70;
    const std::size_t dim = size == Size::small ? 3 : 18;
    query = random_numbers<4>({2, 2, rows, dim}, 1);
    key = random_numbers<4>({2, 1, rows, dim}, 2);
    value = random_numbers<4>({2, 1, rows, dim + 1}, 3);
    gradient = random_numbers<4>({2, 2, rows, dim + 1}, 4);
  }
  Tensor4 query, key, value, gradient;
};

const Heads& heads(Size size) {
  static const Heads small(Size::small);
  static const Heads large(Size::large);
  return size == Size::small ? small : large;
}

AttentionOptions masked_options() {
  static const std::vector<std::int32_t> lengths = {5, 4};
  AttentionOptions options;
  options.mask.is_causal = true;
  options.mask.key_lengths = lengths.data();
  options.dropout_p = 0.25F;
  return options;
}

TEST(AttentionMemory, EveryStepIsSafe) {
  for (const WeightFunction function : {WeightFunction::softmax, WeightFunction::relu}) {
    AttentionOptions options = masked_options();
    options.weight_function = function;
    options.eps = 0.01F;
    expect_safe(computation<Trace>([options](Trace& trace, Size size) {
      const Heads& h = heads(size);
      trace_attention(h.query, h.key, h.value, options, trace);
      return numbers_of(trace.scores, trace.weights, trace.output);
    }));
  }
}

TEST(AttentionMemory, TheFusedPassIsSafe) {
  struct Kept {
    FusedScratch scratch;
    Tensor4 output;
  };
  const SparsePattern pattern = {.window = 8, .global = {1}, .random_blocks = 1, .seed = 3};
  for (const bool is_sparse : {false, true}) {
    AttentionOptions options = masked_options();
    if (is_sparse) options.mask.pattern = &pattern;
    expect_safe(computation<Kept>([options](Kept& kept, Size size) {
      const Heads& h = heads(size);
      fused_attention(h.query, h.key, h.value, options, kept.scratch, kept.output);
      return numbers_of(kept.output);
    }));
  }
}

TEST(AttentionMemory, LinearAttentionIsSafe) {
  struct Kept {
    LinearAttentionScratch scratch;
    Tensor4 output;
  };
  for (const FeatureMap::Kind kind : {FeatureMap::Kind::elu, FeatureMap::Kind::favor}) {
    for (const bool is_causal : {false, true}) {
      AttentionOptions options;
      options.mask.is_causal = is_causal;
      expect_safe(computation<Kept>([options, kind](Kept& kept, Size size) {
        const Heads& h = heads(size);
        linear_attention(h.query, h.key, h.value, options, {.kind = kind, .features = 9, .seed = 5}, kept.scratch,
                         kept.output);
        return numbers_of(kept.output);
      }));
    }
  }
}

TEST(AttentionMemory, LinformerIsSafe) {
  struct Kept {
    Matrix projection;
    LinformerScratch scratch;
    Tensor4 output;
  };
  expect_safe(computation<Kept>([](Kept& kept, Size size) {
    const Heads& h = heads(size);
    allocate(kept.projection, "projection", {4, h.key.shape(2)});
    mean_pooling(kept.projection);
    linformer_attention(h.query, h.key, h.value, kept.projection, kept.projection, {}, kept.scratch, kept.output);
    return numbers_of(kept.output);
  }));
}

TEST(AttentionMemory, TheBackwardPassIsSafe) {
  struct Kept {
    Trace trace;
    AttentionGradients gradients;
  };
  expect_safe(computation<Kept>([](Kept& kept, Size size) {
    const Heads& h = heads(size);
    trace_attention(h.query, h.key, h.value, {}, kept.trace);
    attention_backward(h.query, h.key, h.value, {}, kept.trace, h.gradient, kept.gradients);
    return numbers_of(kept.gradients.query, kept.gradients.key, kept.gradients.value);
  }));
}

MultiheadWeights random_weights(std::uint64_t seed) {
  MultiheadWeights weights;
  weights.num_heads = weights.num_kv_heads = 2;
  weights.query = random_linear(embed_dim, embed_dim, true, seed);
  weights.key = random_linear(embed_dim, embed_dim, true, seed + 2);
  weights.value = random_linear(embed_dim, embed_dim, true, seed + 4);
  weights.output = random_linear(embed_dim, embed_dim, true, seed + 6);
  return weights;
}

TEST(AttentionMemory, MultiheadAttentionIsSafe) {
  struct Kept {
    MultiheadWeights weights = random_weights(1);
    MultiheadScratch scratch;
    Tensor3 output;
  };
  expect_safe(computation<Kept>([](Kept& kept, Size size) {
    const Tensor3& x = sequence(size);
    multihead_attention(x, x, x, kept.weights, {}, kept.scratch, kept.output);
    return numbers_of(kept.output);
  }));
}

TEST(AttentionMemory, TheTraceAndTheBackwardPassOfMultiheadAttentionAreSafe) {
  struct Kept {
    MultiheadWeights weights = random_weights(1);
    MultiheadTrace trace;
    MultiheadGradients gradients;
  };
  expect_safe(computation<Kept>([](Kept& kept, Size size) {
    const Tensor3& x = sequence(size);
    trace_multihead_attention(x, x, x, kept.weights, {}, kept.trace);
    multihead_backward(x, x, x, kept.weights, {}, kept.trace, x, kept.gradients);
    return numbers_of(kept.trace.concat, kept.trace.output, kept.gradients.query, kept.gradients.to_key.weight,
                      kept.gradients.to_output.bias);
  }));
}

}  // namespace
}  // namespace spotlight
