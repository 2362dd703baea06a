#include "quantize.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "../core/round_up.hpp"
#include "../core/simd.hpp"
#include "exact_depth.hpp"
#include "finite.hpp"
#include "rows.hpp"
#include "tile.hpp"

namespace spotlight::kernels {
namespace {

/// Calls use(k, numbers) for each SIMD register of an array, with the index k of its first number. The last register is
/// padded with zeros.
template <class Use>
void for_each_register(const float* values, std::size_t size, Use use) {
  std::size_t k = 0;
  for (; k + simd::lanes <= size; k += simd::lanes) use(k, simd::load(values + k));
  if (k < size) use(k, simd::load_partial(values + k, size - k, 0.0F));
}

float largest_magnitude(const float* values, std::size_t size) {
  simd::batch largest(0.0F);
  for_each_register(values, size, [&](std::size_t, simd::batch x) { largest = simd::max(largest, simd::abs(x)); });
  return simd::reduce_max(largest);
}

using Quad = std::array<std::int32_t, 4>;
using TwoWords = std::array<std::int32_t, 2>;

TwoWords pairs_of(const Quad& numbers) {
  std::array<std::int16_t, 4> pairs;
  std::ranges::copy(numbers, pairs.begin());
  return std::bit_cast<TwoWords>(pairs);
}

TwoWords bytes_of(const Quad& numbers) {
  std::array<std::int8_t, 8> bytes;
  for (std::size_t place = 0; place < 4; ++place) {
    bytes[place] = static_cast<std::int8_t>((numbers[place] >> 7) + 64);
    bytes[4 + place] = static_cast<std::int8_t>(numbers[place] & 127);
  }
  return std::bit_cast<TwoWords>(bytes);
}

/// Quantizes a range of a row's numbers and writes them as words of 32 bits; consecutive words are `height` apart.
void quantize_range(const float* values, std::size_t size, float steps, Words kind, std::size_t height,
                    std::int32_t* words) {
  const bool is_pairs = kind == Words::pairs;
  const std::size_t step = is_pairs ? 2 * height : height;
  std::int32_t* second_words = words + (is_pairs ? height : (size + 3) / 4 * height);
  for_each_register(values, size, [&](std::size_t k, simd::batch x) {
    Quad numbers;
    simd::nearest(x * simd::batch(steps)).store_unaligned(numbers.data());
    const auto [first, second] = is_pairs ? pairs_of(numbers) : bytes_of(numbers);
    words[k / 4 * step] = first;
    second_words[k / 4 * step] = second;
  });
}

void quantize_row(const float* values, std::size_t size, std::size_t row, QuantizedRows& quantized) {
  const std::size_t height = quantized.tile_height;
  const Quantization quantization = quantization_of(values, size, 8191.0F);
  quantized.scales[row] = quantization.scale;
  if (quantization.steps == 0.0F) return;  // x · 0 is NaN if x is not finite
  for (std::size_t quad = 0; quad < quantized.quads; quad += exact_quads) {
    const auto tile = quantized.tile(row - row % height, quad) - quantized.words.data();
    quantize_range(values + 4 * quad, std::min(exact_depth, size - 4 * quad), quantization.steps, quantized.kind,
                   height, quantized.words.data() + tile + row % height);
  }
}

}  // namespace

Quantization quantization_of(const float* values, std::size_t size, float most) {
  constexpr float smallest = 1e-30F;
  if (find_non_finite(values, size) >= 0) return {.scale = std::numeric_limits<float>::quiet_NaN(), .steps = 0.0F};
  const float largest = largest_magnitude(values, size);
  if (largest < smallest) return {.scale = 0.0F, .steps = 0.0F};
  return {.scale = largest / most, .steps = most / largest};
}

Words fastest_words() { return simd::adds_products_of_quads_at_once() ? Words::bytes : Words::pairs; }

std::size_t QuantizedRows::quads_from(std::size_t first_quad) const {
  return std::min(exact_quads, quads - first_quad);
}

const std::int32_t* QuantizedRows::tile(std::size_t row, std::size_t first_quad) const {
  const std::size_t padded_rows = round_up(rows, tile_height);
  return words.data() + 2 * (first_quad * padded_rows + row * quads_from(first_quad));
}

QuantizedRows quantize_rows(ConstMatrixView a, Words kind) {
  QuantizedRows quantized{.kind = kind,
                          .rows = a.rows,
                          .quads = (a.columns + 3) / 4,
                          .tile_height = a.rows == 1 ? 1 : tile_rows,
                          .words = {},
                          .scales = {}};
  const std::size_t height = quantized.tile_height;
  memory::allocate(quantized.words, "quantized rows", {round_up(a.rows, height), quantized.quads, 2});
  memory::allocate(quantized.scales, "quantized rows", {a.rows});
  for_each_row(
      a.rows, a.columns, [&](std::size_t row) { quantize_row(a.row(row), a.columns, row, quantized); }, height);
  return quantized;
}

}  // namespace spotlight::kernels
