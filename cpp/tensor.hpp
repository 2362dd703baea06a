// The arrays that the library speaks: xtensor containers, row-major float32, every dimension named in a comment,
// and light views of single matrices inside them for the kernels.
#pragma once

#include <array>
#include <cstddef>

#if __has_include(<xtensor/containers/xtensor.hpp>)
#include <xtensor/containers/xtensor.hpp>
#include <xtensor/views/xview.hpp>
#else
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>
#endif

namespace spotlight {

template <std::size_t Rank>
using Tensor = xt::xtensor<float, Rank, xt::layout_type::row_major>;

using Vector = Tensor<1>;   // [size]
using Matrix = Tensor<2>;   // [rows, columns]
using Tensor3 = Tensor<3>;  // [batch, seq_len, embed_dim]
using Tensor4 = Tensor<4>;  // [batch, heads, rows, columns]

/// A matrix somewhere in memory: `rows` rows of `columns` floats each, one beginning `stride` floats after the other.
template <class Float>
struct MatrixView {
  Float* data;
  std::size_t rows;
  std::size_t columns;
  std::size_t stride;

  Float* row(std::size_t index) const { return data + index * stride; }
};

using ConstMatrixView = MatrixView<const float>;
using MutableMatrixView = MatrixView<float>;

/// The matrix [rows, columns] of one batch entry and one head.
inline ConstMatrixView matrix(const Tensor4& tensor, std::size_t batch, std::size_t head) {
  return {&tensor(batch, head, 0, 0), tensor.shape(2), tensor.shape(3), tensor.shape(3)};
}
inline MutableMatrixView matrix(Tensor4& tensor, std::size_t batch, std::size_t head) {
  return {&tensor(batch, head, 0, 0), tensor.shape(2), tensor.shape(3), tensor.shape(3)};
}

/// Which of `num_key_heads` heads of keys and values serves this one of `num_heads` heads of queries: as many query
/// heads as there are per key head share one (grouped-query attention, Ainslie et al. 2023; one key head: Shazeer
/// 2019).
inline std::size_t key_head_of(std::size_t head, std::size_t num_heads, std::size_t num_key_heads) {
  return head * num_key_heads / num_heads;
}

/// A matrix as a view of itself.
inline ConstMatrixView matrix(const Matrix& tensor) {
  return {tensor.data(), tensor.shape(0), tensor.shape(1), tensor.shape(1)};
}

/// All rows of all batch entries as one matrix [batch · seq_len, embed_dim].
inline ConstMatrixView rows_of(const Tensor3& tensor) {
  return {tensor.data(), tensor.shape(0) * tensor.shape(1), tensor.shape(2), tensor.shape(2)};
}
inline MutableMatrixView rows_of(Tensor3& tensor) {
  return {tensor.data(), tensor.shape(0) * tensor.shape(1), tensor.shape(2), tensor.shape(2)};
}

}  // namespace spotlight
