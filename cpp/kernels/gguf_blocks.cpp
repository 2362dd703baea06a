#include "gguf_blocks.hpp"

#include <algorithm>
#include <bit>

#include "../core/memory.hpp"
#include "../core/simd.hpp"
#include "tile.hpp"

namespace spotlight::kernels {
namespace {

static_assert(tile_columns == 2 * simd::lanes, "a pair of registers is a row of a panel");

constexpr std::size_t longest_part = 32;
constexpr std::size_t word_bytes = tile_columns * sizeof(std::int32_t);  // bytes of one word per column

using Row = simd::batch_pair;  // one row of a panel, [tile_columns]

Row row_at(const float* from) { return {simd::load(from), simd::load(from + simd::lanes)}; }

void store_row(float* to, const Row& row) {
  simd::store(to, row[0]);
  simd::store(to + simd::lanes, row[1]);
}

/// a · b + c for each of the tile_columns columns.
Row madd(const Row& a, const Row& b, const Row& c) {
  return {simd::madd(a[0], b[0], c[0]), simd::madd(a[1], b[1], c[1])};
}

Row add(const Row& a, const Row& b) { return {a[0] + b[0], a[1] + b[1]}; }

Row times(float factor, const Row& row) { return {simd::batch(factor) * row[0], simd::batch(factor) * row[1]}; }

Row repeated(float value) { return {simd::batch(value), simd::batch(value)}; }

constexpr float power_of_two(int exponent) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(127 + exponent) << 23U);
}

/// Position of an n-bit integer within a 32-bit word. The value of the integer is (masked bits of the word, as float32)
/// · factor + addend.
struct Place {
  std::int32_t mask;
  float factor;
  float addend;
};
using Places = std::array<Place, longest_part>;

constexpr Places places_of_bits(unsigned bits) {
  Places places{};
  for (unsigned k = 0; k < 32 / bits; ++k) {
    places[k].mask = std::bit_cast<std::int32_t>(((std::uint32_t{1} << bits) - 1U) << bits * k);
    places[k].factor = power_of_two(-static_cast<int>(bits * k));
  }
  places[32 / bits - 1].addend = power_of_two(static_cast<int>(bits) - 1);
  return places;
}

// The masks are read from a table in memory instead of being constants: if the compiler knew that the masked bits are
// not negative, it would convert them as unsigned integers, which takes V8 several instructions.
constexpr std::array<Places, 4> places = {places_of_bits(1), places_of_bits(2), places_of_bits(4), places_of_bits(8)};

/// Bit plane of a part of a block: for all integers of the part, their lower bits or their upper bits.
struct Plane {
  const Places& places;
  std::size_t in_word;     // number of integers in a word
  std::size_t word_count;  // number of words per part and column
  float worth;             // value of the plane's lowest bit

  Plane(const BlockFormat& format, std::size_t index)
      : places(kernels::places[static_cast<std::size_t>(std::countr_zero(format.bits[index]))]),
        in_word(32 / format.bits[index]),
        word_count(format.part / in_word),
        worth(index == 0 ? 1.0F : power_of_two(static_cast<int>(format.bits[0]))) {}
};

std::size_t planes_of(const BlockFormat& format) { return format.bits[1] > 0 ? 2 : 1; }

/// Calls use(index, place, masked bits [tile_columns]) for each integer of a bit plane. The loop is unrolled four
/// times.
template <class Use>
void for_each_integer(const Plane& plane, const std::uint8_t* words, Use use) {
  std::size_t number = 0;
  for (std::size_t word = 0; word < plane.word_count; ++word, words += word_bytes) {
    const simd::int_batch first = simd::load_words(words);
    const simd::int_batch second = simd::load_words(words + word_bytes / 2);
    const Place* place = plane.places.data();
    for (const Place* end = place + plane.in_word; place != end; place += 4, number += 4) {
#pragma GCC unroll 4
      for (std::size_t i = 0; i < 4; ++i) {
        const simd::int_batch mask(place[i].mask);
        use(number + i, place[i], Row{simd::to_float(first & mask), simd::to_float(second & mask)});
      }
    }
  }
}

Row load_float16_row(const std::uint8_t* from) {
  return simd::load_float16_pairs(reinterpret_cast<const std::uint16_t*>(from));
}

