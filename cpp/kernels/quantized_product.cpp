#include "quantized_product.hpp"

#include <algorithm>

namespace spotlight::kernels {
namespace {

constexpr std::size_t quads_of_row = 4 * tile_columns;  // bytes of a panel, for a quad of the row
constexpr std::size_t quads_of_register = 4 * simd::lanes;

using Sums = std::array<simd::int_batch, tile_registers>;      // [tile_columns]
using PanelProduct = std::array<simd::batch, tile_registers>;  // [tile_columns]

/// sums += quad · the weights of a panel that belong to it
void add_products(const std::array<std::int8_t, 4>& quad, const std::int8_t* weights, Sums& sums) {
  const simd::int_batch repeated = simd::repeat_quad(quad);
  for (std::size_t part = 0; part < tile_registers; ++part) {
    const simd::int_batch quads = simd::load_quads(weights + part * quads_of_register);
    sums[part] = simd::add_products_of_quads(quads, repeated, sums[part]);
  }
}

/// Σ a·w = 128·Σ (upper − 64)·w + Σ lower·w. `offsets` are −64·Σ w. Sums of every second quad do not wait for one
/// another.
[[maybe_unused]] PanelProduct sum_products(const std::vector<QuadOfBytes>& a, const std::int8_t* panel,
                                           const std::int32_t* offsets) {
  std::array<Sums, 2> upper;
  std::array<Sums, 2> lower;
  for (std::size_t part = 0; part < tile_registers; ++part) {
    upper[0][part] = simd::int_batch::load_unaligned(offsets + part * simd::lanes);
    upper[1][part] = lower[0][part] = lower[1][part] = simd::int_batch(0);
  }
  std::size_t k = 0;
  for (; k + 2 <= a.size(); k += 2) {
    for (std::size_t sum = 0; sum < 2; ++sum) {
      add_products(a[k + sum].upper, panel + (k + sum) * quads_of_row, upper[sum]);
      add_products(a[k + sum].lower, panel + (k + sum) * quads_of_row, lower[sum]);
    }
  }
  if (k < a.size()) {
    add_products(a[k].upper, panel + k * quads_of_row, upper[0]);
    add_products(a[k].lower, panel + k * quads_of_row, lower[0]);
  }
  PanelProduct product;
  for (std::size_t part = 0; part < tile_registers; ++part) {
    const simd::batch sum_of_upper = xsimd::to_float(upper[0][part] + upper[1][part]);
    const simd::batch sum_of_lower = xsimd::to_float(lower[0][part] + lower[1][part]);
    product[part] = simd::madd(sum_of_upper, simd::batch(128.0F), sum_of_lower);
  }
  return product;
}

/// The same in int16, where sums are exact up to this depth: 2,048 · 8,191 · 127 < 2³¹.
[[maybe_unused]] PanelProduct sum_products(const std::vector<QuadOfPairs>& a, const std::int8_t* panel,
                                           const std::int32_t*) {
  constexpr std::size_t exact_quads = 2 * 2048 / 4;
  PanelProduct product;
  product.fill(simd::batch(0.0F));
  for (std::size_t first = 0; first < a.size(); first += exact_quads) {
    const std::size_t end = std::min(first + exact_quads, a.size());
    std::array<simd::int_batch, 2 * tile_registers> sums;  // two columns each, in two lanes
    sums.fill(simd::int_batch(0));
    for (std::size_t k = first; k < end; ++k) {
      const simd::int_batch pairs = simd::repeat_pairs(a[k]);
      for (std::size_t part = 0; part < sums.size(); ++part) {
        const std::int8_t* weights = panel + k * quads_of_row + part * quads_of_register / 2;
        sums[part] += simd::dot_pairs(pairs, simd::load_quads_as_pairs(weights));
      }
    }
    for (std::size_t part = 0; part < tile_registers; ++part) {
      product[part] += xsimd::to_float(simd::sum_neighbors(sums[2 * part], sums[2 * part + 1]));
    }
  }
  return product;
}

}  // namespace

void multiply_quantized_row(const QuantizedRow& a, const PackedMatrix& b, std::size_t column, const float* bias,
                            float* product) {
  const PanelProduct sums = sum_products(a.quads, b.panel_of_int8(column), b.offsets(column));
  for (std::size_t part = 0; part < tile_columns; part += simd::lanes) {
    const simd::batch scale = simd::load(b.scales(column) + part) * simd::batch(a.scale);
    simd::store(product + part, simd::madd(sums[part / simd::lanes], scale, simd::load(bias + part)));
  }
}

}  // namespace spotlight::kernels
