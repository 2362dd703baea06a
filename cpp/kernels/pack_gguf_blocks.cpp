#include <algorithm>
#include <array>
#include <cstring>

#include "../core/simd.hpp"
#include "gguf_blocks.hpp"
#include "tile.hpp"

namespace spotlight::kernels {
namespace {

constexpr std::size_t most_numbers = 256;
constexpr std::size_t most_parts = 16;

// Block formats of the precisions from q4_0 on, in the order of the enumeration Precision.
constexpr std::array<BlockFormat, 8> formats = {{
    {.file_bytes = 18, .numbers = 32, .offset = 8.0F},
    {.file_bytes = 20, .numbers = 32, .has_minimum = true},
    {.file_bytes = 22, .numbers = 32, .bits = {4, 1}, .offset = 16.0F},
    {.file_bytes = 24, .numbers = 32, .bits = {4, 1}, .has_minimum = true},
    {.file_bytes = 34, .numbers = 32, .bits = {8, 0}, .offset = 128.0F},
    {.file_bytes = 144, .numbers = 256, .has_minimum = true, .has_part_scales = true},
    {.file_bytes = 176, .numbers = 256, .bits = {4, 1}, .has_minimum = true, .has_part_scales = true},
    {.file_bytes = 210, .numbers = 256, .part = 16, .bits = {4, 2}, .offset = 32.0F, .has_part_scales = true},
}};

std::size_t index_of(Precision precision) {
  return static_cast<std::size_t>(precision) - static_cast<std::size_t>(Precision::q4_0);
}

struct Block {
  std::array<std::uint8_t, most_numbers> integers{};
  std::uint16_t scale = 0;    // float16
  std::uint16_t minimum = 0;  // float16
  std::array<std::uint8_t, most_parts> part_scales{};
  std::array<std::uint8_t, most_parts> part_minimums{};
};

/// Layout of a block in a GGUF file: byte offsets of its sections, and the order of its integers.
struct Layout {
  std::size_t scale = 0;  // followed by the minimum, if there is one
  std::size_t integers = 0;
  std::size_t half = 0;  // 4-bit integers: the lower halves of `half` bytes, then their upper halves
  std::size_t upper_bits = 0;
  std::size_t step = 0;  // distance between integers whose upper bits share a byte
  std::size_t part_scales = 0;
};

// Layouts, in a GGUF file, of the precisions from q4_0 on, in the order of the enumeration Precision.
constexpr std::array<Layout, formats.size()> layouts = {{
    {.scale = 0, .integers = 2, .half = 16},
    {.scale = 0, .integers = 4, .half = 16},
    {.scale = 0, .integers = 6, .half = 16, .upper_bits = 2, .step = 1},
    {.scale = 0, .integers = 8, .half = 16, .upper_bits = 4, .step = 1},
    {.scale = 0, .integers = 2},
    {.scale = 0, .integers = 16, .half = 32, .part_scales = 4},
    {.scale = 0, .integers = 48, .half = 32, .upper_bits = 16, .step = 32, .part_scales = 4},
    {.scale = 208, .integers = 0, .half = 64, .upper_bits = 128, .step = 32, .part_scales = 192},
}};

std::uint16_t word_at(const std::uint8_t* from) { return static_cast<std::uint16_t>(from[0] | from[1] << 8); }

/// Reads the 4-bit integers of a block, in groups of `half` bytes: first the lower 4 bits of the group's bytes, then
/// their upper 4 bits, then the next group.
void read_halves(const std::uint8_t* from, std::size_t numbers, std::size_t half, Block& block) {
  for (std::uint8_t* to = block.integers.data(); to != block.integers.data() + numbers; to += 2 * half, from += half) {
    for (std::size_t i = 0; i < half; ++i) {
      to[i] = from[i] & 15U;
      to[half + i] = from[i] >> 4U;
    }
  }
}

/// Adds the upper bits to the integers of a block; each integer has `bits` of them. Integers whose upper bits share a
/// byte are `step` apart.
void add_upper_bits(const std::uint8_t* from, std::size_t numbers, std::size_t step, unsigned bits, Block& block) {
  const unsigned mask = (1U << bits) - 1U;
  std::uint8_t* to = block.integers.data();
  for (const std::uint8_t* end = to + numbers; to != end; from += step) {
    for (unsigned shift = 0; shift < 8; shift += bits, to += step) {
      for (std::size_t i = 0; i < step; ++i) to[i] = static_cast<std::uint8_t>(to[i] | (from[i] >> shift & mask) << 4U);
    }
  }
}

/// Reads the 6-bit scales and minimums of a block's 8 parts, which take 12 bytes in the file.
void read_part_scales(const std::uint8_t* from, Block& block) {
  for (std::size_t part = 0; part < 4; ++part) {
    block.part_scales[part] = from[part] & 63U;
    block.part_minimums[part] = from[part + 4] & 63U;
    block.part_scales[part + 4] = static_cast<std::uint8_t>((from[part + 8] & 15U) | from[part] >> 6U << 4U);
    block.part_minimums[part + 4] = static_cast<std::uint8_t>(from[part + 8] >> 4U | from[part + 4] >> 6U << 4U);
  }
}

Block read_block(const BlockFormat& format, const Layout& layout, const std::uint8_t* from) {
  Block block;
  block.scale = word_at(from + layout.scale);
  if (format.has_minimum) block.minimum = word_at(from + layout.scale + 2);
  if (format.bits[0] == 8) {
    for (std::size_t i = 0; i < format.numbers; ++i) block.integers[i] = from[layout.integers + i] ^ 0x80U;
  } else {
    read_halves(from + layout.integers, format.numbers, layout.half, block);
  }
  if (format.bits[1] > 0) add_upper_bits(from + layout.upper_bits, format.numbers, layout.step, format.bits[1], block);
  if (!format.has_part_scales) return block;
  if (format.has_minimum) {
    block.minimum ^= 0x8000U;  // the file stores the minimum with the opposite sign
    read_part_scales(from + layout.part_scales, block);
  } else {
    std::copy_n(from + layout.part_scales, format.parts(), block.part_scales.begin());
  }
  return block;
}

/// Position of a column in a row of a panel whose two registers are interleaved: column i is stored next to column i +
/// lanes.
constexpr std::size_t place_in_pairs(std::size_t column) { return 2 * (column % simd::lanes) + column / simd::lanes; }

bool is_finite_float16(std::uint16_t bits) { return (bits & 0x7C00U) != 0x7C00U; }

/// Packs bits [shift, shift + bits) of the integers in a part of a block as the words of a bit plane.
void pack_words(const std::uint8_t* integers, std::size_t count, unsigned bits, unsigned shift, std::uint8_t* to) {
  const std::size_t in_word = 32 / bits;
  for (std::size_t first = 0; first < count; first += in_word, to += tile_columns * sizeof(std::uint32_t)) {
    std::uint32_t word = 0x80000000U;  // the last integer is signed: flipping its top bit subtracts half of its range
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
  return precision < Precision::q4_0 ? nullptr : &formats[index_of(precision)];
}

bool pack_blocks(Precision precision, const std::uint8_t* row, std::size_t blocks, std::size_t column,
                 std::uint8_t* panel) {
  const BlockFormat& format = formats[index_of(precision)];
  const Layout& layout = layouts[index_of(precision)];
  bool is_finite = true;
  for (std::size_t i = 0; i < blocks; ++i) {
    const Block block = read_block(format, layout, row + i * format.file_bytes);
    is_finite = is_finite && is_finite_float16(block.scale) && is_finite_float16(block.minimum);
    pack_block(format, block, column, panel + i * format.bytes() * tile_columns);
  }
  return is_finite;
}

}  // namespace spotlight::kernels
