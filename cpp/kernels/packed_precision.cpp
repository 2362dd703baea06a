// Conversion of packed matrices: to number formats with less than 32 bits per number, and back to float32.
#include <algorithm>
#include <bit>
#include <cmath>

#include "../core/arguments.hpp"
#include "packed_matrix.hpp"
#include "quantize.hpp"

namespace spotlight::kernels {
namespace {

static_assert(tile_columns == 2 * simd::lanes, "a pair of registers is a row of a panel");

// Conversions from float32 to bfloat16 and float16, the inverses of simd::load_bfloat16_pairs and
// simd::load_float16_pairs.
std::uint16_t bfloat16_bits(float x) { return static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(x) >> 16); }
std::uint16_t float16_bits(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x * 0x1p-112F);
  return static_cast<std::uint16_t>((bits >> 16 & 0x8000U) | (bits & 0x7FFFFFFFU) >> 13);
}

/// Converts rows of a panel, each of tile_columns numbers in a 16-bit format, to float32; `load` converts one row.
template <class LoadRow>
void widen_rows(const std::uint16_t* from, std::size_t rows, float* to, LoadRow load) {
  for (std::size_t i = 0; i < rows * tile_columns; i += tile_columns) {
    const auto [first, second] = load(from + i);
    simd::store(to + i, first);
    simd::store(to + i + simd::lanes, second);
  }
}

/// Converts pairs of rows of an int8 panel, each of tile_columns numbers, to float32, multiplied by the scales of the
/// columns.
void widen_pairs(const std::int8_t* from, const float* scales, std::size_t pairs, float* to) {
  for (std::size_t pair = 0; pair < pairs; ++pair, to += 2 * tile_columns) {
    for (std::size_t part = 0; part < tile_columns; part += simd::lanes, from += 2 * simd::lanes) {
      const simd::int_batch numbers = simd::load_pairs_of_int8(from);
      const simd::batch scale = simd::load(scales + part);
      simd::store(to + part, simd::to_float((numbers << 16) >> 16) * scale);
      simd::store(to + tile_columns + part, simd::to_float(numbers >> 16) * scale);
    }
  }
}

}  // namespace

std::size_t PackedMatrix::words_of_column(Precision precision, std::size_t depth) {
  if (const BlockFormat* format = block_format_of(precision)) return depth / format->numbers * format->bytes() / 2;
  if (precision == Precision::int8) return round_up(depth, 4) / 2;
  return precision == Precision::float32 ? 0 : depth;
}

std::span<const std::byte> PackedMatrix::bytes_of_panel(std::size_t first_column, std::size_t first_depth,
                                                        std::size_t depth) const {
  const std::size_t first = first_depth * tile_columns;
  const std::size_t count = depth * tile_columns;
  if (precision() == Precision::float32) return std::as_bytes(std::span(panel(first_column) + first, count));
  if (const BlockFormat* format = block_format_of(precision())) {
    const std::size_t bytes = format->bytes() * tile_columns;  // bytes of a panel's blocks at one depth
    return std::as_bytes(std::span(panel_of_blocks(first_column) + first_depth / format->numbers * bytes,
                                   depth / format->numbers * bytes));
  }
  return std::as_bytes(std::span(panel_of_16_bits(first_column) + first, count));
}

bool PackedMatrix::pack_blocks(std::size_t first_column, const std::uint8_t* stored, std::size_t count) {
  const BlockFormat* format = block_format_of(precision_);
  if (format == nullptr) refuse_argument("expected a matrix that is kept in blocks:", packed_name);
  const std::size_t blocks = depth_ / format->numbers;
  const std::size_t row_bytes = blocks * format->file_bytes;
  bool are_finite = true;
  for (std::size_t row = 0; row < count; ++row) {
    const std::size_t within = (first_column + row) % tile_columns;
    auto* panel = const_cast<std::uint8_t*>(panel_of_blocks(first_column + row - within));
    are_finite = kernels::pack_blocks(precision_, stored + row * row_bytes, blocks, within, panel) && are_finite;
  }
  return are_finite;
}

void PackedMatrix::pack_column_of_16_bits(std::size_t column, const float* values) {
  const std::size_t within = column % tile_columns;
  const std::size_t place = 2 * (within % simd::lanes) + within / simd::lanes;
  std::uint16_t* to = compact_.data() + (column - within) * depth_ + place;
  const auto encode = precision_ == Precision::float16 ? float16_bits : bfloat16_bits;
  for (std::size_t k = 0; k < depth_; ++k) to[k * tile_columns] = encode(values[k]);
}

void PackedMatrix::quantize_column(std::size_t column, const float* values) {
  const std::size_t within = column % tile_columns;
  auto* panel = reinterpret_cast<std::int8_t*>(compact_.data()) + (column - within) * whole_quads();
  const Quantization quantization = quantization_of(values, depth_, 127.0F);
  for (std::size_t k = 0; k < whole_quads(); ++k) {
    const std::int32_t number = k < depth_ ? quantization.step_of(values[k]) : 0;
    panel[(k / 2 * tile_columns + within) * 2 + k % 2] = static_cast<std::int8_t>(number);
    std::int32_t& offset = offsets_[k / exact_depth * scales_.size() + column];
    offset = (k % exact_depth == 0 ? 0 : offset) - 64 * number;
  }
  scales_(column) = quantization.scale;
}

const float* PackedMatrix::widen_panel(std::size_t first_column, std::size_t first_depth, std::size_t depth,
                                       float* widened) const {
  const std::size_t first = first_depth * tile_columns;
  switch (precision()) {
    case Precision::float32:
      return panel(first_column) + first;
    case Precision::float16:
      widen_rows(panel_of_16_bits(first_column) + first, depth, widened, simd::load_float16_pairs);
      break;
    case Precision::bfloat16:
      widen_rows(panel_of_16_bits(first_column) + first, depth, widened, simd::load_bfloat16_pairs);
      break;
    case Precision::int8:
      widen_pairs(panel_of_int8(first_column) + first, scales(first_column), (depth + 1) / 2, widened);
      break;
    default:
      widen_blocks(*block_format_of(precision()), panel_of_blocks(first_column), first_depth, depth, widened);
  }
  return widened;
}

void PackedMatrix::unpack_columns(std::size_t first_column, MutableMatrixView b) const {
  constexpr std::size_t step = 64;
  std::array<float, (step + most_padding) * tile_columns> widened;
  for (std::size_t k = 0; k < depth(); k += step) {
    const std::size_t count = std::min(step, depth() - k);
    for (std::size_t row = 0; row < b.rows; ++row) {
      const std::size_t column = first_column + row;
      const float* from = widen_panel(column - column % tile_columns, k, count, widened.data()) + column % tile_columns;
      for (std::size_t i = 0; i < count; ++i) b.row(row)[k + i] = from[i * tile_columns];
    }
  }
}

}  // namespace spotlight::kernels
