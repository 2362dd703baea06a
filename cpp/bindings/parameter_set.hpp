#pragma once

#include <string>
#include <utility>
#include <vector>

#include "../model/parameters.hpp"

namespace spotlight::bindings {

/// The parameters of a model or a layer, with names and shapes. JavaScript transfers their values in ranges of rows
/// through a buffer, whose address prepare() returns: it writes rows to the buffer and calls set(), or calls get() and
/// reads the buffer. A vector counts as one row.
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
  /// Copies rows of a parameter from the buffer. The first of them is row `first`, a multiple of parameter_rows.
  void set(std::size_t index, std::size_t first) { parameters_[index].set(first, values_); }
  /// Sets rows of a matrix that is stored in a GGUF block format. The caller has copied the file's blocks of these rows
  /// to the beginning of the buffer.
  /// @returns false if a scale or minimum of a block is not finite
  bool set_blocks(std::size_t index, std::size_t first) {
    const Parameter& parameter = parameters_[index];
    parameter.packed->resize(parameter.shape[1], parameter.shape[0], "a parameter");
    const auto* stored = reinterpret_cast<const std::uint8_t*>(values_.data());
    return parameter.packed->pack_blocks(first, stored, values_.shape(0));
  }
  void get(std::size_t index, std::size_t first) { parameters_[index].get(first, values_); }
  /// Chooses the number format in which a matrix is stored; it takes effect with the next set().
  /// @returns false for a vector or an embedding table, which stay in float32
  bool keep_as(std::size_t index, kernels::Precision precision) {
    kernels::PackedMatrix* packed = parameters_[index].packed;
    if (packed != nullptr) packed->keep_as(precision);
    return packed != nullptr;
  }
  /// Makes a matrix share the memory of another matrix of the same shape, so that only the other one needs to be set.
  /// @returns false for a vector or an embedding table, which cannot be shared
  bool share(std::size_t index, std::size_t with) {
    const kernels::PackedMatrix* other = parameters_[with].packed;
    kernels::PackedMatrix* packed = parameters_[index].packed;
    if (packed == nullptr || other == nullptr) return false;
    packed->share(*other);
    return true;
  }

  void finish() { values_ = Matrix(); }

 private:
  std::vector<Parameter> parameters_;
  Matrix values_;
};

}  // namespace spotlight::bindings
