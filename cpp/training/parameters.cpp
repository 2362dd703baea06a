#include "parameters.hpp"

#include <utility>

namespace spotlight::training {

Slice Parameters::add_matrix(std::string name, std::size_t rows, std::size_t columns) {
  const Slice slice = {.offset = size_, .rows = rows, .columns = columns};
  all_.push_back({.name = std::move(name), .slice = slice, .is_vector = false});
  size_ += slice.size();
  return slice;
}

Slice Parameters::add_vector(std::string name, std::size_t size) {
  const Slice slice = add_matrix(std::move(name), 1, size);
  all_.back().is_vector = true;
  return slice;
}

void Parameters::allocate() {
  for (Vector* array : {&values_, &gradients_}) {
    spotlight::allocate(*array, "the parameters", {size_});
    array->fill(0.0F);
  }
}

}  // namespace spotlight::training
