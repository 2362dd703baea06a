#include "matmul.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "../core/of_thread.hpp"
#include "../core/round_up.hpp"
#include "../core/simd.hpp"
#include "../core/threads.hpp"
#include "quantized_product.hpp"
#include "row_block.hpp"
#include "tile.hpp"

namespace spotlight::kernels {
namespace {

// Number of products in each partial sum of a matrix product. Rounding errors then grow with the length of a partial
// sum plus the number of partial sums, not with the whole depth.
constexpr std::size_t sum_depth = 128;

// Number of elements up to which a matrix is assumed to fit in the cache.
constexpr std::size_t cached_numbers = 1 << 18;

// Minimum number of rows of A for which prefetching panels of B is worthwhile; with fewer rows, it costs as much as it
// saves.
constexpr std::size_t fewest_rows_ahead = 24;

// Number of panels of B that one row of A is multiplied by at a time. Memory bandwidth limits the speed of a product
// with one row, and it is 1.4 times as high if four addresses are read in turn instead of one.
constexpr std::size_t row_panels = 4;
constexpr std::size_t row_columns = row_panels * tile_columns;

/// Prefetches a panel, a few cache lines at a time, while another one is multiplied. Without it, the first tile of rows
/// would have to wait for the panel, because reading it takes longer than multiplying it by one tile.
class Prefetcher {
 public:
  Prefetcher() = default;
  explicit Prefetcher(std::span<const std::byte> bytes) : left_(bytes) {}

  void touch_some() {
    constexpr std::size_t line = 64;
    constexpr std::size_t lines = 4;
    if (left_.size() < lines * line) return;
    for (std::size_t i = 0; i < lines; ++i) simd::touch(left_.data() + i * line);
    left_ = left_.subspan(lines * line);
  }

 private:
  std::span<const std::byte> left_;
};

/// products [Height, tile_columns] += A·B, for Height rows of A, packed as [depth, Height], and a panel of B [depth,
/// tile_columns]. Not inlined, because in a larger function V8 moves the sums of the loop from registers to memory.
template <std::size_t Height>
[[gnu::noinline]] void add_tile(const float* a, const float* panel, std::size_t depth, float* products) {
  Tile<Height> tile;
  tile.add_product_of_columns(a, panel, depth);
  tile.store_added(products, tile_columns);
}

/// Computes a tile of bias + A·B, with bias [tile_columns], and prefetches memory meanwhile. It calls add_tile in two
/// places, because wasm-opt would inline a single call.
template <std::size_t Height>
Tile<Height> matmul_tile(const float* a, const float* panel, std::size_t depth, const float* bias,
                         Prefetcher& prefetcher) {
  std::array<float, Height * tile_columns> products;
  Tile<Height>(bias).store(products.data(), tile_columns);
  std::size_t k = 0;
  for (; k + sum_depth < depth; k += sum_depth) {
    prefetcher.touch_some();
    add_tile<Height>(a + k * Height, panel + k * tile_columns, sum_depth, products.data());
  }
  prefetcher.touch_some();
  add_tile<Height>(a + k * Height, panel + k * tile_columns, depth - k, products.data());
  return Tile<Height>::load(products.data(), tile_columns);
}

using PanelRow = std::array<simd::batch, tile_registers>;  // [tile_columns], float32

PanelRow load_row(const float* row) {
  PanelRow loaded;
  for (std::size_t part = 0; part < tile_registers; ++part) loaded[part] = simd::load(row + part * simd::lanes);
  return loaded;
}

/// products [row_panels, tile_columns] += a·B for one row a [depth] and `count` panels of B, whose starts are `stride`
/// numbers apart; `load` converts their rows to float32. If there are fewer than row_panels panels, the last one is
/// multiplied repeatedly.
template <class Number, class Load>
void add_row_product(const float* a, std::size_t depth, const Number* panel, std::size_t stride, std::size_t count,
                     Load load, float* products) {
  std::array<const Number*, row_panels> panels;
  for (std::size_t i = 0; i < row_panels; ++i) panels[i] = panel + std::min(i, count - 1) * stride;
  for (std::size_t k = 0; k < depth;) {
    std::array<Tile<1>, row_panels> sums;
    for (const std::size_t end = std::min(k + sum_depth, depth); k < end; ++k) {
      for (std::size_t i = 0; i < row_panels; ++i) sums[i].add_product(a + k, load(panels[i] + k * tile_columns));
    }
    for (std::size_t i = 0; i < row_panels; ++i) sums[i].store_added(products + i * tile_columns, tile_columns);
  }
}

/// products += a·B for one row a and `count` panels of B, beginning at column `column`. B is stored in float32 or a
/// 16-bit format.
void add_row_product(const float* a, std::size_t depth, const PackedMatrix& b, std::size_t column, std::size_t count,
                     float* products) {
  const std::size_t stride = b.depth() * tile_columns;
  switch (b.precision()) {
    case Precision::float16:
      return add_row_product(
          a, depth, b.panel_of_16_bits(column), stride, count,
          [](const std::uint16_t* row) { return simd::load_float16_pairs(row); }, products);
    case Precision::bfloat16:
      return add_row_product(
          a, depth, b.panel_of_16_bits(column), stride, count,
          [](const std::uint16_t* row) { return simd::load_bfloat16_pairs(row); }, products);
    default:
      return add_row_product(a, depth, b.panel(column), stride, count, load_row, products);
  }
}

/// Stores the first `rows` rows and `columns` columns of a tile in a matrix, or adds them to it. Not inlined, which
/// would add 0.6 KB to the download.
[[gnu::noinline]] void store_part(const float* tile, std::size_t rows, std::size_t columns, bool accumulate, float* to,
                                  std::size_t stride) {
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      float& element = to[i * stride + j];
      element = tile[i * tile_columns + j] + (accumulate ? element : 0.0F);
    }
  }
}

