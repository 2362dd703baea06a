#include "quantized_product.hpp"

#include <algorithm>
#include <array>

#include "../core/simd.hpp"

namespace spotlight::kernels {
namespace {

static_assert(tile_registers == 2, "the quads of a panel are two registers, as simd::join_halves_of_quads makes them");

constexpr std::size_t numbers_of_quads = 4 * tile_columns;  // number of int8 numbers in one row of quads of a panel
constexpr std::size_t numbers_of_pairs = 2 * tile_columns;
constexpr std::size_t numbers_of_register = 2 * simd::lanes;  // number of int16 numbers in a register

bool is_of_bytes(const QuantizedRows& a) { return simd::has_byte_products && a.kind == Words::bytes; }

using PanelWords = std::array<simd::int_batch, tile_registers>;  // [tile_columns]
using Sums = PanelWords;
using TileOfSums = std::array<Sums, tile_rows>;
/// Part of an int8 panel, at most exact_depth rows, converted to int16: [exact_depth / 2, tile_columns, 2].
using PanelOfPairs = std::array<std::int16_t, exact_depth * tile_columns>;

/// Range of at most exact_depth rows of an int8 panel.
struct Range {
  std::size_t quads;
  const std::int8_t* panel;
  const std::int32_t* offsets;  // [tile_columns]
};

/// products [tile_columns] += sums. Each range of exact_depth rows has sums of its own, which are converted to float32
/// here: products by bytes or by pairs, of one row or of a tile, are thus identical.
void add_to(float* products, const Sums& sums) {
  for (std::size_t part = 0; part < tile_registers; ++part) {
    float* at = products + part * simd::lanes;
    simd::store(at, simd::load(at) + simd::to_float(sums[part]));
  }
}

Sums load_offsets(const std::int32_t* offsets) {
  Sums sums;
  for (std::size_t part = 0; part < tile_registers; ++part) sums[part] = simd::load_words(offsets + part * simd::lanes);
  return sums;
}

/// Loads a quad, four consecutive numbers, of each column of an int8 panel.
PanelWords load_quads(const std::int8_t* weights) {
  return simd::join_halves_of_quads(simd::load_words(weights), simd::load_words(weights + numbers_of_pairs));
}

/// sums + the products of one row's quad, the four bytes in `word`, and the corresponding quads of a panel's columns.
Sums add_products_of_quads(std::int32_t word, const PanelWords& quads, Sums sums) {
  for (std::size_t part = 0; part < tile_registers; ++part) {
    sums[part] = simd::add_products_of_quads(quads[part], simd::int_batch(word), sums[part]);
  }
  return sums;
}

using Ranges = std::array<Range, row_panels_of_int8>;  // the same depth range of several panels

/// sums += Σ a·w = 128·Σ (upper − 64)·w + Σ lower·w for one row a, whose numbers are split into upper and lower bytes,
/// and the columns w of several panels.
void add_row_of_bytes(const std::int32_t* a, const Ranges& ranges, PanelProducts& sums) {
  const std::size_t quads = ranges.front().quads;
  const std::int32_t* lower_words = a + quads;
  std::array<Sums, row_panels_of_int8> upper;
  std::array<Sums, row_panels_of_int8> lower;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    upper[i] = load_offsets(ranges[i].offsets);
    lower[i].fill(simd::int_batch(0));
  }
  for (std::size_t quad = 0; quad < quads; ++quad) {
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      const PanelWords weights = load_quads(ranges[i].panel + quad * numbers_of_quads);
      upper[i] = add_products_of_quads(a[quad], weights, upper[i]);
      lower[i] = add_products_of_quads(lower_words[quad], weights, lower[i]);
    }
  }
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    for (std::size_t part = 0; part < tile_registers; ++part) lower[i][part] += upper[i][part] << 7;
    add_to(sums[i].data(), lower[i]);
  }
}

/// sums += Σ a·w for one row a, whose numbers are stored as pairs of int16, and the columns w of several panels.
void add_row_of_pairs(const std::int32_t* a, const Ranges& ranges, PanelProducts& sums) {
  std::array<Sums, row_panels_of_int8> lanes;
  for (Sums& each : lanes) each.fill(simd::int_batch(0));
  for (std::size_t pair = 0; pair < 2 * ranges.front().quads; ++pair) {
    const simd::int_batch repeated(a[pair]);
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      const std::int8_t* weights = ranges[i].panel + pair * numbers_of_pairs;
      for (std::size_t part = 0; part < tile_registers; ++part) {
        const simd::int_batch pairs = simd::load_pairs_of_int8(weights + part * numbers_of_register);
        lanes[i][part] = simd::add_products_of_pairs(repeated, pairs, lanes[i][part]);
      }
    }
  }
  for (std::size_t i = 0; i < ranges.size(); ++i) add_to(sums[i].data(), lanes[i]);
}

/// sums += A·B for words of A [steps, tile_rows] and of B [steps, tile_columns]. load(step) returns the words of B, and
/// add_products(b, a, sums) multiplies two registers of words. Each register of B is used for all rows of A.
template <class Load, class AddProducts>
void add_products_of_words(const std::int32_t* a, std::size_t steps, TileOfSums& sums, Load load,
                           AddProducts add_products) {
  for (std::size_t step = 0; step < steps; ++step, a += tile_rows) {
    const PanelWords b = load(step);
    for (std::size_t row = 0; row < tile_rows; ++row) {
      const simd::int_batch repeated(a[row]);
      for (std::size_t part = 0; part < tile_registers; ++part) {
        sums[row][part] = add_products(b[part], repeated, sums[row][part]);
      }
    }
  }
}

