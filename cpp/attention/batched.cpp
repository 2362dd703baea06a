#include "batched.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "../core/constants.hpp"
#include "../kernels/matmul.hpp"
#include "../kernels/softmax.hpp"
#include "../kernels/tile.hpp"

namespace spotlight {
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
MatrixView<Float> weights_of(MatrixView<Float> weights, const BatchedSizes& sizes, std::size_t index) {
  return {weights.row(index * sizes.queries), sizes.queries, sizes.keys, sizes.keys};
}

/// Where attention is causal, a head is computed in blocks of this many queries, with the keys that one of them sees.
constexpr std::size_t causal_block = 16;

/// Calls `compute` with the first row of each block, its rows, and the number of keys that it sees.
template <class Compute>
void for_each_block(const BatchedSizes& sizes, Compute compute) {
  const std::size_t rows = sizes.is_causal ? causal_block : sizes.queries;
  for (std::size_t first = 0; first < sizes.queries; first += rows) {
    const std::size_t count = std::min(rows, sizes.queries - first);
    compute(first, count, sizes.is_causal ? first + count : sizes.keys);
  }
}

/// The rows [first, first + count) and the columns [0, columns).
template <class Float>
MatrixView<Float> block_of(MatrixView<Float> x, std::size_t first, std::size_t count, std::size_t columns) {
  return {x.row(first), count, columns, x.stride};
}

/// Whole registers that hold the keys that a query sees; the weights of the others in them are 0.
std::size_t visible_keys(const BatchedSizes& sizes, std::size_t query) {
  return sizes.is_causal ? std::min(kernels::round_up(query + 1, simd::lanes), sizes.keys) : sizes.keys;
}

void softmax_visible(const BatchedSizes& sizes, std::size_t first, MutableMatrixView scores) {
  for (std::size_t i = 0; i < scores.rows; ++i) {
    float* row = scores.row(i);
    const std::size_t visible = visible_keys(sizes, first + i);
    if (sizes.is_causal) std::fill(row + first + i + 1, row + visible, minus_infinity);
    kernels::softmax(row, visible, sizes.scale);
    std::fill(row + visible, row + sizes.keys, 0.0F);
  }
}

/// The weights of a head after dropout: themselves where there is none.
ConstMatrixView dropped_weights(const BatchedSizes& sizes, ConstMatrixView weights, std::size_t index,
                                const Dropout& dropout, Matrix& dropped) {
  if (!dropout.is_active()) return weights;
  allocate(dropped, "weights", {sizes.queries, sizes.keys});
  std::copy_n(weights.data, dropped.size(), dropped.data());
  dropout.apply(sizes.dropout_place, dropped.data(), dropped.size(), std::uint64_t{index} * dropped.size());
  return matrix(std::as_const(dropped));
}

/// The gradient of the weights becomes that of the scores.
void scores_gradient(const BatchedSizes& sizes, ConstMatrixView weights, MutableMatrixView gradient) {
  for (std::size_t i = 0; i < sizes.queries; ++i) {
    const std::size_t visible = visible_keys(sizes, i);
    kernels::softmax_backward(weights.row(i), visible, sizes.scale, gradient.row(i));
    std::fill(gradient.row(i) + visible, gradient.row(i) + sizes.keys, 0.0F);
  }
}

/// result [keys, size] += aᵀ·b with a [queries, keys], b [queries, size]; a is 0 where a query does not see a key.
void accumulate_key_gradients(const BatchedSizes& sizes, ConstMatrixView a, ConstMatrixView b,
                              MutableMatrixView result) {
  const std::size_t size = sizes.is_causal ? causal_block : sizes.keys;
  for (std::size_t key = 0; key < sizes.keys; key += size) {
    const std::size_t keys = std::min(size, sizes.keys - key);
    const std::size_t first = sizes.is_causal ? key : 0;  // the first query that sees one of these keys
    const ConstMatrixView seen = {a.row(first) + key, sizes.queries - first, keys, a.stride};
    kernels::accumulate_matmul_tn(seen, block_of(b, first, sizes.queries - first, b.columns),
                                  block_of(result, key, keys, result.columns));
  }
}

void clear(MutableMatrixView x) {
  for (std::size_t i = 0; i < x.rows; ++i) std::fill_n(x.row(i), x.columns, 0.0F);
}

}  // namespace

