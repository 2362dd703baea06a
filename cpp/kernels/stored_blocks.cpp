#include "stored_blocks.hpp"

#include <algorithm>
#include <bit>

#include "../core/memory.hpp"
#include "../core/simd.hpp"
#include "tile.hpp"

namespace spotlight::kernels {
namespace {

static_assert(tile_columns == 2 * simd::lanes, "a pair of registers is a row of a panel");

constexpr std::size_t longest_part = 32;
constexpr std::size_t word_bytes = tile_columns * sizeof(std::int32_t);  // of a word of each column

using Row = simd::batch_pair;  // [tile_columns]

Row load_row(const float* from) { return {simd::load(from), simd::load(from + simd::lanes)}; }

void store_row(float* to, const Row& row) {
  simd::store(to, row[0]);
  simd::store(to + simd::lanes, row[1]);
}

/// a · b + c
Row madd(const Row& a, const Row& b, const Row& c) {
  return {simd::madd(a[0], b[0], c[0]), simd::madd(a[1], b[1], c[1])};
}

Row repeated(float value) { return {simd::batch(value), simd::batch(value)}; }

/// 2^exponent
constexpr float power_of_two(int exponent) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(127 + exponent) << 23U);
}

using OfPart = std::array<float, longest_part>;  // a number for each integer of a part

/// Values of integers in the place that they have in a word, of a plane whose integers are worth 2^shift.
template <unsigned Bits>
constexpr OfPart factors_of(int shift) {
  OfPart factors{};
  for (unsigned i = 0; i < longest_part; ++i) {
    factors[i] = power_of_two(shift - static_cast<int>(i % (32 / Bits) * Bits));
  }
  return factors;
}

/// Constants of integers whose bits are in two planes, or of Upper = 0 in one.
template <unsigned Lower, unsigned Upper>
struct Planes {
  static constexpr std::size_t count = Upper > 0 ? 2 : 1;
  static constexpr std::array<OfPart, 2> factors = {factors_of<Lower>(0), factors_of<Upper == 0 ? 1 : Upper>(Lower)};
  /// What integers are stored less, in the planes of whose words they are the last.
  static constexpr OfPart addends = [] {
    OfPart all{};
    for (unsigned i = 0; i < longest_part; ++i) {
      if ((i + 1) % (32 / Lower) == 0) all[i] += power_of_two(Lower - 1);
      if (Upper > 0 && (i + 1) * Upper % 32 == 0) all[i] += power_of_two(Lower + Upper - 1);
    }
    return all;
  }();
};

/// The bits of the integers in each place of a word.
template <unsigned Bits>
constexpr std::array<std::uint32_t, 32 / Bits> masks = [] {
  std::array<std::uint32_t, 32 / Bits> all{};
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = ((std::uint32_t{1} << Bits) - 1U) << Bits * k;
  return all;
}();

/// Calls use(number, integers [tile_columns], times 2^(Bits · place)) for the numbers of `count` words of each column.
template <unsigned Bits, class Use>
void for_each_integer(const std::uint8_t* words, std::size_t count, Use use) {
  constexpr std::size_t in_word = 32 / Bits;
  constexpr std::size_t step = std::min<std::size_t>(in_word, 8);
  for (std::size_t i = 0; i < count * in_word; i += step) {
    const std::uint8_t* from = words + i / in_word * word_bytes;
    const simd::int_batch first = simd::load_words(from);
    const simd::int_batch second = simd::load_words(from + word_bytes / 2);
    // The compiler must not see the masks: if it knew that what is left of a word is not negative, it would convert it
    // as unsigned, which takes V8 several instructions. Nor may it load them all before the loop: too many registers.
    const std::uint32_t* mask = simd::opaque(masks<Bits>.data() + i % in_word);
#pragma GCC unroll 8
    for (std::size_t k = 0; k < step; ++k) {
      const simd::int_batch bits(std::bit_cast<std::int32_t>(mask[k]));
      use(i + k, Row{simd::to_float(first & bits), simd::to_float(second & bits)});
    }
  }
}

