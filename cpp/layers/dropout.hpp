// Dropout (Srivastava et al. 2014), in training only. Which numbers are dropped depends on a seed and their place
// alone: the backward pass drops the same ones.
#pragma once

#include <cstddef>
#include <cstdint>

namespace spotlight {

/// Sets each of `count` numbers to 0 with probability p and divides the others by 1 − p, so that their expected value
/// stays the same; p = 1 sets all to 0. As torch.nn.functional.dropout. `first` is the index of the first of them in
/// the array that the seed is for, which may have more numbers than the memory.
void apply_dropout(float* numbers, std::size_t count, std::uint64_t first, float p, std::uint64_t seed);

/// The dropout of one step of training; each place in the model has a mask of its own.
struct Dropout {
  float probability = 0.0F;
  std::uint64_t seed = 0;

  bool is_active() const { return probability > 0.0F; }
  void apply(std::size_t place, float* numbers, std::size_t count, std::uint64_t first = 0) const {
    if (is_active()) apply_dropout(numbers, count, first, probability, seed_of(place));
  }

 private:
  std::uint64_t seed_of(std::size_t place) const { return seed + (place + 1) * 0x9E3779B97F4A7C15U; }
};

}  // namespace spotlight