void batched_attention(const BatchedSizes& sizes, ConstMatrixView query, ConstMatrixView key, ConstMatrixView value,
                       const Dropout& dropout, BatchedScratch& scratch, MutableMatrixView weights,
                       MutableMatrixView concat) {
  for (std::size_t index = 0; index < sizes.batch * sizes.heads; ++index) {
    const std::size_t batch = index / sizes.heads, head = index % sizes.heads;
    const MutableMatrixView scores = weights_of(weights, sizes, index);
    scratch.packed_keys.pack_transposed(head_of(key, batch, sizes.keys, head, sizes.heads));
    const ConstMatrixView queries = head_of(query, batch, sizes.queries, head, sizes.heads);
    for_each_block(sizes, [&](std::size_t first, std::size_t count, std::size_t keys) {
      kernels::matmul(block_of(queries, first, count, queries.columns), scratch.packed_keys, nullptr,
                      block_of(scores, first, count, keys));
      softmax_visible(sizes, first, block_of(scores, first, count, sizes.keys));
    });
    scratch.packed_values.pack(head_of(value, batch, sizes.keys, head, sizes.heads));
    const ConstMatrixView dropped = dropped_weights(sizes, scores, index, dropout, scratch.dropped);
    const MutableMatrixView output = head_of(concat, batch, sizes.queries, head, sizes.heads);
    for_each_block(sizes, [&](std::size_t first, std::size_t count, std::size_t keys) {
      kernels::matmul(block_of(dropped, first, count, keys), scratch.packed_values, nullptr,
                      block_of(output, first, count, output.columns));
    });
  }
}

void batched_attention_backward(const BatchedSizes& sizes, ConstMatrixView query, ConstMatrixView key,
                                ConstMatrixView value, ConstMatrixView weights, ConstMatrixView concat_gradient,
                                const Dropout& dropout, BatchedScratch& scratch, MutableMatrixView query_gradient,
                                MutableMatrixView key_gradient, MutableMatrixView value_gradient) {
  allocate(scratch.gradient, "the gradient of weights", {sizes.queries, sizes.keys});
  const MutableMatrixView gradient = matrix(scratch.gradient);
  clear(key_gradient);
  clear(value_gradient);
  for (std::size_t index = 0; index < sizes.batch * sizes.heads; ++index) {
    const std::size_t batch = index / sizes.heads, head = index % sizes.heads;
    const auto of_queries = [&](auto x) { return head_of(x, batch, sizes.queries, head, sizes.heads); };
    const auto of_keys = [&](auto x) { return head_of(x, batch, sizes.keys, head, sizes.heads); };
    const ConstMatrixView probabilities = weights_of(weights, sizes, index);
    const ConstMatrixView dropped = dropped_weights(sizes, probabilities, index, dropout, scratch.dropped);
    const ConstMatrixView output = of_queries(concat_gradient);

    scratch.packed_keys.pack_transposed(of_keys(value));  // the same shape as the keys'
    for_each_block(sizes, [&](std::size_t first, std::size_t count, std::size_t keys) {
      kernels::matmul(block_of(output, first, count, output.columns), scratch.packed_keys, nullptr,
                      block_of(gradient, first, count, keys));
    });
    dropout.apply(sizes.dropout_place, gradient.data, scratch.gradient.size(),
                  std::uint64_t{index} * scratch.gradient.size());
    scores_gradient(sizes, probabilities, gradient);
    scratch.packed_values.pack(of_keys(key));
    const MutableMatrixView to_queries = of_queries(query_gradient);
    for_each_block(sizes, [&](std::size_t first, std::size_t count, std::size_t keys) {
      kernels::matmul(block_of(gradient, first, count, keys), scratch.packed_values, nullptr,
                      block_of(to_queries, first, count, to_queries.columns));
    });
    accumulate_key_gradients(sizes, dropped, output, of_keys(value_gradient));
    accumulate_key_gradients(sizes, gradient, of_queries(query), of_keys(key_gradient));
  }
}

}  // namespace spotlight