/// Calls use.operator()<bits of the lower plane, of the upper one>(), which is 0 where there is none.
template <class Use>
void with_planes_of(const BlockFormat& format, Use use) {
  switch (format.bits[0] + format.bits[1]) {
    case 4:
      return use.template operator()<4, 0>();
    case 5:
      return use.template operator()<4, 1>();
    case 6:
      return use.template operator()<4, 2>();
    default:
      return use.template operator()<8, 0>();
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

/// The parts of a panel, one after the other.
class Parts {
 public:
  Parts(const BlockFormat& format, const std::uint8_t* panel, std::size_t first_part)
      : offset_(repeated(-format.offset)),
        has_minimum_(format.has_minimum),
        has_part_scales_(format.has_part_scales),
        parts_(format.parts()),
        words_bytes_(format.part * (format.bits[0] + format.bits[1]) / 8 * tile_columns),
        next_(panel + first_part / parts_ * format.bytes() * tile_columns) {
    const std::size_t within = first_part % parts_;
    if (within == 0) return;
    read_block();
    next_ += within * format.part_bytes() * tile_columns;
    left_ = parts_ - within;
  }

  /// Reads the scales of the next part. @returns its words
  const std::uint8_t* next() {
    if (left_ == 0) read_block();
    --left_;
    scales_ = block_scales_;
    minimums_ = block_minimums_;
    if (has_part_scales_) {
      scales_ = times_part_scales(next_, scales_);
      next_ += tile_columns;
      if (has_minimum_) {
        minimums_ = times_part_scales(next_, minimums_);
        next_ += tile_columns;
      }
    }
    minimums_ = madd(offset_, scales_, minimums_);
    const std::uint8_t* words = next_;
    next_ += words_bytes_;
    return words;
  }

  // Of the part read last, [tile_columns]: a number is scale · integer + minimum, which has the offset.
  const Row& scales() const { return scales_; }
  const Row& minimums() const { return minimums_; }

 private:
  void read_block() {
    block_scales_ = load_float16_row(next_);
    next_ += sizeof(std::uint16_t) * tile_columns;
    if (has_minimum_) {
      block_minimums_ = load_float16_row(next_);
      next_ += sizeof(std::uint16_t) * tile_columns;
    }
    left_ = parts_;
  }

  Row offset_;
  bool has_minimum_, has_part_scales_;
  std::size_t parts_;
  std::size_t words_bytes_;
  const std::uint8_t* next_;
  std::size_t left_ = 0;  // parts of the block
  Row block_scales_ = repeated(0.0F);
  Row block_minimums_ = repeated(0.0F);
  Row scales_ = repeated(0.0F);
  Row minimums_ = repeated(0.0F);
};

template <unsigned Lower, unsigned Upper>
void add_product(const BlockFormat& format, const RowForBlocks& a, const std::uint8_t* panel, float* products) {
  const std::size_t part_size = format.part;
  const float* scaled = a.scaled.data();
  Row totals = load_row(products);
  Parts parts(format, panel, 0);
  for (std::size_t part = 0; part < a.sums.size(); ++part) {
    const std::uint8_t* words = parts.next();
    // Two sums, since each addition waits for the one before.
    std::array<Row, 2> sums = {repeated(a.addends[part]), repeated(0.0F)};
    const auto add = [&](std::size_t i, const Row& integers) {
      sums[i % 2] = madd(integers, repeated(scaled[i]), sums[i % 2]);
    };
    for_each_integer<Lower>(words, part_size * Lower / 32, add);
    scaled += part_size;
    if constexpr (Upper > 0) {
      for_each_integer<Upper>(words + part_size * Lower / 32 * word_bytes, part_size * Upper / 32, add);
      scaled += part_size;
    }
    totals = madd({sums[0][0] + sums[1][0], sums[0][1] + sums[1][1]}, parts.scales(), totals);
    totals = madd(repeated(a.sums[part]), parts.minimums(), totals);
  }
  store_row(products, totals);
}

template <unsigned Lower, unsigned Upper>
void widen(const BlockFormat& format, const std::uint8_t* panel, std::size_t first_depth, std::size_t depth,
           float* widened) {
  const std::size_t part_size = format.part;
  const auto& [lower_factors, upper_factors] = *simd::opaque(&Planes<Lower, Upper>::factors);
  const OfPart& addends = *simd::opaque(&Planes<Lower, Upper>::addends);
  Parts parts(format, panel, first_depth / part_size);
  for (std::size_t k = 0; k < depth; k += part_size, widened += part_size * tile_columns) {
    const std::uint8_t* words = parts.next();
    const Row scales = parts.scales();
    const Row minimums = parts.minimums();
    for_each_integer<Lower>(words, part_size * Lower / 32, [&](std::size_t i, const Row& integers) {
      const Row lower = madd(integers, repeated(lower_factors[i]), repeated(addends[i]));
      store_row(widened + i * tile_columns, Upper > 0 ? lower : madd(lower, scales, minimums));
    });
    if constexpr (Upper > 0) {
      const std::uint8_t* upper_words = words + part_size * Lower / 32 * word_bytes;
      for_each_integer<Upper>(upper_words, part_size * Upper / 32, [&](std::size_t i, const Row& integers) {
        float* to = widened + i * tile_columns;
        store_row(to, madd(madd(integers, repeated(upper_factors[i]), load_row(to)), scales, minimums));
      });
    }
  }
}

template <unsigned Lower, unsigned Upper>
void prepare(std::size_t part_size, const float* a, RowForBlocks& row) {
  using Constants = Planes<Lower, Upper>;
  float* scaled = row.scaled.data();
  for (std::size_t part = 0; part < row.sums.size(); ++part, a += part_size) {
    for (std::size_t i = 0; i < part_size; ++i) {
      row.addends[part] += a[i] * Constants::addends[i];
      row.sums[part] += a[i];
    }
    for (std::size_t plane = 0; plane < Constants::count; ++plane) {
      for (std::size_t i = 0; i < part_size; ++i) *scaled++ = a[i] * Constants::factors[plane][i];
    }
  }
}

}  // namespace

void widen_blocks(const BlockFormat& format, const std::uint8_t* panel, std::size_t first_depth, std::size_t depth,
                  float* widened) {
  with_planes_of(format, [&]<unsigned Lower, unsigned Upper>() {
    widen<Lower, Upper>(format, panel, first_depth, depth, widened);
  });
}

RowForBlocks row_for_blocks(const BlockFormat& format, const float* a, std::size_t depth) {
  const std::size_t parts = depth / format.part;
  RowForBlocks row;
  memory::allocate(row.scaled, "a row for blocks", {format.bits[1] > 0 ? 2 * depth : depth});
  memory::allocate(row.addends, "a row for blocks", {parts});
  memory::allocate(row.sums, "a row for blocks", {parts});
  with_planes_of(format, [&]<unsigned Lower, unsigned Upper>() { prepare<Lower, Upper>(format.part, a, row); });
  return row;
}

void add_product_of_blocks(const BlockFormat& format, const RowForBlocks& a, const std::uint8_t* panel,
                           float* products) {
  with_planes_of(format,
                 [&]<unsigned Lower, unsigned Upper>() { add_product<Lower, Upper>(format, a, panel, products); });
}

}  // namespace spotlight::kernels
