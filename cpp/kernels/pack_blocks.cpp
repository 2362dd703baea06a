// Blocks of a GGUF file, read and packed in panels.
#include <algorithm>
#include <array>
#include <cstring>

#include "../core/simd.hpp"
#include "stored_blocks.hpp"
#include "tile.hpp"

namespace spotlight::kernels {
namespace {

constexpr std::size_t most_numbers = 256;
constexpr std::size_t most_parts = 16;

// By Precision, from q4_0 on.
constexpr std::array<BlockFormat, 8> formats = {{
    {18, 32, 32, {4, 0}, 8.0F, false, false},
    {20, 32, 32, {4, 0}, 0.0F, true, false},
    {22, 32, 32, {4, 1}, 16.0F, false, false},
    {24, 32, 32, {4, 1}, 0.0F, true, false},
    {34, 32, 32, {8, 0}, 128.0F, false, false},
    {144, 256, 32, {4, 0}, 0.0F, true, true},
    {176, 256, 32, {4, 1}, 0.0F, true, true},
    {210, 256, 16, {4, 2}, 32.0F, false, true},
}};

/// A block of a row.
struct Block {
  std::array<std::uint8_t, most_numbers> integers{};
  std::uint16_t scale = 0;    // float16
  std::uint16_t minimum = 0;  // float16
  std::array<std::uint8_t, most_parts> part_scales{};
  std::array<std::uint8_t, most_parts> part_minimums{};
};

// Reading blocks as they are in the file.

std::uint16_t word_at(const std::uint8_t* from) { return static_cast<std::uint16_t>(from[0] | from[1] << 8); }

/// Integers of 4 bits: the lower halves of `half` bytes, then their upper ones, and so on.
void read_halves(const std::uint8_t* from, std::size_t numbers, std::size_t half, Block& block) {
  for (std::size_t i = 0; i < numbers; ++i) {
    const std::uint8_t byte = from[i / (2 * half) * half + i % half];
    block.integers[i] = i / half % 2 == 0 ? byte & 15U : byte >> 4U;
  }
}

/// Adds the upper bits, `bits` of each number, of numbers that are `step` apart in one byte.
void add_upper_bits(const std::uint8_t* from, std::size_t numbers, std::size_t step, unsigned bits, Block& block) {
  const std::size_t in_byte = 8 / bits;
  for (std::size_t i = 0; i < numbers; ++i) {
    const std::uint8_t byte = from[i / (in_byte * step) * step + i % step];
    const unsigned upper = byte >> (i / step % in_byte * bits) & ((1U << bits) - 1U);
    block.integers[i] = static_cast<std::uint8_t>(block.integers[i] | upper << 4U);
  }
}

/// Scales and minimums of 8 parts, of 6 bits each in 12 bytes.
void read_part_scales(const std::uint8_t* from, Block& block) {
  for (std::size_t part = 0; part < 4; ++part) {
    block.part_scales[part] = from[part] & 63U;
    block.part_minimums[part] = from[part + 4] & 63U;
    block.part_scales[part + 4] = static_cast<std::uint8_t>((from[part + 8] & 15U) | from[part] >> 6U << 4U);
    block.part_minimums[part + 4] = static_cast<std::uint8_t>(from[part + 8] >> 4U | from[part + 4] >> 6U << 4U);
  }
}

Block read_block(Precision precision, const std::uint8_t* from) {
  Block block;
  block.scale = word_at(from);
  switch (precision) {
    case Precision::q4_0:
      read_halves(from + 2, 32, 16, block);
      break;
    case Precision::q4_1:
      block.minimum = word_at(from + 2);
      read_halves(from + 4, 32, 16, block);
      break;
    case Precision::q5_0:
      read_halves(from + 6, 32, 16, block);
      add_upper_bits(from + 2, 32, 1, 1, block);
      break;
    case Precision::q5_1:
      block.minimum = word_at(from + 2);
      read_halves(from + 8, 32, 16, block);
      add_upper_bits(from + 4, 32, 1, 1, block);
      break;
    case Precision::q8_0:
      for (std::size_t i = 0; i < 32; ++i) block.integers[i] = static_cast<std::uint8_t>(from[2 + i] ^ 0x80U);
      break;
    case Precision::q4_k:
    case Precision::q5_k: {
      const bool has_upper_bits = precision == Precision::q5_k;
      block.minimum = word_at(from + 2) ^ 0x8000U;  // it is subtracted
      read_part_scales(from + 4, block);
      read_halves(from + (has_upper_bits ? 48 : 16), 256, 32, block);
      if (has_upper_bits) add_upper_bits(from + 16, 256, 32, 1, block);
      break;
    }
    default:  // q6_k
      block.scale = word_at(from + 208);
      std::copy_n(from + 192, 16, block.part_scales.begin());
      read_halves(from, 256, 64, block);
      add_upper_bits(from + 128, 256, 32, 2, block);
  }
  return block;
}

// Packing.

/// Place of a column among those of a pair of registers whose numbers alternate: column i is beside i + lanes.
constexpr std::size_t place_in_pairs(std::size_t column) { return 2 * (column % simd::lanes) + column / simd::lanes; }

bool is_finite_float16(std::uint16_t bits) { return (bits & 0x7C00U) != 0x7C00U; }

/// Packs the words of one plane of a part: the bits from `shift` on of its integers.
void pack_words(const std::uint8_t* integers, std::size_t count, unsigned bits, unsigned shift, std::uint8_t* to) {
  const std::size_t in_word = 32 / bits;
  for (std::size_t first = 0; first < count; first += in_word, to += tile_columns * sizeof(std::uint32_t)) {
    std::uint32_t word = 0x80000000U;  // subtracts half the range of the last integer, which is signed
    for (std::size_t k = 0; k < in_word; ++k) {
      const std::uint32_t integer = integers[first + k] >> shift & ((1U << bits) - 1U);
      word ^= integer << bits * k;
    }
    std::memcpy(to, &word, sizeof(word));
  }
}

void pack_block(const BlockFormat& format, const Block& block, std::size_t column, std::uint8_t* to) {
  const std::size_t pair = place_in_pairs(column);
  std::memcpy(to + 2 * pair, &block.scale, 2);
  if (format.has_minimum) std::memcpy(to + 2 * (tile_columns + pair), &block.minimum, 2);
  to += format.scale_bytes() * tile_columns;
  for (std::size_t part = 0; part < format.parts(); ++part, to += format.part_bytes() * tile_columns) {
    std::uint8_t* words = to;
    if (format.has_part_scales) {
      to[pair] = block.part_scales[part];
      if (format.has_minimum) to[tile_columns + pair] = block.part_minimums[part];
      words += format.scale_bytes() / 2 * tile_columns;
    }
    const std::uint8_t* integers = block.integers.data() + part * format.part;
    unsigned shift = 0;
    for (const unsigned bits : format.bits) {
      if (bits == 0) continue;
      pack_words(integers, format.part, bits, shift, words + column * sizeof(std::uint32_t));
      words += format.part * bits / 8 * tile_columns;
      shift += bits;
    }
  }
}

}  // namespace

const BlockFormat* block_format_of(Precision precision) {
  return precision < Precision::q4_0
             ? nullptr
             : &formats[static_cast<std::size_t>(precision) - static_cast<std::size_t>(Precision::q4_0)];
}

bool pack_blocks(Precision precision, const std::uint8_t* row, std::size_t blocks, std::size_t column,
                 std::uint8_t* panel) {
  const BlockFormat& format = *block_format_of(precision);
  bool is_finite = true;
  for (std::size_t i = 0; i < blocks; ++i) {
    const Block block = read_block(precision, row + i * format.file_bytes);
    is_finite = is_finite && is_finite_float16(block.scale) && is_finite_float16(block.minimum);
    pack_block(format, block, column, panel + i * format.bytes() * tile_columns);
  }
  return is_finite;
}

}  // namespace spotlight::kernels
