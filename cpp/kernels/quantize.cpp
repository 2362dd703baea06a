#include "quantize.hpp"

#include <algorithm>
#include <limits>

#include "../tensor.hpp"
#include "finite.hpp"

namespace spotlight::kernels {

Quantization quantization_of(const float* values, std::size_t size, float most) {
  constexpr float smallest = 1e-30F;
  if (find_non_finite(values, size) >= 0) return {.scale = std::numeric_limits<float>::quiet_NaN(), .steps = 0.0F};
  float largest = 0.0F;
  for (std::size_t i = 0; i < size; ++i) largest = std::max(largest, std::abs(values[i]));
  if (largest < smallest) return {.scale = 0.0F, .steps = 0.0F};
  return {.scale = largest / most, .steps = most / largest};
}

QuantizedRow quantize_row(const float* row, std::size_t depth) {
  const Quantization quantization = quantization_of(row, depth, 32767.0F);
  QuantizedRow quantized{.values = {}, .scale = quantization.scale};
  memory::allocate(quantized.values, "a quantized row", (depth + 1) / 2 * 2);
  if (quantization.steps == 0.0F) return quantized;  // x · 0 is no number where x is not finite
  for (std::size_t k = 0; k < depth; ++k) {
    quantized.values[k] = static_cast<std::int16_t>(quantization.step_of(row[k]));
  }
  return quantized;
}

}  // namespace spotlight::kernels
