// Dropout (Srivastava et al. 2014), for training only. A number's index and the seed determine if the number is
// dropped, so that the backward pass drops the same numbers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace spotlight {

/// Sets each of `count` numbers to 0 with probability p and divides the others by 1 − p, which preserves the expected
/// value; p = 1 sets all to 0. As torch.nn.functional.dropout. The numbers may be part of a larger array; `first` is
/// the index of the first number in it.
void apply_dropout(float* numbers, std::size_t count, std::uint64_t first, float p, std::uint64_t seed);

/// Dropout in one training step. Each place in the model, numbered by `place`, drops different numbers.
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
