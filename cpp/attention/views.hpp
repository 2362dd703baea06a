#pragma once

#include <cstdint>

#include "../core/tensor.hpp"

namespace spotlight {

/// Views of the projected queries, keys and values of one or several consecutive sequences: query [queries, heads ·
/// head_dim], key and value [keys, kv_heads · head_dim].
template <class Float>
struct AttentionViews {
  MatrixView<Float> query, key, value;

  operator AttentionViews<const Float>() const
    requires(!std::is_const_v<Float>)
  {
    return {query, key, value};
  }
};

/// Views of one head's query, key, value and output, and its batch and head indices, on which masks and dropout depend.
struct HeadViews {
  std::size_t batch;
  std::size_t head;
  std::size_t num_heads;
  ConstMatrixView query;     // [queries, head_dim]
  ConstMatrixView key;       // [keys, head_dim]
  ConstMatrixView value;     // [keys, value_dim]
  MutableMatrixView output;  // [queries, value_dim]
};

/// Range of a head's queries: the index of the range's first query, and the number of queries in the whole head. Masks
/// and dropout depend on both.
struct QueryRange {
  std::size_t first;
  std::size_t total;
};

inline QueryRange all_queries(const HeadViews& head) { return {.first = 0, .total = head.query.rows}; }

/// Index of the range's first row of weights, among the rows of weights of all heads and batch entries.
inline std::uint64_t first_row(const HeadViews& head, QueryRange range) {
  return (std::uint64_t{head.batch} * head.num_heads + head.head) * range.total + range.first;
}

}  // namespace spotlight
