// All parameters of a model in one array, and beside it their gradients: an optimizer, a norm or a snapshot is then one
// loop.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "../core/tensor.hpp"

namespace spotlight::training {

/// Where a parameter, or several that follow each other, are in the array.
struct Slice {
  std::size_t offset = 0;
  std::size_t rows = 0;  // 1 for a vector
  std::size_t columns = 0;

  std::size_t size() const { return rows * columns; }
};

// A parameter and the next one, of the same shape. A matrix may have one row, as a vector has.

/// [2·rows, columns]
constexpr Slice with_next_matrix(const Slice& matrix) {
  return {.offset = matrix.offset, .rows = 2 * matrix.rows, .columns = matrix.columns};
}
/// [1, 2·columns]
constexpr Slice with_next_vector(const Slice& vector) {
  return {.offset = vector.offset, .rows = 1, .columns = 2 * vector.columns};
}

struct ParameterInfo {
  std::string name;  // ends in .weight or .bias, as in cpp/model/parameters.hpp
  Slice slice;
  bool is_vector;
};

class Parameters {
 public:
  // Declares the next parameter …
  Slice add_matrix(std::string name, std::size_t rows, std::size_t columns);
  Slice add_vector(std::string name, std::size_t size);
  /// … and after the last one, allocates all of them. The numbers are 0.
  void allocate();

  ConstMatrixView value(const Slice& slice) const { return view(values_.data(), slice); }
  MutableMatrixView value(const Slice& slice) { return view(values_.data(), slice); }
  MutableMatrixView gradient(const Slice& slice) { return view(gradients_.data(), slice); }

  const std::vector<ParameterInfo>& all() const { return all_; }
  Vector& values() { return values_; }
  Vector& gradients() { return gradients_; }

 private:
  template <class Float>
  static MatrixView<Float> view(Float* data, const Slice& slice) {
    return {data + slice.offset, slice.rows, slice.columns, slice.columns};
  }

  std::vector<ParameterInfo> all_;
  std::size_t size_ = 0;
  double exact_size_ = 0.0;
  Vector values_, gradients_;  // [size]
};

}  // namespace spotlight::training
