// Quantization: numbers as whole multiples of a scale.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../core/tensor.hpp"

namespace spotlight::kernels {

struct Quantization {
  float scale;
  float steps;  // 1 / scale; 0 where all numbers are 0

  /// The multiple of the scale that is nearest to a number; 0 where there are no steps, where x may be infinite.
  std::int32_t step_of(float x) const {
    return steps == 0.0F ? 0 : static_cast<std::int32_t>(std::nearbyint(x * steps));
  }
};

/// Scale that maps the largest magnitude to `most`. Numbers that are all below 1e-30 are 0: their scale might
/// be subnormal. If one is not finite, the scale is NaN, and all are 0.
Quantization quantization_of(const float* values, std::size_t size, float most);

/// Layout of four numbers of 14 bits, −8191 … 8191, in two words of 32 bits.
enum class Words : std::uint8_t {
  /// Pairs of int16: the first two numbers, and the last two.
  pairs,
  /// A number is 128·(upper − 64) + lower: the four upper bytes, and the four lower ones. All bytes are 0 … 127, the
  /// only ones whose products are the same on all processors.
  bytes,
};

/// Word layout with the faster products on this processor.
Words fastest_words();

/// Rows in 14 bits: each number to half an 8,191th of the largest magnitude of its row.
///
/// The words stand as a tile reads them: of each range of exact_depth, for each `tile_height` rows, a
/// column of words of these rows after the other. Of pairs, the two words of a quad follow one another; of bytes, the
/// upper words of the range come before the lower ones. Rows and quads that are not whole are padded.
struct QuantizedRows {
  Words kind;
  std::size_t rows;
  std::size_t quads;        // quads of a row
  std::size_t tile_height;  // 1 for a single row
  std::vector<std::int32_t> words;
  std::vector<float> scales;  // [rows]

  /// The words of the tile that begins with this row, in the range that begins with this quad.
  const std::int32_t* tile(std::size_t row, std::size_t first_quad) const;
  /// The quads of that range.
  std::size_t quads_from(std::size_t first_quad) const;
};

QuantizedRows quantize_rows(ConstMatrixView a, Words kind);

}  // namespace spotlight::kernels