/// Stores a tile in the matrix C, or adds it to C. Rows and columns of the tile that lie outside C are ignored.
template <std::size_t Rows>
void store_tile(const Tile<Rows>& tile, bool accumulate, MutableMatrixView c, std::size_t row, std::size_t column) {
  const std::size_t rows = std::min(Rows, c.rows - row);
  const std::size_t columns = std::min(tile_columns, c.columns - column);
  float* to = c.row(row) + column;
  if (rows < Rows || columns < tile_columns) {
    std::array<float, Rows * tile_columns> whole;
    tile.store(whole.data(), tile_columns);
    store_part(whole.data(), rows, columns, accumulate, to, c.stride);
  } else if (accumulate) {
    tile.store_added(to, c.stride);
  } else {
    tile.store(to, c.stride);
  }
}

/// Bias of the tile_columns columns from `column` on; 0 for columns beyond the last, and for all if there is no bias.
std::array<float, tile_columns> tile_bias(const float* bias, std::size_t column, std::size_t columns) {
  std::array<float, tile_columns> values{};
  if (bias != nullptr) std::copy_n(bias + column, std::min(tile_columns, columns - column), values.data());
  return values;
}

/// Range of columns of the matrix C: [first, end).
struct Columns {
  std::size_t first;
  std::size_t end;
};

/// C = A·B + bias, or C += A·B, for the given columns of C and an A with a single row; a tile of several rows would
/// compute rows that are discarded. B is stored in float32 or a 16-bit format.
void multiply_row(ConstMatrixView a, const PackedMatrix& b, const float* bias, bool accumulate, MutableMatrixView c,
                  Columns range) {
  for (std::size_t column = range.first; column < range.end; column += row_columns) {
    const std::size_t columns = std::min(row_columns, range.end - column);
    std::array<float, row_columns> products{};
    if (bias != nullptr) std::copy_n(bias + column, columns, products.data());
    const std::size_t panels = round_up(columns, tile_columns) / tile_columns;
    add_row_product(a.data, a.columns, b, column, panels, products.data());
    store_part(products.data(), 1, columns, accumulate, c.row(0) + column, c.stride);
  }
}

/// C = A·B + bias, or C += A·B, for the given columns of C, one row of A and B in a GGUF block format.
void multiply_row(const BlockFormat& format, const RowForBlocks& a, const PackedMatrix& b, const float* bias,
                  bool accumulate, MutableMatrixView c, Columns range) {
  for (std::size_t column = range.first; column < range.end; column += tile_columns) {
    std::array<float, tile_columns> products = tile_bias(bias, column, c.columns);
    add_product_of_blocks(format, a, b.panel_of_blocks(column), products.data());
    store_tile(Tile<1>(products.data()), accumulate, c, 0, column);
  }
}

/// C = A·B + bias, or C += A·B, for the given columns of C, one row of A and B in int8. The columns are split into
/// row_panels_of_int8 parts, and the row is multiplied by one panel of each part at a time.
void multiply_row(const QuantizedRows& a, const PackedMatrix& b, const float* bias, bool accumulate,
                  MutableMatrixView c, Columns range) {
  const std::size_t part = round_up(range.end - range.first, row_panels_of_int8 * tile_columns) / row_panels_of_int8;
  for (std::size_t first = range.first; first < range.first + part; first += tile_columns) {
    std::array<std::size_t, row_panels_of_int8> columns;
    PanelProducts products;
    for (std::size_t i = 0; i < row_panels_of_int8; ++i) {
      columns[i] = first + i * part < range.end ? first + i * part : first;  // the last part may be shorter
      products[i] = tile_bias(bias, columns[i], c.columns);
    }
    add_quantized_row(a, b, columns, products);
    for (std::size_t i = 0; i < row_panels_of_int8; ++i) {
      if (i == 0 || columns[i] != first) store_tile(Tile<1>(products[i].data()), accumulate, c, 0, columns[i]);
    }
  }
}

