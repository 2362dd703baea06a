// Loops that measure the upper limits of this machine in WebAssembly: multiply-adds in registers only, and the engine's
// own micro-kernel on blocks that stay in the first-level cache.
#include <array>

#include "core/simd.hpp"
#include "kernels/tile.hpp"

namespace {

using spotlight::simd::batch;
namespace kernels = spotlight::kernels;
constexpr std::size_t block = 64;
constexpr std::size_t chains = 12;  // independent sums, so that no addition waits for the previous one
constexpr std::size_t steps = 1024;

std::array<float, block * block> a, b, c;

}  // namespace

extern "C" {

/// Multiplies and adds in registers only. Returns the number of multiply-adds that were executed.
__attribute__((export_name("registers"))) double registers(int repeats, float factor) {
  std::array<batch, chains> sums;
  for (std::size_t i = 0; i < chains; ++i) sums[i] = batch(factor + static_cast<float>(i));
  const batch by(factor);
  for (std::size_t step = 0; step < static_cast<std::size_t>(repeats) * steps; ++step) {
    for (batch& sum : sums) sum = spotlight::simd::madd(sum, by, by);
  }
  for (std::size_t i = 0; i < chains; ++i) spotlight::simd::store(c.data() + i * spotlight::simd::lanes, sums[i]);
  return 1.0 * repeats * steps * chains * spotlight::simd::lanes;
}

__attribute__((export_name("tiles"))) double tiles(int repeats, float factor) {
  a.fill(factor);
  b.fill(factor);
  for (int repeat = 0; repeat < repeats; ++repeat) {
    for (std::size_t column = 0; column < block; column += kernels::tile_columns) {
      for (std::size_t row = 0; row < block; row += kernels::tile_rows) {
        kernels::Tile<kernels::tile_rows> tile;
        tile.add_product(a.data() + row * block, block, b.data() + column * block, kernels::tile_columns, block);
        tile.store(c.data() + row * block + column, block);
      }
    }
  }
  return 1.0 * repeats * block * block * block;
}

__attribute__((export_name("result"))) float result() { return c[0] + c[block]; }
}
