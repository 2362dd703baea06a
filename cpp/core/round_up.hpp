// Sizes in whole steps.
#pragma once

#include <cstddef>

namespace spotlight {

/// The smallest multiple of `step` that is not less than `size`.
constexpr std::size_t round_up(std::size_t size, std::size_t step) { return (size + step - 1) / step * step; }

}  // namespace spotlight