/// C = A·B + bias, or C += A·B, for the given columns of C, several rows of A and B in int8.
void multiply_rows(const QuantizedRows& a, const PackedMatrix& b, const float* bias, bool accumulate,
                   MutableMatrixView c, Columns range) {
  std::array<float, block_rows * tile_columns> products;
  for (std::size_t column = range.first; column < range.end; column += tile_columns) {
    const std::array<float, tile_columns> begin = tile_bias(bias, column, c.columns);
    multiply_quantized(a, b, column, begin.data(), products.data());
    for (std::size_t row = 0; row < a.rows; row += tile_rows) {
      const auto tile = Tile<tile_rows>::load(products.data() + row * tile_columns, tile_columns);
      store_tile(tile, accumulate, c, row, column);
    }
  }
}

/// Product of a packed block of A and B, for the given columns of C. The panels of B are converted to float32. If
/// `accumulate`, the product is added to C; every block of the same rows after the first must be added.
void multiply_block(const float* packed, RowBlock block, const PackedMatrix& b, const float* bias, bool accumulate,
                    bool looks_ahead, MutableMatrixView c, Columns range) {
  std::array<float, block_depth * tile_columns> widened;
  for (std::size_t column = range.first; column < range.end; column += tile_columns) {
    const float* panel = b.widen_panel(column, block.first_depth, block.depth, widened.data());
    const std::array<float, tile_columns> begin = tile_bias(bias, column, c.columns);
    const std::size_t next = column + tile_columns;
    Prefetcher prefetcher;
    if (looks_ahead && next < range.end)
      prefetcher = Prefetcher(b.bytes_of_panel(next, block.first_depth, block.depth));
    for_each_tile(block.rows, [&](std::size_t row, auto height) {
      store_tile(matmul_tile<height>(packed + row * block.depth, panel, block.depth, begin.data(), prefetcher),
                 accumulate, c, block.first_row + row, column);
    });
  }
}

/// Divides the columns of C into ranges and calls multiply(range) for each, on all threads. `rows` and `depth` are the
/// sizes of A and determine the work.
template <class Multiply>
void for_ranges_of_columns(std::size_t rows, std::size_t depth, MutableMatrixView c, const Multiply& multiply) {
  const auto loop = threads::worthwhile_loop(c.columns, row_columns, threads::least_products, {rows, depth});
  threads::for_each_range(
      loop, [&](std::size_t first, std::size_t end, std::size_t) { multiply(Columns{.first = first, .end = end}); });
}

/// C = A·B + bias, or C += A·B, for A with several rows, of which one block at a time is packed.
void multiply_blocks(ConstMatrixView a, const PackedMatrix& b, const float* bias, bool accumulate,
                     MutableMatrixView c) {
  auto& packed = of_thread<PackedBlock>();
  packed.reserve(a.rows, a.columns);
  const bool looks_ahead = a.rows >= fewest_rows_ahead && b.depth() * b.columns() > cached_numbers;
  for (std::size_t first_row = 0; first_row < a.rows; first_row += block_rows) {
    std::size_t first_depth = 0;
    do {  // runs once even if the depth is 0: C is then the bias
      const RowBlock block = {.first_row = first_row,
                              .rows = std::min(block_rows, a.rows - first_row),
                              .first_depth = first_depth,
                              .depth = std::min(block_depth, a.columns - first_depth)};
      const bool adds = accumulate || first_depth > 0;
      packed.pack(a, block);
      for_ranges_of_columns(block.rows, block.depth, c, [&](Columns range) {
        multiply_block(packed.data(), block, b, adds ? nullptr : bias, adds, looks_ahead, c, range);
      });
      first_depth += block_depth;
    } while (first_depth < a.columns);
  }
}

