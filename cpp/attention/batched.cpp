#include "batched.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "../core/constants.hpp"
#include "../core/round_up.hpp"
#include "../kernels/matmul.hpp"
#include "../kernels/softmax.hpp"
#include "heads.hpp"

namespace spotlight {
namespace {

/// View of one head of one sequence in x [batch · tokens, heads · head_dim]. `index` is sequence · heads + head.
template <class Float>
MatrixView<Float> head_of(MatrixView<Float> x, const BatchedSizes& sizes, std::size_t tokens, std::size_t index) {
  return head_columns(x.row_range(index / sizes.heads * tokens, tokens), index % sizes.heads, sizes.heads);
}
template <class Float>
AttentionViews<Float> head_of(const AttentionViews<Float>& all, const BatchedSizes& sizes, std::size_t index) {
  return {.query = head_of(all.query, sizes, sizes.queries, index),
          .key = head_of(all.key, sizes, sizes.keys, index),
          .value = head_of(all.value, sizes, sizes.keys, index)};
}

/// Number of queries per block in causal attention. A block is computed with all keys that any of its queries attends
/// to.
constexpr std::size_t causal_block = 16;

/// Calls compute(first, count, keys) for each block of queries: its first row, its number of rows, and the number of
/// keys that they attend to.
template <class Compute>
void for_each_block(const BatchedSizes& sizes, Compute compute) {
  const std::size_t rows = sizes.is_causal ? causal_block : sizes.queries;
  for (std::size_t first = 0; first < sizes.queries; first += rows) {
    const std::size_t count = std::min(rows, sizes.queries - first);
    compute(first, count, sizes.is_causal ? first + count : sizes.keys);
  }
}

/// Number of keys to compute for a query: those that it attends to, rounded up to whole SIMD registers. The additional
/// keys have weight 0.
std::size_t attended_keys(const BatchedSizes& sizes, std::size_t query) {
  return sizes.is_causal ? std::min(round_up(query + 1, simd::lanes), sizes.keys) : sizes.keys;
}

void softmax_attended(const BatchedSizes& sizes, std::size_t first, MutableMatrixView scores) {
  for (std::size_t i = 0; i < scores.rows; ++i) {
    float* row = scores.row(i);
    const std::size_t attended = attended_keys(sizes, first + i);
    if (sizes.is_causal) std::fill(row + first + i + 1, row + attended, minus_infinity);
    kernels::softmax(row, attended, sizes.scale);
    std::fill(row + attended, row + sizes.keys, 0.0F);
  }
}

/// Weights of a head after dropout, written to `dropped`. If dropout is inactive, `weights` itself.
ConstMatrixView dropped_weights(const BatchedSizes& sizes, ConstMatrixView weights, std::size_t index,
                                const Dropout& dropout, Matrix& dropped) {
  if (!dropout.is_active()) return weights;
  allocate(dropped, "weights", {sizes.queries, sizes.keys});
  std::copy_n(weights.data, dropped.size(), dropped.data());
  dropout.apply(sizes.dropout_place, dropped.data(), dropped.size(), std::uint64_t{index} * dropped.size());
  return matrix(std::as_const(dropped));
}

/// Replaces the gradient with respect to a head's attention weights with the gradient with respect to its scores, Q·Kᵀ
/// before scaling.
void scores_gradient(const BatchedSizes& sizes, ConstMatrixView weights, MutableMatrixView gradient) {
  for (std::size_t i = 0; i < sizes.queries; ++i) {
    const std::size_t attended = attended_keys(sizes, i);
    kernels::softmax_backward(weights.row(i), attended, sizes.scale, gradient.row(i));
    std::fill(gradient.row(i) + attended, gradient.row(i) + sizes.keys, 0.0F);
  }
}

/// result [keys, size] += aᵀ·b, the gradients of key or value. a [queries, keys] must be 0 where a query does not
/// attend to a key; b is [queries, size].
void accumulate_key_gradients(const BatchedSizes& sizes, ConstMatrixView a, ConstMatrixView b,
                              MutableMatrixView result) {
  const std::size_t size = sizes.is_causal ? causal_block : sizes.keys;
  for (std::size_t key = 0; key < sizes.keys; key += size) {
    const std::size_t keys = std::min(size, sizes.keys - key);
    const std::size_t first = sizes.is_causal ? key : 0;  // first query that attends to one of these keys
    const std::size_t queries = sizes.queries - first;
    kernels::accumulate_matmul_tn(a.row_range(first, queries).column_range(key, keys), b.row_range(first, queries),
                                  result.row_range(key, keys));
  }
}

void clear(MutableMatrixView x) {
  for (std::size_t i = 0; i < x.rows; ++i) std::fill_n(x.row(i), x.columns, 0.0F);
}

}  // namespace

void batched_attention(const BatchedSizes& sizes, const AttentionViews<const float>& inputs, const Dropout& dropout,
                       BatchedScratch& scratch, MutableMatrixView weights, MutableMatrixView concat) {
  for (std::size_t index = 0; index < sizes.batch * sizes.heads; ++index) {
    const AttentionViews<const float> head = head_of(inputs, sizes, index);
    const MutableMatrixView scores = weights.row_range(index * sizes.queries, sizes.queries);
    scratch.packed_keys.pack_transposed(head.key);
    for_each_block(sizes, [&](std::size_t first, std::size_t count, std::size_t keys) {
      const MutableMatrixView rows = scores.row_range(first, count);
      kernels::matmul(head.query.row_range(first, count), scratch.packed_keys, nullptr, rows.column_range(0, keys));
      softmax_attended(sizes, first, rows);
    });
    scratch.packed_values.pack(head.value);
    const ConstMatrixView dropped = dropped_weights(sizes, scores, index, dropout, scratch.dropped);
    const MutableMatrixView output = head_of(concat, sizes, sizes.queries, index);
    for_each_block(sizes, [&](std::size_t first, std::size_t count, std::size_t keys) {
      kernels::matmul(dropped.row_range(first, count).column_range(0, keys), scratch.packed_values, nullptr,
                      output.row_range(first, count));
    });
  }
}

void batched_attention_backward(const BatchedSizes& sizes, const AttentionViews<const float>& inputs,
                                ConstMatrixView weights, ConstMatrixView concat_gradient, const Dropout& dropout,
                                BatchedScratch& scratch, const AttentionViews<float>& gradients) {
  allocate(scratch.gradient, "the gradient of weights", {sizes.queries, sizes.keys});
  const MutableMatrixView gradient = matrix(scratch.gradient);
  clear(gradients.key);
  clear(gradients.value);
  for (std::size_t index = 0; index < sizes.batch * sizes.heads; ++index) {
    const AttentionViews<const float> head = head_of(inputs, sizes, index);
    const AttentionViews<float> head_gradients = head_of(gradients, sizes, index);
    const ConstMatrixView probabilities = weights.row_range(index * sizes.queries, sizes.queries);
    const ConstMatrixView dropped = dropped_weights(sizes, probabilities, index, dropout, scratch.dropped);
    const ConstMatrixView output_gradient = head_of(concat_gradient, sizes, sizes.queries, index);

    scratch.packed_keys.pack_transposed(head.value);  // values have the same shape as keys
    for_each_block(sizes, [&](std::size_t first, std::size_t count, std::size_t keys) {
      kernels::matmul(output_gradient.row_range(first, count), scratch.packed_keys, nullptr,
                      gradient.row_range(first, count).column_range(0, keys));
    });
    dropout.apply(sizes.dropout_place, gradient.data, scratch.gradient.size(),
                  std::uint64_t{index} * scratch.gradient.size());
    scores_gradient(sizes, probabilities, gradient);
    scratch.packed_values.pack(head.key);
    for_each_block(sizes, [&](std::size_t first, std::size_t count, std::size_t keys) {
      kernels::matmul(gradient.row_range(first, count).column_range(0, keys), scratch.packed_values, nullptr,
                      head_gradients.query.row_range(first, count));
    });
    accumulate_key_gradients(sizes, dropped, output_gradient, head_gradients.value);
    accumulate_key_gradients(sizes, gradient, head.query, head_gradients.key);
  }
}

}  // namespace spotlight
