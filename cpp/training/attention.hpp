// Attention of many short sequences at once, forward and backward.
#pragma once

#include "../kernels/packed_matrix.hpp"
#include "dropout.hpp"

namespace spotlight::training {

struct AttentionSizes {
  std::size_t batch, heads, queries, keys;
  float scale;
  bool is_causal;  // query i attends to keys 0 … i
  std::size_t dropout_place;
};

/// Memory of one head at a time.
struct HeadScratch {
  kernels::PackedMatrix packed_keys, packed_values;
  Matrix dropped;   // [queries, keys], the weights after dropout
  Matrix gradient;  // [queries, keys], of the weights, then of the scores
};

/// concat = softmax(scale·Q·Kᵀ)·V of each sequence and head. Q and concat [batch · queries, heads · head_dim], K and V
/// [batch · keys, heads · head_dim]; weights [batch · heads · queries, keys], before dropout.
void attention_forward(const AttentionSizes& sizes, ConstMatrixView query, ConstMatrixView key, ConstMatrixView value,
                       const Dropout& dropout, HeadScratch& scratch, MutableMatrixView weights,
                       MutableMatrixView concat);

/// The gradients of Q, K and V from that of concat.
void attention_backward(const AttentionSizes& sizes, ConstMatrixView query, ConstMatrixView key, ConstMatrixView value,
                        ConstMatrixView weights, ConstMatrixView concat_gradient, const Dropout& dropout,
                        HeadScratch& scratch, MutableMatrixView query_gradient, MutableMatrixView key_gradient,
                        MutableMatrixView value_gradient);

}  // namespace spotlight::training
