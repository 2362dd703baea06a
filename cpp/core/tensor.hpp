// Array types of the library: xtensor containers of row-major float32 numbers, and views of single matrices in them for
// the kernels.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <type_traits>

#include "memory.hpp"

#if __has_include(<xtensor/containers/xtensor.hpp>)
#include <xtensor/containers/xadapt.hpp>
#include <xtensor/containers/xtensor.hpp>
#include <xtensor/core/xmath.hpp>
#include <xtensor/core/xnoalias.hpp>
#else
#include <xtensor/xadapt.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xtensor.hpp>
#endif

namespace spotlight {

template <std::size_t Rank>
using Tensor = xt::xtensor<float, Rank, xt::layout_type::row_major, memory::Allocator<float>>;

using Vector = Tensor<1>;   // [size]
using Matrix = Tensor<2>;   // [rows, columns]
using Tensor3 = Tensor<3>;  // [batch, seq_len, embed_dim]
using Tensor4 = Tensor<4>;  // [batch, heads, rows, columns]

using TensorStorage = xt::uvector<float, memory::Allocator<float>>;
void resize(TensorStorage& storage, const memory::Request& request);

/// Resizes a tensor; its contents are then undefined. The tensor is unchanged if the allocation fails. xtensor's own
/// function must not be used: it sets the shape before it allocates, and multiplies the sizes in 32 bits.
template <std::size_t Rank>
[[gnu::noinline]] void allocate(Tensor<Rank>& tensor, const char* name,
                                const std::type_identity_t<std::array<std::size_t, Rank>>& shape) {
  if (tensor.shape() == shape) return;
  resize(tensor.storage(), {.name = name, .shape = shape, .element_size = sizeof(float)});
  tensor.resize(shape);
}

template <std::size_t Rank>
[[gnu::noinline]] void allocate_zeros(Tensor<Rank>& tensor, const char* name,
                                      const std::type_identity_t<std::array<std::size_t, Rank>>& shape) {
  allocate(tensor, name, shape);
  std::fill_n(tensor.data(), tensor.size(), 0.0F);
}

/// Copies the tensor `from` to `to`, which is unchanged if the allocation fails.
template <std::size_t Rank>
[[gnu::noinline]] void assign(Tensor<Rank>& to, const char* name, const Tensor<Rank>& from) {
  allocate(to, name, from.shape());
  std::copy_n(from.data(), from.size(), to.data());
}

/// Repeats the entry of a batch of size one `batch` times; a larger batch is unchanged.
void repeat_entry(Tensor3& tensor, std::size_t batch);

/// Resets an object to its default state and frees its memory.
template <class Object>
[[gnu::noinline]] void release(Object& object) {
  std::destroy_at(&object);
  std::construct_at(&object);
}

/// Non-owning view of a matrix [rows, columns]. Row i begins i · stride numbers after `data`.
template <class Float>
struct MatrixView {
  Float* data;
  std::size_t rows;
  std::size_t columns;
  std::size_t stride;

  Float* row(std::size_t index) const noexcept { return data + index * stride; }
  MatrixView row_range(std::size_t first, std::size_t count) const noexcept {
    return {row(first), count, columns, stride};
  }
  MatrixView column_range(std::size_t first, std::size_t count) const noexcept {
    return {data + first, rows, count, stride};
  }

  operator MatrixView<const Float>() const noexcept
    requires(!std::is_const_v<Float>)
  {
    return {data, rows, columns, stride};
  }
};

using ConstMatrixView = MatrixView<const float>;
using MutableMatrixView = MatrixView<float>;

/// View of the matrix [rows, columns] of one head and one batch entry in a tensor [batch, heads, rows, columns].
inline ConstMatrixView matrix(const Tensor4& tensor, std::size_t batch, std::size_t head) {
  return {&tensor(batch, head, 0, 0), tensor.shape(2), tensor.shape(3), tensor.shape(3)};
}
inline MutableMatrixView matrix(Tensor4& tensor, std::size_t batch, std::size_t head) {
  return {&tensor(batch, head, 0, 0), tensor.shape(2), tensor.shape(3), tensor.shape(3)};
}

inline std::size_t row_count(const Tensor4& tensor) { return tensor.shape(0) * tensor.shape(1) * tensor.shape(2); }

/// Row of a matrix as a one-dimensional xtensor expression, without a copy. Functions loop over such rows, because
/// xtensor's broadcast of one number per row over a whole tensor takes nine times as long.
template <class Float>
auto row(MatrixView<Float> x, std::size_t index) {
  const std::array<std::size_t, 1> shape = {x.columns};
  return xt::adapt(x.row(index), shape[0], xt::no_ownership(), shape);
}

inline ConstMatrixView matrix(const Matrix& tensor) {
  return {tensor.data(), tensor.shape(0), tensor.shape(1), tensor.shape(1)};
}
inline MutableMatrixView matrix(Matrix& tensor) {
  return {tensor.data(), tensor.shape(0), tensor.shape(1), tensor.shape(1)};
}

/// View of all batch entries of a tensor [batch, seq_len, embed_dim] as one matrix [batch · seq_len, embed_dim].
inline ConstMatrixView rows_of(const Tensor3& tensor) {
  return {tensor.data(), tensor.shape(0) * tensor.shape(1), tensor.shape(2), tensor.shape(2)};
}
inline MutableMatrixView rows_of(Tensor3& tensor) {
  return {tensor.data(), tensor.shape(0) * tensor.shape(1), tensor.shape(2), tensor.shape(2)};
}
/// View of a tensor [batch, seq_len, embed_dim] as rows of `columns` numbers, such as one row per head of a token;
/// `columns` divides embed_dim.
inline ConstMatrixView rows_of(const Tensor3& tensor, std::size_t columns) {
  return {tensor.data(), tensor.size() / columns, columns, columns};
}
inline MutableMatrixView rows_of(Tensor3& tensor, std::size_t columns) {
  return {tensor.data(), tensor.size() / columns, columns, columns};
}
/// View of one batch entry, [seq_len, embed_dim], of a tensor [batch, seq_len, embed_dim].
inline ConstMatrixView rows_of_entry(const Tensor3& tensor, std::size_t batch) {
  return rows_of(tensor).row_range(batch * tensor.shape(1), tensor.shape(1));
}
inline MutableMatrixView rows_of_entry(Tensor3& tensor, std::size_t batch) {
  return rows_of(tensor).row_range(batch * tensor.shape(1), tensor.shape(1));
}
/// View of all heads of a tensor [batch, heads, rows, columns] as one matrix [batch · heads · rows, columns].
inline ConstMatrixView rows_of(const Tensor4& tensor) {
  return {tensor.data(), row_count(tensor), tensor.shape(3), tensor.shape(3)};
}
inline MutableMatrixView rows_of(Tensor4& tensor) {
  return {tensor.data(), row_count(tensor), tensor.shape(3), tensor.shape(3)};
}

}  // namespace spotlight
