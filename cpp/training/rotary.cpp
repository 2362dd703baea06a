#include "rotary.hpp"

#include "../attention/rotary.hpp"
#include "../core/sinusoid.hpp"
#include "vector.hpp"

namespace spotlight::training {
namespace {

/// The factor of the sines is 1 or −1.
void rotate(const RotaryTable& table, float direction, std::size_t seq_len, MutableMatrixView x) {
  const std::size_t half = table.cosine.shape(1);
  const simd::batch sign(direction);
  const auto minus = [=](simd::batch a, simd::batch b, simd::batch c, simd::batch s) { return a * c - b * (s * sign); };
  const auto plus = [=](simd::batch a, simd::batch b, simd::batch c, simd::batch s) { return b * c + a * (s * sign); };
  std::array<float, 2 * simd::lanes> turned;
  for (std::size_t i = 0; i < x.rows; ++i) {
    const float* cosine = matrix(table.cosine).row(i % seq_len);
    const float* sine = matrix(table.sine).row(i % seq_len);
    for (float* a = x.row(i); a != x.row(i) + x.columns; a += 2 * half) {
      for (std::size_t c = 0; c < half; c += simd::lanes) {
        const std::size_t count = std::min(simd::lanes, half - c);
        const float* first = a + c;
        const float* second = first + half;
        map(count, turned.data(), minus, first, second, cosine + c, sine + c);
        map(count, turned.data() + simd::lanes, plus, first, second, cosine + c, sine + c);
        std::copy_n(turned.data(), count, a + c);
        std::copy_n(turned.data() + simd::lanes, count, a + half + c);
      }
    }
  }
}

}  // namespace

RotaryTable make_rotary_table(std::size_t max_positions, std::size_t head_dim, double theta) {
  Rotary rotary;
  set_rotary_frequencies(head_dim, theta, rotary);
  RotaryTable table;
  for (Matrix* each : {&table.cosine, &table.sine}) allocate(*each, "the positions", {max_positions, head_dim / 2});
  for (std::size_t i = 0; i < max_positions; ++i) {
    for (std::size_t c = 0; c < head_dim / 2; ++c) {
      const auto turned = sinusoid(static_cast<double>(i) * static_cast<double>(rotary.frequencies(c)));
      table.cosine(i, c) = static_cast<float>(turned.cosine);
      table.sine(i, c) = static_cast<float>(turned.sine);
    }
  }
  return table;
}

void rotate(const RotaryTable& table, std::size_t seq_len, MutableMatrixView x) { rotate(table, 1.0F, seq_len, x); }

void rotate_back(const RotaryTable& table, std::size_t seq_len, MutableMatrixView x) {
  rotate(table, -1.0F, seq_len, x);
}

}  // namespace spotlight::training
