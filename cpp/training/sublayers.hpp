// The sublayers of a pre-norm block, x + f(norm(x)) with attention or a feed-forward layer as f: forward and backward
// passes.
#pragma once

#include "../attention/batched.hpp"
#include "../layers/activation.hpp"
#include "../layers/dropout.hpp"
#include "layers.hpp"

namespace spotlight::training {

struct AttentionLayer {
  NormLayer norm;
  LinearLayer query, key_value, output;  // key_value computes keys and values side by side
  std::size_t heads = 1;
  float scale = 1.0F;
  bool is_causal = false;
  std::size_t dropout_place = 0;  // dropout place of the weights; dropout_place + 1 is that of the output
};

struct FeedForwardLayer {
  NormLayer norm;
  LinearLayer linear1, linear2;  // linear1 is W₁, or W₁ and V if gated
  FeedForwardActivation activation = FeedForwardActivation::relu;
  bool is_gated = false;
  std::size_t dropout_place = 0;
};

struct AttentionActivations {
  NormStatistics statistics;
  Matrix normalized;  // [batch · queries, embed_dim]
  Matrix query;       // [batch · queries, embed_dim]
  Matrix key_value;   // [batch · keys, 2 · embed_dim]
  Matrix weights;     // [batch · heads · queries, keys], before dropout
  Matrix concat;      // [batch · queries, embed_dim]
};

struct FeedForwardActivations {
  NormStatistics statistics;
  Matrix normalized;  // [rows, embed_dim]
  Matrix projected;   // [rows, feedforward_dim], or [rows, 2 · feedforward_dim] if gated
  Matrix hidden;      // [rows, feedforward_dim]
};

/// Sizes of a batch: the number of sequences, and the number of queries and of keys in each.
struct BatchSizes {
  std::size_t batch, queries, keys;
};

/// Gradients of an attention sublayer's activations. All attention sublayers of a kind (self or cross) reuse the same
/// memory.
struct AttentionSublayerGradients {
  Matrix sublayer, normalized, query, key_value, concat;
};
struct FeedForwardGradients {
  Matrix sublayer, normalized, projected, hidden;
};

struct AttentionSublayer {
  const AttentionLayer& layer;
  BatchSizes sizes;
  const Tensor3* rotation;  // rotation of queries and keys; null: none
  const Dropout& dropout;
  const Matrix& x;       // [batch · queries, embed_dim]
  const Matrix* source;  // [batch · keys, embed_dim], input of keys and values; null: norm(x)
  BatchedScratch& scratch;
};

/// Forward pass of an attention sublayer: y = x + attention(norm(x))
void attention_sublayer_forward(const Parameters& parameters, const AttentionSublayer& sublayer,
                                AttentionActivations& activations, Matrix& y);

/// Backward pass of an attention sublayer: replaces the gradient of y in dx with the gradient of x. In cross-attention,
/// adds the gradient of the encoder output to source_gradient.
void attention_sublayer_backward(Parameters& parameters, const AttentionSublayer& sublayer,
                                 const AttentionActivations& activations, AttentionSublayerGradients& gradients,
                                 Matrix& dx, Matrix* source_gradient);

/// Forward pass of a feed-forward sublayer: y = x + linear2(f(linear1(norm(x))))
void feed_forward_sublayer_forward(const Parameters& parameters, const FeedForwardLayer& layer, const Dropout& dropout,
                                   const Matrix& x, FeedForwardActivations& activations, Matrix& y);

void feed_forward_sublayer_backward(Parameters& parameters, const FeedForwardLayer& layer, const Dropout& dropout,
                                    const Matrix& x, const FeedForwardActivations& activations,
                                    FeedForwardGradients& gradients, Matrix& dx);

}  // namespace spotlight::training
