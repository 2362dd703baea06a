// All parameters of a model in training in one array, and their gradients in another, so that an optimizer, a norm or a
// snapshot only needs one loop.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "../core/tensor.hpp"
#include "description.hpp"

namespace spotlight::training {

/// Slice of the array of all parameters: one parameter, or several consecutive ones.
struct Slice {
  std::size_t offset = 0;
  std::size_t rows = 0;  // 1 for a vector
  std::size_t columns = 0;

  std::size_t size() const { return rows * columns; }
};

struct ParameterInfo {
  std::string name;  // name as in model/parameters.hpp
  Slice slice;
  bool is_vector;
};

class Parameters {
 public:
  /// Creates the parameters that model/parameters.hpp lists, all 0. They are in the same order, except that the
  /// parameters of two layers that are computed as one are adjacent: the weights of keys and values, or of the two
  /// inner projections of a gated feed-forward layer, and likewise their biases.
  /// @throws std::invalid_argument for a description that training does not support
  explicit Parameters(const TrainingDescription& description);

  /// Slice of the parameter with this name.
  /// @throws std::invalid_argument if there is none
  const Slice& find(std::string_view name) const { return info(name).slice; }
  /// Two adjacent parameters of the same shape as one slice: matrices as [2 · rows, columns], vectors as [1, 2 · size].
  Slice find_pair(std::string_view first, std::string_view second) const;

  ConstMatrixView value(const Slice& slice) const { return view(values_.data(), slice); }
  MutableMatrixView value(const Slice& slice) { return view(values_.data(), slice); }
  ConstMatrixView gradient(const Slice& slice) const { return view(gradients_.data(), slice); }
  MutableMatrixView gradient(const Slice& slice) { return view(gradients_.data(), slice); }

  const std::vector<ParameterInfo>& all() const { return all_; }
  const Vector& values() const { return values_; }
  Vector& values() { return values_; }
  const Vector& gradients() const { return gradients_; }
  Vector& gradients() { return gradients_; }

 private:
  const ParameterInfo& info(std::string_view name) const;
  template <class Float>
  static MatrixView<Float> view(Float* data, const Slice& slice) {
    return {data + slice.offset, slice.rows, slice.columns, slice.columns};
  }

  std::vector<ParameterInfo> all_;
  Vector values_, gradients_;  // [size]
};

}  // namespace spotlight::training
