// Input sequences for memory tests: a short one, and a long one that needs more memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/tensor.hpp"
#include "failing_allocator.hpp"
#include "random_numbers.hpp"

namespace spotlight {

inline constexpr std::size_t embed_dim = 8;

inline Tensor3 sequence(Size size, std::uint64_t seed) {
  return random_numbers<3>({1, size == Size::small ? 3U : 21U, embed_dim}, seed);
}

/// The small or the large input sequence, which is created once and shared.
inline const Tensor3& sequence(Size size) {
  static const Tensor3 inputs[] = {sequence(Size::small, 1), sequence(Size::large, 2)};
  return inputs[static_cast<std::size_t>(size)];
}

}  // namespace spotlight
