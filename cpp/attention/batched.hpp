// Attention of many short sequences at once, for training: the forward pass saves the weights, and the backward pass
// computes the gradients from them. Inference uses other implementations: the fused pass, which never stores the
// weights, or the trace, which computes one sequence step by step. docs/decisions/one-core.md explains why there are
// three.
#pragma once

#include "../kernels/packed_matrix.hpp"
#include "../layers/dropout.hpp"
#include "views.hpp"

namespace spotlight {

struct BatchedSizes {
  std::size_t batch, heads, queries, keys;
  float scale;
  bool is_causal;  // query i attends to keys 0 … i; requires queries == keys
  std::size_t dropout_place;
};

struct BatchedScratch {
  kernels::PackedMatrix packed_keys, packed_values;
  Matrix dropped;   // weights after dropout, [queries, keys]
  Matrix gradient;  // gradient of the weights, then of the scores, [queries, keys]
};

/// Computes concat = softmax(scale·Q·Kᵀ)·V [batch · queries, heads · head_dim] for all sequences and heads. `weights`
/// [batch · heads · queries, keys] receives the weights before dropout.
void batched_attention(const BatchedSizes& sizes, const AttentionViews<const float>& inputs, const Dropout& dropout,
                       BatchedScratch& scratch, MutableMatrixView weights, MutableMatrixView concat);

/// Backward pass of batched_attention: computes the gradients of query, key and value from concat_gradient, the
/// gradient of its output.
void batched_attention_backward(const BatchedSizes& sizes, const AttentionViews<const float>& inputs,
                                ConstMatrixView weights, ConstMatrixView concat_gradient, const Dropout& dropout,
                                BatchedScratch& scratch, const AttentionViews<float>& gradients);

}  // namespace spotlight
