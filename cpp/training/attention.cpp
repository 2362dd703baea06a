#include "attention.hpp"

#include <limits>

#include "../kernels/matmul.hpp"
#include "vector.hpp"

namespace spotlight::training {
namespace {

/// The rows of one sequence and the columns of one head.
template <class Float>
MatrixView<Float> head_of(MatrixView<Float> x, std::size_t batch, std::size_t tokens, std::size_t head,
                          std::size_t heads) {
  const std::size_t head_dim = x.columns / heads;
  return {x.row(batch * tokens) + head * head_dim, tokens, head_dim, x.stride};
}

/// The weights of one sequence and head.
template <class Float>
MatrixView<Float> weights_of(MatrixView<Float> weights, const AttentionSizes& sizes, std::size_t index) {
  return {weights.row(index * sizes.queries), sizes.queries, sizes.keys, sizes.keys};
}

std::size_t visible_keys(const AttentionSizes& sizes, std::size_t query) {
  return sizes.is_causal ? std::min(query + 1, sizes.keys) : sizes.keys;
}

void softmax_rows(const AttentionSizes& sizes, MutableMatrixView scores) {
  for (std::size_t i = 0; i < scores.rows; ++i) {
    const std::size_t visible = visible_keys(sizes, i);
    softmax(scores.row(i), visible, sizes.scale);
    std::fill(scores.row(i) + visible, scores.row(i) + sizes.keys, 0.0F);
  }
}

/// The weights of a head after dropout: themselves where there is none.
ConstMatrixView dropped_weights(const AttentionSizes& sizes, ConstMatrixView weights, std::size_t index,
                                const Dropout& dropout, Matrix& dropped) {
  if (!dropout.is_active()) return weights;
  allocate(dropped, "weights", {sizes.queries, sizes.keys});
  std::copy_n(weights.data, dropped.size(), dropped.data());
  dropout.apply(sizes.dropout_place, dropped.data(), dropped.size(), index * dropped.size());
  return matrix(std::as_const(dropped));
}

void clear(MutableMatrixView x) {
  for (std::size_t i = 0; i < x.rows; ++i) std::fill_n(x.row(i), x.columns, 0.0F);
}

}  // namespace

void attention_forward(const AttentionSizes& sizes, ConstMatrixView query, ConstMatrixView key, ConstMatrixView value,
                       const Dropout& dropout, HeadScratch& scratch, MutableMatrixView weights,
                       MutableMatrixView concat) {
  for (std::size_t index = 0; index < sizes.batch * sizes.heads; ++index) {
    const std::size_t batch = index / sizes.heads, head = index % sizes.heads;
    const MutableMatrixView scores = weights_of(weights, sizes, index);
    scratch.packed_keys.pack_transposed(head_of(key, batch, sizes.keys, head, sizes.heads));
    kernels::matmul(head_of(query, batch, sizes.queries, head, sizes.heads), scratch.packed_keys, nullptr, scores);
    softmax_rows(sizes, scores);
    scratch.packed_values.pack(head_of(value, batch, sizes.keys, head, sizes.heads));
    kernels::matmul(dropped_weights(sizes, scores, index, dropout, scratch.dropped), scratch.packed_values, nullptr,
                    head_of(concat, batch, sizes.queries, head, sizes.heads));
  }
}

void attention_backward(const AttentionSizes& sizes, ConstMatrixView query, ConstMatrixView key, ConstMatrixView value,
                        ConstMatrixView weights, ConstMatrixView concat_gradient, const Dropout& dropout,
                        HeadScratch& scratch, MutableMatrixView query_gradient, MutableMatrixView key_gradient,
                        MutableMatrixView value_gradient) {
  allocate(scratch.gradient, "the gradient of weights", {sizes.queries, sizes.keys});
  const MutableMatrixView gradient = matrix(scratch.gradient);
  const simd::batch scale(sizes.scale);
  clear(key_gradient);
  clear(value_gradient);
  for (std::size_t index = 0; index < sizes.batch * sizes.heads; ++index) {
    const std::size_t batch = index / sizes.heads, head = index % sizes.heads;
    const auto of_queries = [&](auto x) { return head_of(x, batch, sizes.queries, head, sizes.heads); };
    const auto of_keys = [&](auto x) { return head_of(x, batch, sizes.keys, head, sizes.heads); };
    const ConstMatrixView probabilities = weights_of(weights, sizes, index);
    const ConstMatrixView dropped = dropped_weights(sizes, probabilities, index, dropout, scratch.dropped);

    kernels::accumulate_matmul_tn(dropped, of_queries(concat_gradient), of_keys(value_gradient));
    scratch.packed_keys.pack_transposed(of_keys(value));  // the same shape as the keys'
    kernels::matmul(of_queries(concat_gradient), scratch.packed_keys, nullptr, gradient);
    dropout.apply(sizes.dropout_place, gradient.data, scratch.gradient.size(), index * scratch.gradient.size());

    // Of the scores: weights ∘ (gradient − Σ weights ∘ gradient), row by row, times the scale.
    for (std::size_t i = 0; i < sizes.queries; ++i) {
      const std::size_t visible = visible_keys(sizes, i);
      const simd::batch mean(dot(probabilities.row(i), gradient.row(i), visible));
      map(
          visible, gradient.row(i), [=](simd::batch g, simd::batch p) { return (g - mean) * p * scale; },
          static_cast<const float*>(gradient.row(i)), probabilities.row(i));
      std::fill(gradient.row(i) + visible, gradient.row(i) + sizes.keys, 0.0F);
    }

    kernels::accumulate_matmul_tn(gradient, of_queries(query), of_keys(key_gradient));
    scratch.packed_values.pack(of_keys(key));
    kernels::matmul(gradient, scratch.packed_values, nullptr, of_queries(query_gradient));
  }
}

}  // namespace spotlight::training
