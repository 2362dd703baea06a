// Attention heads: the columns of each head, splitting vectors into heads, and concatenating heads (Vaswani et al.
// 2017, section 3.2.2).
#pragma once

#include "../core/tensor.hpp"
#include "views.hpp"

namespace spotlight {

/// View of the columns of one head in x [seq_len, heads · head_dim].
template <class Float>
MatrixView<Float> head_columns(MatrixView<Float> x, std::size_t index, std::size_t heads) noexcept {
  const std::size_t head_dim = x.columns / heads;
  return x.column_range(index * head_dim, head_dim);
}

/// Index of the key/value head that a query head attends to. Each key/value head is shared by num_heads / num_kv_heads
/// consecutive query heads (grouped-query attention, Ainslie et al. 2023; with a single one, multi-query attention,
/// Shazeer 2019).
inline std::size_t kv_head_index(std::size_t head, std::size_t num_heads, std::size_t num_kv_heads) {
  return head * num_kv_heads / num_heads;
}

/// Views of one head: of its matrices in query [batch, heads, queries, head_dim] and output [batch, heads, queries,
/// value_dim], and of the key/value head that it attends to in key [batch, kv_heads, keys, head_dim] and value [batch,
/// kv_heads, keys, value_dim].
inline HeadViews head_views(const Tensor4& query, const Tensor4& key, const Tensor4& value, std::size_t batch,
                            std::size_t head, Tensor4& output) {
  const std::size_t kv_head = kv_head_index(head, query.shape(1), key.shape(1));
  return {.batch = batch,
          .head = head,
          .num_heads = query.shape(1),
          .query = matrix(query, batch, head),
          .key = matrix(key, batch, kv_head),
          .value = matrix(value, batch, kv_head),
          .output = matrix(output, batch, head)};
}

/// Splits vectors into heads: x [batch, seq_len, heads · head_dim] → heads [batch, heads, seq_len, head_dim]
void split_heads(const Tensor3& x, std::size_t num_heads, Tensor4& heads);

/// Concatenates heads, Concat(head₁ …): heads [batch, heads, seq_len, head_dim] → x [batch, seq_len, heads · head_dim]
void concat_heads(const Tensor4& heads, Tensor3& x);

}  // namespace spotlight