/// C = A·B + bias, or C += A·B, for any number of rows of A and B in int8.
void multiply_int8(ConstMatrixView a, const PackedMatrix& b, const float* bias, bool accumulate, MutableMatrixView c) {
  for (std::size_t first = 0; first < a.rows; first += block_rows) {
    const std::size_t rows = std::min(block_rows, a.rows - first);
    const QuantizedRows quantized = quantize_rows({a.row(first), rows, a.columns, a.stride}, fastest_words());
    const MutableMatrixView part = {c.row(first), rows, c.columns, c.stride};
    for_ranges_of_columns(rows, a.columns, part, [&](Columns range) {
      if (rows == 1) {
        multiply_row(quantized, b, bias, accumulate, part, range);
      } else {
        multiply_rows(quantized, b, bias, accumulate, part, range);
      }
    });
  }
}

/// C = A·B + bias, or C += A·B, by the method that suits the number format of B and the number of rows of A.
void matmul(ConstMatrixView a, const PackedMatrix& b, const float* bias, bool accumulate, MutableMatrixView c) {
  if (a.rows == 0) return;
  if (b.precision() == Precision::int8) return multiply_int8(a, b, bias, accumulate, c);
  if (a.rows > 1) return multiply_blocks(a, b, bias, accumulate, c);
  if (const BlockFormat* format = block_format_of(b.precision())) {
    const RowForBlocks row = row_for_blocks(*format, a.data, a.columns);
    for_ranges_of_columns(1, a.columns, c,
                          [&](Columns range) { multiply_row(*format, row, b, bias, accumulate, c, range); });
    return;
  }
  for_ranges_of_columns(1, a.columns, c, [&](Columns range) { multiply_row(a, b, bias, accumulate, c, range); });
}

/// Copies x to `padded`, in which each row is padded with zeros to `size` numbers.
ConstMatrixView pad_columns(ConstMatrixView x, std::size_t size, float* padded) {
  for (std::size_t i = 0; i < x.rows; ++i) {
    std::copy_n(x.row(i), x.columns, padded + i * size);
    std::fill(padded + i * size + x.columns, padded + (i + 1) * size, 0.0F);
  }
  return {padded, x.rows, size, size};
}

/// C += Aᵀ·B for the tile of C at `row` and `column`, summed over the rows [first, first + depth) of A and B; depth ≤
/// sum_depth.
void add_tile_of_columns(ConstMatrixView a, ConstMatrixView b, std::size_t first, std::size_t depth,
                         MutableMatrixView c, std::size_t row, std::size_t column) {
  ConstMatrixView rows = {a.row(first) + row, depth, std::min(tile_rows, c.rows - row), a.stride};
  ConstMatrixView columns = {b.row(first) + column, depth, std::min(tile_columns, c.columns - column), b.stride};
  std::array<float, sum_depth * tile_rows> padded_rows;
  std::array<float, sum_depth * tile_columns> padded_columns;
  if (rows.columns < tile_rows) rows = pad_columns(rows, tile_rows, padded_rows.data());
  if (columns.columns < tile_columns) columns = pad_columns(columns, tile_columns, padded_columns.data());
  Tile<tile_rows> tile;
  tile.add_product_of_columns(rows.data, rows.stride, columns.data, columns.stride, depth);
  store_tile(tile, true, c, row, column);
}

}  // namespace

void matmul(ConstMatrixView a, const PackedMatrix& b, const float* bias, MutableMatrixView c) {
  matmul(a, b, bias, false, c);
}

void matmul(ConstMatrixView a, ConstMatrixView b, MutableMatrixView c) {
  PackedMatrix packed;
  packed.pack(b);
  matmul(a, packed, nullptr, c);
}

void matmul_nt(ConstMatrixView a, ConstMatrixView b, MutableMatrixView c) {
  PackedMatrix packed;
  packed.pack_transposed(b);
  matmul(a, packed, nullptr, c);
}

void accumulate_matmul(ConstMatrixView a, ConstMatrixView b, MutableMatrixView c) {
  PackedMatrix packed;
  packed.pack(b);
  matmul(a, packed, nullptr, true, c);
}

void accumulate_matmul(ConstMatrixView a, const PackedMatrix& b, MutableMatrixView c) {
  matmul(a, b, nullptr, true, c);
}

void accumulate_matmul_tn(ConstMatrixView a, ConstMatrixView b, MutableMatrixView c) {
  // A and B are read without packing: tile_rows consecutive numbers of a row of A form a column of a tile of Aᵀ.
  for (std::size_t first = 0; first < a.rows; first += sum_depth) {
    const std::size_t depth = std::min(sum_depth, a.rows - first);
    for (std::size_t column = 0; column < c.columns; column += tile_columns) {
      for (std::size_t row = 0; row < c.rows; row += tile_rows) {
        add_tile_of_columns(a, b, first, depth, c, row, column);
      }
    }
  }
}

void release_packed_rows() { release(of_thread<PackedBlock>()); }

}  // namespace spotlight::kernels
