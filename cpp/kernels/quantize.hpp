// Quantization of matrices: numbers are represented as integer multiples of a scale.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../core/tensor.hpp"

namespace spotlight::kernels {

struct Quantization {
  float scale;
  float steps;  // 1 / scale; 0 if all numbers are quantized to 0

  /// Integer that represents x: x / scale, rounded to the nearest integer; 0 if steps = 0, even if x is not finite.
  std::int32_t step_of(float x) const {
    return steps == 0.0F ? 0 : static_cast<std::int32_t>(std::nearbyint(x * steps));
  }
};

/// Quantization of an array that maps the largest magnitude to the integer `most`. If all magnitudes are below 1e-30,
/// all numbers become 0, since the scale might be subnormal. If a number is not finite, the scale is NaN and all
/// numbers become 0.
Quantization quantization_of(const float* values, std::size_t size, float most);

/// Layout of a quad, four quantized 14-bit numbers −8191 … 8191, in two 32-bit words.
enum class Words : std::uint8_t {
  /// Pairs of int16 numbers: the first two numbers of the quad in one word, and the last two in the other.
  pairs,
  /// Bytes: each number is 128·(upper − 64) + lower; one word has the quad's four upper bytes, and the other the four
  /// lower bytes. All bytes are in 0 … 127, the range in which products are the same on all processors.
  bytes,
};

/// Layout of quantized numbers whose products are faster on this processor.
Words fastest_words();

/// Rows of a matrix, quantized to 14 bits, with an error of at most half of 1/8,191 of the largest magnitude of the
/// row.
///
/// The words are in the order in which a tile reads them: for each range of exact_depth numbers, for each group of
/// `tile_height` rows, the first word of each of these rows, then the second word of each, and so on. With
/// Words::pairs, the two words of a quad (four numbers) are consecutive; with Words::bytes, all upper words of the
/// range precede the lower words. Incomplete groups of rows and quads are padded.
struct QuantizedRows {
  Words kind;
  std::size_t rows;
  std::size_t quads;        // number of quads in a row
  std::size_t tile_height;  // 1 for a single row
  std::vector<std::int32_t> words;
  std::vector<float> scales;  // [rows]

  /// Address of the words of the tile whose first row is `row`, for up to exact_depth numbers per row from first_quad
  /// on, the index of a quad (a group of four numbers).
  const std::int32_t* tile(std::size_t row, std::size_t first_quad) const;
  /// Number of quads (groups of four numbers) in the range of at most exact_depth numbers that begins with first_quad.
  std::size_t quads_from(std::size_t first_quad) const;
};

QuantizedRows quantize_rows(ConstMatrixView a, Words kind);

}  // namespace spotlight::kernels
