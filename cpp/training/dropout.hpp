// Dropout (Srivastava et al. 2014) of what a step computes, with masks that depend on the step's seed alone: the
// backward pass computes the same mask again.
#pragma once

#include <cstdint>

#include "../attention/dropout.hpp"

namespace spotlight::training {

/// The dropout of one step; each place in the model has a mask of its own.
struct Dropout {
  float probability = 0.0F;
  std::uint64_t seed = 0;

  bool is_active() const { return probability > 0.0F; }
  /// Drops some of the numbers and multiplies the others by 1/(1 − p). `first` is the index of the first of them in the
  /// place's array.
  void apply(std::size_t place, float* numbers, std::size_t count, std::size_t first = 0) const {
    if (is_active()) apply_dropout(numbers, count, first, probability, seed_of(place));
  }

 private:
  std::uint64_t seed_of(std::size_t place) const { return seed + (place + 1) * 0x9E3779B97F4A7C15U; }
};

}  // namespace spotlight::training
