#include "quantize.hpp"

#include <limits>

#include "../tensor.hpp"
#include "finite.hpp"

namespace spotlight::kernels {
namespace {

/// Calls `use(k, numbers)` for all numbers, a register at a time; beyond the last are zeros.
template <class Use>
void for_each_register(const float* values, std::size_t size, Use use) {
  std::size_t k = 0;
  for (; k + simd::lanes <= size; k += simd::lanes) use(k, simd::load(values + k));
  if (k < size) use(k, simd::load_partial(values + k, size - k, 0.0F));
}

float largest_magnitude(const float* values, std::size_t size) {
  simd::batch largest(0.0F);
  for_each_register(values, size, [&](std::size_t, simd::batch x) { largest = xsimd::max(largest, xsimd::abs(x)); });
  return xsimd::reduce_max(largest);
}

[[maybe_unused]] void set(QuadOfBytes& quad, const std::array<std::int32_t, 4>& numbers) {
  for (std::size_t place = 0; place < 4; ++place) {
    quad.upper[place] = static_cast<std::int8_t>((numbers[place] >> 7) + 64);
    quad.lower[place] = static_cast<std::int8_t>(numbers[place] & 127);
  }
}
[[maybe_unused]] void set(QuadOfPairs& quad, const std::array<std::int32_t, 4>& numbers) {
  for (std::size_t place = 0; place < 4; ++place) quad[place] = static_cast<std::int16_t>(numbers[place]);
}

}  // namespace

Quantization quantization_of(const float* values, std::size_t size, float most) {
  constexpr float smallest = 1e-30F;
  if (find_non_finite(values, size) >= 0) return {.scale = std::numeric_limits<float>::quiet_NaN(), .steps = 0.0F};
  const float largest = largest_magnitude(values, size);
  if (largest < smallest) return {.scale = 0.0F, .steps = 0.0F};
  return {.scale = largest / most, .steps = most / largest};
}

QuantizedRow quantize_row(const float* row, std::size_t depth) {
  const Quantization quantization = quantization_of(row, depth, 8191.0F);
  QuantizedRow quantized{.quads = {}, .scale = quantization.scale};
  memory::allocate(quantized.quads, "a quantized row", (depth + 3) / 4);
  if (quantization.steps == 0.0F) return quantized;  // x · 0 is no number where x is not finite
  for_each_register(row, depth, [&](std::size_t k, simd::batch x) {
    std::array<std::int32_t, simd::lanes> numbers;
    simd::nearest(x * simd::batch(quantization.steps)).store_unaligned(numbers.data());
    set(quantized.quads[k / 4], numbers);
  });
  return quantized;
}

}  // namespace spotlight::kernels
