// A block of a Transformer: attention to the own sequence, attention to another one where there is any, and a
// feed-forward layer, each with a residual connection and a normalisation. Encoder and decoder are made of these.
#pragma once

#include <cstdint>
#include <vector>

#include "../attention/multihead.hpp"
#include "../attention/projection.hpp"

namespace spotlight {

struct Norm {
  enum class Kind : std::uint8_t {
    layer,  // LayerNorm with epsilon 1e-5 (Ba, Kiros & Hinton 2016; torch.nn.LayerNorm)
    rms,    // RMSNorm with epsilon 1e-5 (Zhang & Sennrich 2019): no mean, no bias
  };
  Kind kind = Kind::layer;
  Vector weight;  // [embed_dim]
  Vector bias;    // [embed_dim], of LayerNorm
};

struct FeedForward {
  enum class Activation : std::uint8_t {
    relu,    // W₂·relu(W₁·x)
    gelu,    // W₂·gelu(W₁·x), the exact one, with the error function (torch's default)
    swiglu,  // W₂·(silu(W₁·x) ∘ (G·x)) (Shazeer 2020)
  };
  Activation activation = Activation::relu;
  Projection linear1;  // W₁ [feedforward_dim, embed_dim]
  Projection gate;     // G [feedforward_dim, embed_dim], of swiglu
  Projection linear2;  // W₂ [embed_dim, feedforward_dim]
};

struct Block {
  bool norm_first = true;     // pre-norm: x + f(norm(x)); otherwise post-norm: norm(x + f(x))
  bool hears_memory = false;  // whether there is cross attention
  Norm norm1;
  MultiheadWeights self_attention;
  Norm norm3;  // of the cross attention
  MultiheadWeights cross_attention;
  Norm norm2;  // of the feed-forward layer
  FeedForward feedforward;
};

/// What is to be heard and what not, in the own sequence and in the other one.
struct BlockOptions {
  AttentionOptions self;
  AttentionOptions cross;
};

struct BlockScratch {
  Tensor3 self_input, cross_input;  // of the attentions, [batch, seq_len, embed_dim]; stay after a run
  Tensor3 input, hidden, gate, output;
  MultiheadScratch attention;
};

/// x [batch, seq_len, embed_dim] becomes the block's output; memory [batch, words, embed_dim] where the block hears
/// one.
void run_block(const Block& block, const Tensor3* memory, const BlockOptions& options, BlockScratch& scratch,
               Tensor3& x);

/// Vectors [count, embed_dim] that grow by one at each step.
struct Rows {
  std::vector<float> values;

  void append(const Tensor3& vector) { values.insert(values.end(), vector.begin(), vector.end()); }
};

/// Keys and values of what a block has heard so far (a KV cache).
struct BlockCache {
  Rows self_inputs, cross_inputs;      // of the attentions
  Rows keys, values;                   // of the own sequence
  Tensor3 memory_keys, memory_values;  // of the other one, [1, words, embed_dim]
};

/// Makes a cache ready for a sequence that hears this memory [1, words, embed_dim], or none.
void begin_steps(const Block& block, const Tensor3* memory, BlockCache& cache);

/// The next vector of a sequence, [1, 1, embed_dim], which hears those before it and itself: what run_block gives of
/// the whole sequence under a causal mask.
void step_block(const Block& block, const BlockOptions& options, BlockCache& cache, BlockScratch& scratch, Tensor3& x);

/// x [batch, seq_len, embed_dim]; normalised may be x itself.
void normalise(const Tensor3& x, const Norm& norm, Tensor3& normalised);

}  // namespace spotlight
