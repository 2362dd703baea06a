// Draws test inputs, such as sizes and tensors, from libFuzzer's bytes.
#pragma once

#include <fuzzer/FuzzedDataProvider.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "core/random.hpp"

namespace fuzz {

/// Range of the numbers in a drawn tensor: their largest magnitude, and whether all are finite. A tensor is drawn as a
/// random seed and a few exceptions, so that a few bytes determine many numbers.
struct Magnitude {
  float largest;
  bool is_finite;
};

class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : bytes_(data, size) {}

  bool is_empty() { return bytes_.remaining_bytes() == 0; }
  bool flag() { return bytes_.ConsumeBool(); }
  bool one_in(unsigned n) { return bytes_.ConsumeIntegralInRange<unsigned>(1, n) == n; }
  std::size_t size(std::size_t min, std::size_t max) { return bytes_.ConsumeIntegralInRange(min, max); }
  std::uint64_t bits() { return bytes_.ConsumeIntegral<std::uint64_t>(); }
  /// Draws a random seed from the range that the JavaScript side allows: the integers up to 2⁵³ − 1.
  double seed() { return static_cast<double>(bytes_.ConsumeIntegralInRange<std::uint64_t>(0, (1ULL << 53) - 1)); }

  template <class Value, std::size_t Count>
  Value pick(const Value (&values)[Count]) {
    return values[size(0, Count - 1)];
  }

  double share() { return bytes_.ConsumeProbability<double>(); }
  /// Draws a finite float32 number.
  float number() {
    const auto bits = bytes_.ConsumeIntegral<std::uint32_t>();
    const auto any = std::bit_cast<float>(bits);
    return pick({0.0F, 1.0F, -1.0F, 0.125F, std::isfinite(any) ? any : 2.0F});
  }
  /// Draws a finite double above 0.
  double positive() {
    const double any = std::abs(std::bit_cast<double>(bits()));
    return pick({1.0, 1e-5, 1e4, 5e-324, 1e300, std::isfinite(any) && any > 0.0 ? any : 2.0});
  }

  Magnitude magnitude() {
    constexpr float numbers[] = {1.0F, 1.0F, 0.0F, 1e-40F, 1e-3F, 30.0F, 1e5F, 1e18F, 3e38F};
    return {.largest = pick(numbers), .is_finite = !one_in(8)};
  }

  void fill(std::span<float> values, Magnitude magnitude) {
    const std::uint64_t seed = size(0, 255);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double uniform = 2.0 * spotlight::random_uniform(seed, i) - 1.0;
      values[i] = static_cast<float>(uniform * static_cast<double>(magnitude.largest));
    }
    if (values.empty()) return;
    constexpr float infinity = std::numeric_limits<float>::infinity();
    constexpr float largest = std::numeric_limits<float>::max();
    for (std::size_t places = size(0, 3); places > 0; --places) {
      float& value = values[size(0, values.size() - 1)];
      value = pick({0.0F, -0.0F, magnitude.largest, -magnitude.largest});
      if (!magnitude.is_finite) value = pick({std::nanf(""), infinity, -infinity, largest});
    }
  }

 private:
  FuzzedDataProvider bytes_;
};

}  // namespace fuzz
