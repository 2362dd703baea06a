#include "parameters.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace spotlight::training {

Slice Parameters::add_matrix(std::string name, std::size_t rows, std::size_t columns) {
  const Slice slice = {.offset = size_, .rows = rows, .columns = columns};
  all_.push_back({.name = std::move(name), .slice = slice, .is_vector = false});
  size_ += slice.size();
  exact_size_ += static_cast<double>(rows) * static_cast<double>(columns);
  return slice;
}

Slice Parameters::add_vector(std::string name, std::size_t size) {
  const Slice slice = add_matrix(std::move(name), 1, size);
  all_.back().is_vector = true;
  return slice;
}

void Parameters::allocate() {
  // In 32 bits the sizes may have wrapped around.
  if (exact_size_ != static_cast<double>(size_)) {
    const ParameterInfo& largest = *std::ranges::max_element(all_, {}, [](const ParameterInfo& each) {
      return static_cast<double>(each.slice.rows) * static_cast<double>(each.slice.columns);
    });
    const std::array<std::size_t, 2> shape = {largest.slice.rows, largest.slice.columns};
    memory::refuse({.name = "the parameters", .shape = shape, .element_size = sizeof(float)});
  }
  for (Vector* array : {&values_, &gradients_}) {
    spotlight::allocate(*array, "the parameters", {size_});
    array->fill(0.0F);
  }
}

}  // namespace spotlight::training