/// Scales (or minimums) [tile_columns] of a part of a block: its int8 factors times the scales (or minimums) of the
/// block.
Row times_part_scales(const std::uint8_t* from, const Row& scales) {
  const simd::int_batch pairs = simd::load_pairs_of_int8(reinterpret_cast<const std::int8_t*>(from));
  return {simd::to_float((pairs << 16) >> 16) * scales[0], simd::to_float(pairs >> 16) * scales[1]};
}

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

  /// Moves to the next part of the panel: reads its scales and minimums and returns the address of its words. Not
  /// inlined, because two copies would add 1 KB to the download.
  [[gnu::noinline]] const std::uint8_t* next() {
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

  // Scales and minimums [tile_columns] of the current part of a block: number = scale · integer + minimum. This minimum
  // already includes the block format's offset.
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
  std::size_t left_ = 0;  // number of parts of the current block not yet read
  Row block_scales_ = repeated(0.0F);
  Row block_minimums_ = repeated(0.0F);
  Row scales_ = repeated(0.0F);
  Row minimums_ = repeated(0.0F);
};

}  // namespace

void widen_blocks(const BlockFormat& format, const std::uint8_t* panel, std::size_t first_depth, std::size_t depth,
                  float* widened) {
  Parts parts(format, panel, first_depth / format.part);
  for (std::size_t k = 0; k < depth; k += format.part, widened += format.part * tile_columns) {
    const std::uint8_t* words = parts.next();
    const std::size_t planes = planes_of(format);
    for (std::size_t index = 0; index < planes; ++index) {
      const Plane plane(format, index);
      const Row scales = times(plane.worth, parts.scales());
      const Row minimums = index + 1 == planes ? parts.minimums() : repeated(0.0F);  // added once: it rounds
      for_each_integer(plane, words, [&](std::size_t i, const Place& place, const Row& bits) {
        float* to = widened + i * tile_columns;
        const Row integers = madd(bits, repeated(place.factor), repeated(place.addend));
        const Row scaled = madd(integers, scales, index == 0 ? repeated(0.0F) : row_at(to));
        store_row(to, add(scaled, minimums));
      });
      words += plane.word_count * word_bytes;
    }
  }
}

RowForBlocks row_for_blocks(const BlockFormat& format, const float* a, std::size_t depth) {
  const std::size_t planes = planes_of(format);
  const std::size_t parts = depth / format.part;
  RowForBlocks row;
  memory::allocate(row.scaled, "a row for blocks", {planes, depth});
  memory::allocate(row.addends, "a row for blocks", {parts});
  memory::allocate(row.sums, "a row for blocks", {parts});
  float* scaled = row.scaled.data();
  for (std::size_t part = 0; part < parts; ++part, a += format.part) {
    for (std::size_t i = 0; i < format.part; ++i) row.sums[part] += a[i];
    for (std::size_t index = 0; index < planes; ++index) {
      const Plane plane(format, index);
      for (std::size_t i = 0; i < format.part; ++i) {
        const Place& place = plane.places[i & (plane.in_word - 1)];
        const float activation = a[i] * plane.worth;
        *scaled++ = activation * place.factor;
        row.addends[part] += activation * place.addend;
      }
    }
  }
  return row;
}

void add_product_of_blocks(const BlockFormat& format, const RowForBlocks& a, const std::uint8_t* panel,
                           float* products) {
  const std::size_t count = planes_of(format);
  const std::array<Plane, 2> planes = {Plane(format, 0), Plane(format, count - 1)};
  const float* scaled = a.scaled.data();
  Row totals = row_at(products);
  Parts parts(format, panel, 0);
  for (std::size_t part = 0; part < a.sums.size(); ++part) {
    const std::uint8_t* words = parts.next();
    // Two independent sums per part hide the latency of the addition.
    std::array<Row, 2> sums = {repeated(a.addends[part]), repeated(0.0F)};
    for (std::size_t index = 0; index < count; ++index) {
      for_each_integer(planes[index], words, [&](std::size_t i, const Place&, const Row& bits) {
        sums[i % 2] = madd(bits, repeated(scaled[i]), sums[i % 2]);
      });
      scaled += format.part;
      words += planes[index].word_count * word_bytes;
    }
    totals = madd(add(sums[0], sums[1]), parts.scales(), totals);
    totals = madd(repeated(a.sums[part]), parts.minimums(), totals);
  }
  store_row(products, totals);
}

}  // namespace spotlight::kernels
