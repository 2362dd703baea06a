#include "stored_blocks.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "../core/memory.hpp"
#include "../core/simd.hpp"
#include "tile.hpp"

namespace spotlight::kernels {
namespace {

static_assert(tile_columns == 2 * simd::lanes, "a pair of registers is a row of a panel");

constexpr std::size_t most_numbers = 256;
constexpr std::size_t most_parts = 16;
constexpr std::size_t longest_part = 32;

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

// Multiplying, and widening.

/// 2^exponent
constexpr float power_of_two(int exponent) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(127 + exponent) << 23U);
}

/// The factor of the integer in place `place` of its word, in a plane.
float factor_of(const BlockFormat& format, std::size_t plane, std::size_t place) {
  return power_of_two(static_cast<int>(plane == 0 ? 0U : format.bits[0]) -
                      static_cast<int>(format.bits[plane] * place));
}

/// Addend of integer i of a part: what it lacks in the planes of whose words it is the last, less the offset.
float addend_of(const BlockFormat& format, std::size_t i) {
  float addend = -format.offset;
  unsigned upper = 0;
  for (const unsigned bits : format.bits) {
    upper += bits;
    if (bits > 0 && (i + 1) % (32 / bits) == 0) addend += power_of_two(static_cast<int>(upper) - 1);
  }
  return addend;
}

using Row = std::array<simd::batch, tile_registers>;  // [tile_columns]

/// The bits of the integers in each place of a word. In memory that the compiler does not see: if it knew that what is
/// left of a word is not negative, it would convert it as unsigned, which takes V8 several instructions.
template <unsigned Bits>
const std::int32_t* masks() {
  static constexpr auto words = [] {
    std::array<std::int32_t, 32 / Bits> all{};
    for (std::size_t k = 0; k < all.size(); ++k) {
      all[k] = std::bit_cast<std::int32_t>(((std::uint32_t{1} << Bits) - 1U) << Bits * k);
    }
    return all;
  }();
  return simd::opaque(words.data());
}

/// Calls use(number, part of the columns, integers, times 2^(Bits · place)) for the numbers of `count` words of each
/// column.
template <unsigned Bits, class Use>
void for_each_integer(const std::uint8_t* words, std::size_t count, Use use) {
  constexpr std::size_t in_word = 32 / Bits;
  const std::int32_t* mask = masks<Bits>();
  for (std::size_t word = 0; word < count; ++word, words += tile_columns * sizeof(std::int32_t)) {
    for (std::size_t part = 0; part < tile_registers; ++part) {
      const simd::int_batch integers = simd::load_words(words + part * sizeof(simd::batch));
#pragma GCC unroll 32
      for (std::size_t k = 0; k < in_word; ++k) {
        use(word * in_word + k, part, simd::to_float(integers & simd::int_batch(mask[k])));
      }
    }
  }
}

/// sums [tile_columns] += a · the integers of a plane
template <unsigned Bits>
[[gnu::noinline]] void add_integers(const float* a, const std::uint8_t* words, std::size_t count, float* sums) {
  Row row = {simd::load(sums), simd::load(sums + simd::lanes)};
  for_each_integer<Bits>(words, count, [&](std::size_t i, std::size_t part, simd::batch integers) {
    row[part] = simd::madd(integers, simd::batch(a[i]), row[part]);
  });
  for (std::size_t part = 0; part < tile_registers; ++part) simd::store(sums + part * simd::lanes, row[part]);
}

/// widened [numbers, tile_columns] += the integers of a plane · factors [numbers]
template <unsigned Bits>
[[gnu::noinline]] void widen_integers(const float* factors, const std::uint8_t* words, std::size_t count,
                                      float* widened) {
  for_each_integer<Bits>(words, count, [&](std::size_t i, std::size_t part, simd::batch integers) {
    float* to = widened + i * tile_columns + part * simd::lanes;
    simd::store(to, simd::madd(integers, simd::batch(factors[i]), simd::load(to)));
  });
}

/// Calls use.operator()<Bits>(plane, words, number of words of a column) for the planes of a part.
template <class Use>
void for_each_plane(const BlockFormat& format, const std::uint8_t* words, Use use) {
  for (std::size_t plane = 0; plane < format.bits.size(); ++plane) {
    const unsigned bits = format.bits[plane];
    const std::size_t count = format.part * bits / 32;
    switch (bits) {
      case 8:
        use.template operator()<8>(plane, words, count);
        break;
      case 4:
        use.template operator()<4>(plane, words, count);
        break;
      case 2:
        use.template operator()<2>(plane, words, count);
        break;
      case 1:
        use.template operator()<1>(plane, words, count);
        break;
      default:
        return;
    }
    words += count * tile_columns * sizeof(std::int32_t);
  }
}

Row load_float16_row(const std::uint8_t* from) {
  return simd::load_float16_pairs(reinterpret_cast<const std::uint16_t*>(from));
}

/// Factors [tile_columns] of a part, times the scales of the block.
Row times_part_scales(const std::uint8_t* from, const Row& scales) {
  const simd::int_batch pairs = simd::load_pairs_of_int8(reinterpret_cast<const std::int8_t*>(from));
  return {simd::to_float((pairs << 16) >> 16) * scales[0], simd::to_float(pairs >> 16) * scales[1]};
}

