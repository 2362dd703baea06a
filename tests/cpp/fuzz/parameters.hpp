// Sets a model's parameters to drawn numbers, as web/engine/parameters/load-parameters.ts does: finite numbers, and
// matrices in ranges of rows that begin at multiples of 64, stored in float32 or with fewer bits. Numbers that are
// stored in 16 bits must be representable exactly.
#pragma once

#include <algorithm>
#include <cmath>

#include "bindings/parameter_set.hpp"
#include "kernels/packed_matrix.hpp"
#include "session.hpp"

namespace fuzz {

using spotlight::bindings::ParameterSet;
using spotlight::kernels::Precision;

inline void round_to(Precision precision, std::span<float> values) {
  if (precision != Precision::float16 && precision != Precision::bfloat16) return;
  // Values to choose from, which both 16-bit formats represent exactly, including zeros of both signs.
  constexpr float exact[] = {0.0F, -0.0F, 1.0F, -1.0F, 0.5F, -1.75F, 96.0F, 0x1p-14F};
  for (float& value : values) value = exact[std::bit_cast<std::uint32_t>(value) % std::size(exact)];
}

inline std::vector<float> draw_parameter(Input& input, ParameterSet& set, std::size_t index, Precision precision,
                                         Magnitude magnitude) {
  constexpr std::size_t step = 64;
  const bool is_vector = set.rank(index) == 1;
  const std::size_t rows = is_vector ? 1 : set.size(index, 0);
  const std::size_t columns = set.size(index, set.rank(index) - 1);
  set.keep_as(index, precision);
  std::vector<float> all;
  for (std::size_t first = 0; first < rows; first += step) {
    const std::size_t count = std::min(step, rows - first);
    const std::span<float> values(reinterpret_cast<float*>(set.prepare(index, count)), count * columns);
    input.fill(values, magnitude);
    round_to(precision, values);
    all.insert(all.end(), values.begin(), values.end());
    set.set(index, first);
  }
  return all;
}

/// Reads the numbers of a parameter in the precision in which they are stored.
inline std::vector<float> read_parameter(ParameterSet& set, std::size_t index) {
  const bool is_vector = set.rank(index) == 1;
  const std::size_t rows = is_vector ? 1 : set.size(index, 0);
  const std::size_t columns = set.size(index, set.rank(index) - 1);
  const auto* values = reinterpret_cast<const float*>(set.prepare(index, rows));
  set.get(index, 0);
  return {values, values + rows * columns};
}

inline Precision draw_precision(Input& input) {
  return input.pick({Precision::float32, Precision::float32, Precision::float16, Precision::bfloat16, Precision::int8});
}

/// Sets all parameters to drawn numbers of this magnitude. Returns the largest absolute value, which may be above the
/// magnitude for parameters in 16 bits.
inline float draw_parameters(Input& input, ParameterSet& set, Magnitude magnitude) {
  magnitude.is_finite = true;
  float largest = 0.0F;
  for (std::size_t index = 0; index < set.count(); ++index) {
    for (const float value : draw_parameter(input, set, index, draw_precision(input), magnitude)) {
      largest = std::max(largest, std::abs(value));
    }
  }
  set.finish();
  return largest;
}

}  // namespace fuzz