/// products += Σ a·w for a tile of rows a, whose numbers are split into bytes, and the columns w of a panel. The
/// products of the upper bytes and then of the lower bytes are added to the same integer sums.
void add_tile_of_bytes(const std::int32_t* a, const Range& range, float* products) {
  TileOfSums sums;
  sums.fill(load_offsets(range.offsets));
  for (int half = 0; half < 2; ++half, a += range.quads * tile_rows) {
    for (Sums& row : sums) {
      for (simd::int_batch& part : row) part = part << 7 * half;
    }
    add_products_of_words(
        a, range.quads, sums, [&](std::size_t quad) { return load_quads(range.panel + quad * numbers_of_quads); },
        [](auto... words) { return simd::add_products_of_quads(words...); });
  }
  for (std::size_t row = 0; row < tile_rows; ++row) add_to(products + row * tile_columns, sums[row]);
}

void add_tile_of_pairs(const std::int32_t* a, const PanelOfPairs& panel, std::size_t pairs, float* products) {
  TileOfSums sums;
  for (Sums& row : sums) row.fill(simd::int_batch(0));
  add_products_of_words(
      a, pairs, sums,
      [&](std::size_t pair) {
        const std::int16_t* from = panel.data() + pair * numbers_of_pairs;
        return PanelWords{simd::load_words(from), simd::load_words(from + numbers_of_register)};
      },
      [](auto... words) { return simd::add_products_of_pairs(words...); });
  for (std::size_t row = 0; row < tile_rows; ++row) add_to(products + row * tile_columns, sums[row]);
}

void widen(const Range& range, PanelOfPairs& widened) {
  for (std::size_t i = 0; i < range.quads * numbers_of_quads; i += numbers_of_register) {
    simd::store_words(widened.data() + i, simd::load_pairs_of_int8(range.panel + i));
  }
}

/// products += A·B for a range of up to exact_depth rows of B, which begins with the quad first_quad (a quad is a group
/// of four rows).
void add_products(const QuantizedRows& a, const Range& range, std::size_t first_quad, float* products) {
  const bool is_bytes = is_of_bytes(a);
  PanelOfPairs widened;  // NOLINT(misc-const-correctness): widen fills it
  if (!is_bytes) widen(range, widened);
  for (std::size_t row = 0; row < a.rows; row += tile_rows) {
    const std::int32_t* tile = a.tile(row, first_quad);
    if (is_bytes) {
      add_tile_of_bytes(tile, range, products + row * tile_columns);
    } else {
      add_tile_of_pairs(tile, widened, 2 * range.quads, products + row * tile_columns);
    }
  }
}

/// Range of up to exact_depth rows in the panel of B at `column`. It begins with the quad first_quad (a quad is a group
/// of four rows).
Range range_of(const QuantizedRows& a, const PackedMatrix& b, std::size_t column, std::size_t first_quad) {
  return {.quads = a.quads_from(first_quad),
          .panel = b.panel_of_int8(column) + first_quad * numbers_of_quads,
          .offsets = b.offsets(column, 4 * first_quad)};
}

/// to = bias + sums · row_scale · scales, all [tile_columns]: turns integer sums into results. `to` may be `sums` or
/// `bias`.
void scale_sums(const float* sums, const float* scales, float row_scale, const float* bias, float* to) {
  for (std::size_t part = 0; part < tile_columns; part += simd::lanes) {
    const simd::batch scale = simd::load(scales + part) * simd::batch(row_scale);
    simd::store(to + part, simd::madd(simd::load(sums + part), scale, simd::load(bias + part)));
  }
}

}  // namespace

void multiply_quantized(const QuantizedRows& a, const PackedMatrix& b, std::size_t column, const float* bias,
                        float* products) {
  std::fill_n(products, round_up(a.rows, a.tile_height) * tile_columns, 0.0F);
  for (std::size_t quad = 0; quad < a.quads; quad += exact_quads) {
    add_products(a, range_of(a, b, column, quad), quad, products);
  }
  for (std::size_t row = 0; row < a.rows; ++row) {
    float* row_sums = products + row * tile_columns;
    scale_sums(row_sums, b.scales(column), a.scales[row], bias, row_sums);
  }
}

void add_quantized_row(const QuantizedRows& a, const PackedMatrix& b,
                       const std::array<std::size_t, row_panels_of_int8>& columns, PanelProducts& products) {
  PanelProducts sums{};
  for (std::size_t quad = 0; quad < a.quads; quad += exact_quads) {
    Ranges ranges;
    std::ranges::transform(columns, ranges.begin(), [&](std::size_t column) { return range_of(a, b, column, quad); });
    if (is_of_bytes(a)) {
      add_row_of_bytes(a.tile(0, quad), ranges, sums);
    } else {
      add_row_of_pairs(a.tile(0, quad), ranges, sums);
    }
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    scale_sums(sums[i].data(), b.scales(columns[i]), a.scales.front(), products[i].data(), products[i].data());
  }
}

}  // namespace spotlight::kernels