/// The parts of a panel one after the other.
class Parts {
 public:
  Parts(const BlockFormat& format, const std::uint8_t* panel, std::size_t first_part)
      : format_(format), next_(panel + first_part / format.parts() * format.bytes() * tile_columns) {
    const std::size_t within = first_part % format.parts();
    if (within == 0) return;
    read_block();
    next_ += within * format.part_bytes() * tile_columns;
    left_ = format.parts() - within;
  }

  /// Scales and minimums of the next part. @returns its words
  const std::uint8_t* next(Row& scales, Row& minimums) {
    if (left_ == 0) read_block();
    --left_;
    const std::uint8_t* words = next_;
    next_ += format_.part_bytes() * tile_columns;
    scales = scales_;
    minimums = minimums_;
    if (!format_.has_part_scales) return words;
    scales = times_part_scales(words, scales_);
    if (format_.has_minimum) minimums = times_part_scales(words + tile_columns, minimums_);
    return words + format_.scale_bytes() / 2 * tile_columns;
  }

 private:
  void read_block() {
    scales_ = load_float16_row(next_);
    if (format_.has_minimum) minimums_ = load_float16_row(next_ + sizeof(std::uint16_t) * tile_columns);
    next_ += format_.scale_bytes() * tile_columns;
    left_ = format_.parts();
  }

  const BlockFormat& format_;
  const std::uint8_t* next_;
  std::size_t left_ = 0;  // parts of the block
  Row scales_ = {simd::batch(0.0F), simd::batch(0.0F)};
  Row minimums_ = {simd::batch(0.0F), simd::batch(0.0F)};
};

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

void widen_blocks(const BlockFormat& format, const std::uint8_t* panel, std::size_t first_depth, std::size_t depth,
                  float* widened) {
  std::array<std::array<float, longest_part>, 2> factors;
  std::array<float, longest_part> addends;
  for (std::size_t i = 0; i < format.part; ++i) {
    addends[i] = addend_of(format, i);
    for (std::size_t plane = 0; plane < 2; ++plane) {
      if (format.bits[plane] > 0) factors[plane][i] = factor_of(format, plane, i % (32 / format.bits[plane]));
    }
  }
  Parts parts(format, panel, first_depth / format.part);
  for (std::size_t k = 0; k < depth; k += format.part, widened += format.part * tile_columns) {
    Row scales;
    Row minimums;
    const std::uint8_t* words = parts.next(scales, minimums);
    for (std::size_t i = 0; i < format.part; ++i) std::fill_n(widened + i * tile_columns, tile_columns, addends[i]);
    for_each_plane(format, words,
                   [&]<unsigned Bits>(std::size_t plane, const std::uint8_t* of_plane, std::size_t count) {
                     widen_integers<Bits>(factors[plane].data(), of_plane, count, widened);
                   });
    for (std::size_t i = 0; i < format.part * tile_columns; i += simd::lanes) {
      const std::size_t part = i / simd::lanes % tile_registers;
      simd::store(widened + i, simd::madd(simd::load(widened + i), scales[part], minimums[part]));
    }
  }
}

RowForBlocks row_for_blocks(const BlockFormat& format, const float* a, std::size_t depth) {
  const std::size_t parts = depth / format.part;
  const std::size_t planes = format.bits[1] > 0 ? 2 : 1;
  RowForBlocks row;
  memory::allocate(row.scaled, "a row for blocks", {parts, planes, format.part});
  memory::allocate(row.offsets, "a row for blocks", {parts});
  memory::allocate(row.sums, "a row for blocks", {parts});
  float* scaled = row.scaled.data();
  for (std::size_t part = 0; part < parts; ++part, a += format.part) {
    for (std::size_t i = 0; i < format.part; ++i) {
      row.offsets[part] += a[i] * addend_of(format, i);
      row.sums[part] += a[i];
    }
    for (std::size_t plane = 0; plane < planes; ++plane) {
      for (std::size_t i = 0; i < format.part; ++i) {
        *scaled++ = a[i] * factor_of(format, plane, i % (32 / format.bits[plane]));
      }
    }
  }
  return row;
}

void add_product_of_blocks(const BlockFormat& format, const RowForBlocks& a, const std::uint8_t* panel,
                           float* products) {
  Parts parts(format, panel, 0);
  Row totals = {simd::load(products), simd::load(products + simd::lanes)};
  const float* scaled = a.scaled.data();
  for (std::size_t part = 0; part < a.sums.size(); ++part) {
    Row scales;
    Row minimums;
    const std::uint8_t* words = parts.next(scales, minimums);
    std::array<float, tile_columns> sums;
    sums.fill(a.offsets[part]);
    for_each_plane(format, words, [&]<unsigned Bits>(std::size_t, const std::uint8_t* of_plane, std::size_t count) {
      add_integers<Bits>(scaled, of_plane, count, sums.data());
      scaled += format.part;
    });
    for (std::size_t i = 0; i < tile_registers; ++i) {
      totals[i] = simd::madd(simd::load(sums.data() + i * simd::lanes), scales[i], totals[i]);
      if (format.has_minimum) totals[i] = simd::madd(simd::batch(a.sums[part]), minimums[i], totals[i]);
    }
  }
  for (std::size_t i = 0; i < tile_registers; ++i) simd::store(products + i * simd::lanes, totals[i]);
}

}  // namespace spotlight::kernels
