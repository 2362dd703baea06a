// The parameters of a model or a layer, set and read one by one.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "../model/parameters.hpp"

namespace spotlight::bindings {

/// Parameters by name and shape. Their values pass through the address that prepare() returns, rows of one at a time:
/// they are written there and then set(), or read from there after get(). A vector is one row.
class ParameterSet {
 public:
  explicit ParameterSet(std::vector<Parameter> parameters) : parameters_(std::move(parameters)) {}

  std::size_t count() const { return parameters_.size(); }
  std::string name(std::size_t index) const { return parameters_[index].name; }
  std::size_t rank(std::size_t index) const { return parameters_[index].shape.size(); }
  std::size_t size(std::size_t index, std::size_t dimension) const { return parameters_[index].shape[dimension]; }

  std::uintptr_t prepare(std::size_t index, std::size_t rows) {
    allocate(values_, "a parameter", {rows, parameters_[index].shape.back()});
    return reinterpret_cast<std::uintptr_t>(values_.data());
  }
  /// The rows from `first` on, a multiple of parameter_rows.
  void set(std::size_t index, std::size_t first) { parameters_[index].set(first, values_); }
  /// Those of a matrix that is kept in blocks, written to the beginning of their memory as a file has them.
  /// @returns false if they have numbers that are not finite
  bool set_blocks(std::size_t index, std::size_t first) {
    const Parameter& parameter = parameters_[index];
    parameter.packed->resize(parameter.shape[1], parameter.shape[0], "a parameter");
    const auto* stored = reinterpret_cast<const std::uint8_t*>(values_.data());
    return parameter.packed->pack_blocks(first, stored, values_.shape(0));
  }
  void get(std::size_t index, std::size_t first) { parameters_[index].get(first, values_); }
  /// Precision of a matrix from its next set() on.
  /// @returns false if it stays in float32, since it is a vector or a table
  bool keep_as(std::size_t index, kernels::Precision precision) {
    kernels::PackedMatrix* packed = parameters_[index].packed;
    if (packed != nullptr) packed->keep_as(precision);
    return packed != nullptr;
  }
  /// Makes a matrix the same as another of its shape, in the memory of that one, so that only that one is set.
  /// @returns false if it cannot be, since it is a vector or a table
  bool share(std::size_t index, std::size_t with) {
    const kernels::PackedMatrix* other = parameters_[with].packed;
    kernels::PackedMatrix* packed = parameters_[index].packed;
    if (packed == nullptr || other == nullptr) return false;
    packed->share(*other);
    return true;
  }

  /// Frees the memory that values pass through.
  void finish() { values_ = Matrix(); }

 private:
  std::vector<Parameter> parameters_;
  Matrix values_;
};

}  // namespace spotlight::bindings
