#pragma once

#include <cstddef>

namespace spotlight {

/// Smallest multiple of `step` that is at least `size`.
constexpr std::size_t round_up(std::size_t size, std::size_t step) { return (size + step - 1) / step * step; }

}  // namespace spotlight
