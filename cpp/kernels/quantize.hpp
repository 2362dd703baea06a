// Quantization: numbers as whole multiples of a scale.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace spotlight::kernels {

struct Quantization {
  float scale;
  float steps;  // 1 / scale; 0 where all numbers are 0

  /// How many times the scale a number is.
  std::int32_t step_of(float x) const { return static_cast<std::int32_t>(std::nearbyint(x * steps)); }
};

/// Such that the largest magnitude is `most` times the scale. Numbers that are all below 1e-30 are 0: their scale might
/// be subnormal. If one is not finite, the scale is NaN, and all are 0.
Quantization quantization_of(const float* values, std::size_t size, float most);

/// A row in int16: each number to half a 32,767th of the largest magnitude.
struct QuantizedRow {
  std::vector<std::int16_t> values;  // [depth, rounded up to pairs]
  float scale = 0.0F;
};

QuantizedRow quantize_row(const float* row, std::size_t depth);

}  // namespace spotlight::kernels
