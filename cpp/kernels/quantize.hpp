// Quantization: numbers as whole multiples of a scale.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "../simd.hpp"

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

/// Four numbers in 14 bits, −8191 … 8191, as bytes: the number is 128·(upper − 64) + lower. All bytes are 0 … 127, the
/// only ones whose products are the same on all processors.
struct QuadOfBytes {
  std::array<std::int8_t, 4> upper, lower;
};
using QuadOfPairs = std::array<std::int16_t, 4>;

/// A row in 14 bits: each number to half an 8,191th of the largest magnitude.
struct QuantizedRow {
  using Quad = std::conditional_t<simd::has_byte_products, QuadOfBytes, QuadOfPairs>;

  std::vector<Quad> quads;  // [depth / 4, rounded up]
  float scale = 0.0F;
};

QuantizedRow quantize_row(const float* row, std::size_t depth);

}  // namespace spotlight::kernels
