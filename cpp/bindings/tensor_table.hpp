// Table of the addresses of a session's tensors. The web side reads the table directly
// (web/engine/runtime/tensor-table.ts), so that looking up a tensor takes no call.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "../core/tensor.hpp"
#include "../kernels/finite.hpp"

namespace spotlight::bindings {

/// Location of the first non-finite number in the tensors of a session, as tensor · 2³² + index, with the tensor's
/// index in the enumeration of its names; −1 if all numbers are finite.
using Fault = double;
constexpr Fault no_fault = -1.0;

struct TensorEntry {
  std::uintptr_t address;
  std::size_t size;  // number of elements of the tensor
};

/// Table of a session's tensors. `Name` is the enumeration of the tensors; its last value is `count`.
template <class Name>
class TensorTable {
 public:
  template <class Container>
  void set(Name name, const Container& values) {
    entries_[static_cast<std::size_t>(name)] = {.address = reinterpret_cast<std::uintptr_t>(values.data()),
                                                .size = values.size()};
  }

  // Resizes a tensor and writes its address into the table.
  template <std::size_t Rank>
  void allocate(Name name, Tensor<Rank>& tensor, const char* what,
                const std::type_identity_t<std::array<std::size_t, Rank>>& shape) {
    spotlight::allocate(tensor, what, shape);
    set(name, tensor);
  }

  template <class Element>
  [[gnu::noinline]] void allocate(Name name, std::vector<Element>& values, const char* what,
                                  std::initializer_list<std::size_t> shape) {
    memory::allocate(values, what, shape);
    set(name, values);
  }

  std::uintptr_t address() const { return reinterpret_cast<std::uintptr_t>(entries_.data()); }

  /// Fault for the number with this index in the tensor `name`; no_fault if the index is negative, that is, if there is
  /// no such number.
  static Fault fault_at(Name name, std::int64_t index) {
    return index < 0 ? no_fault : static_cast<double>(name) * 0x1p32 + static_cast<double>(index);
  }

  Fault find_fault(std::initializer_list<Name> names) const {
    for (const Name name : names) {
      const TensorEntry& entry = entries_[static_cast<std::size_t>(name)];
      const auto* values = reinterpret_cast<const float*>(entry.address);
      const std::int64_t index = kernels::find_non_finite(values, entry.size);
      if (index >= 0) return fault_at(name, index);
    }
    return no_fault;
  }

 private:
  std::array<TensorEntry, static_cast<std::size_t>(Name::count)> entries_{};
};

}  // namespace spotlight::bindings
