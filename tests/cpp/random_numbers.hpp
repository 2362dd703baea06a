#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "core/tensor.hpp"
#include "kernels/packed_matrix.hpp"

namespace spotlight {

/// Normally distributed random numbers with this standard deviation.
template <std::size_t Rank>
Tensor<Rank> random_numbers(const std::array<std::size_t, Rank>& shape, std::uint64_t seed, float deviation = 0.3F) {
  Tensor<Rank> tensor;
  allocate(tensor, "random numbers", shape);
  for (std::size_t i = 0; i < tensor.size(); ++i) tensor.data()[i] = deviation * random_normal(seed, i);
  return tensor;
}

/// Unpacks a packed matrix into the transpose from which it was packed, [columns, depth].
inline Matrix unpacked(const kernels::PackedMatrix& packed) {
  Matrix original = Matrix::from_shape({packed.columns(), packed.depth()});
  packed.unpack_transposed(matrix(original));
  return original;
}

template <std::size_t Rank>
void append(std::vector<float>& numbers, const Tensor<Rank>& tensor) {
  numbers.insert(numbers.end(), tensor.data(), tensor.data() + tensor.size());
}
template <std::size_t... Ranks>
std::vector<float> numbers_of(const Tensor<Ranks>&... tensors) {
  std::vector<float> numbers;
  (append(numbers, tensors), ...);
  return numbers;
}

}  // namespace spotlight
