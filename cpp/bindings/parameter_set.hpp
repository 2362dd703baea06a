// The parameters of a model or a layer, set one by one.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "../model/parameters.hpp"

namespace spotlight::bindings {

/// Parameters by name and shape. The values of each are written at the address that prepare() returns, then set().
class ParameterSet {
 public:
  explicit ParameterSet(std::vector<Parameter> parameters) : parameters_(std::move(parameters)) {}

  std::size_t count() const { return parameters_.size(); }
  std::string name(std::size_t index) const { return parameters_[index].name; }
  std::size_t rank(std::size_t index) const { return parameters_[index].shape.size(); }
  std::size_t size(std::size_t index, std::size_t dimension) const { return parameters_[index].shape[dimension]; }

  std::uintptr_t prepare(std::size_t index) {
    const std::vector<std::size_t>& shape = parameters_[index].shape;
    allocate(values_, "a parameter", {shape.size() == 1 ? 1 : shape[0], shape.back()});
    return reinterpret_cast<std::uintptr_t>(values_.data());
  }
  void set(std::size_t index) { parameters_[index].set(values_); }
  /// Frees the memory that values are written to.
  void finish() { values_ = Matrix(); }

 private:
  std::vector<Parameter> parameters_;
  Matrix values_;
};

}  // namespace spotlight::bindings
