#include "rotary.hpp"

#include <algorithm>
#include <array>
#include <numbers>

#include "../core/sinusoid.hpp"
#include "../kernels/elementwise.hpp"
#include "position_frequency.hpp"

namespace spotlight {
namespace {

/// Share of a frequency that the scaling preserves: 0 if the frequency is divided by the factor, 1 if it is unchanged,
/// in between if it is interpolated.
double kept_share(std::size_t index, double frequency, const RotaryScaling& scaling) {
  double share = 0.0;
  if (scaling.last > 0.0) {
    share = (scaling.last - static_cast<double>(index)) / (scaling.last - scaling.first);
  } else if (scaling.original_length > 0.0) {
    const double turns = scaling.original_length * frequency / (2.0 * std::numbers::pi);
    share = (turns - scaling.low_factor) / (scaling.high_factor - scaling.low_factor);
  }
  return std::clamp(share, 0.0, 1.0);
}

/// Rotates the points (a[c], b[c]) for c < count: (a·cos − b·sin, b·cos + a·sin). direction −1 rotates them back.
void rotate_halves(const float* cosine, const float* sine, float direction, std::size_t count, float* a, float* b) {
  const simd::batch sign(direction);
  const auto to_a = [=](simd::batch p, simd::batch q, simd::batch c, simd::batch s) { return p * c - q * (s * sign); };
  const auto to_b = [=](simd::batch p, simd::batch q, simd::batch c, simd::batch s) { return q * c + p * (s * sign); };
  std::array<float, simd::lanes> rotated_a, rotated_b;
  for (std::size_t c = 0; c < count; c += simd::lanes) {
    const std::size_t some = std::min(simd::lanes, count - c);
    const float* from_a = a + c;
    const float* from_b = b + c;
    kernels::map(some, rotated_a.data(), to_a, from_a, from_b, cosine + c, sine + c);
    kernels::map(some, rotated_b.data(), to_b, from_a, from_b, cosine + c, sine + c);
    std::copy_n(rotated_a.data(), some, a + c);
    std::copy_n(rotated_b.data(), some, b + c);
  }
}

/// Rotates the points (head[2c], head[2c + 1]) for c < count. direction −1 rotates them back.
void rotate_pairs(const float* cosine, const float* sine, float direction, std::size_t count, float* head) {
  for (std::size_t c = 0; c < count; ++c, head += 2) {
    const float before = head[0];
    head[0] = before * cosine[c] - head[1] * (sine[c] * direction);
    head[1] = head[1] * cosine[c] + before * (sine[c] * direction);
  }
}

/// Rotates each head of x by the angles of its token's position, whose cosines and sines are in `rotation`; direction
/// −1 rotates it back.
void rotate(Rotary::Layout layout, const Tensor3& rotation, float direction, std::size_t seq_len, std::size_t head_dim,
            MutableMatrixView x) {
  const std::size_t half = rotation.shape(2);
  for (std::size_t i = 0; i < x.rows; ++i) {
    const float* cosine = &rotation(0, i % seq_len, 0);
    const float* sine = &rotation(1, i % seq_len, 0);
    for (float* head = x.row(i); head != x.row(i) + x.columns; head += head_dim) {
      if (layout == Rotary::Layout::pairs) {
        rotate_pairs(cosine, sine, direction, half, head);
      } else {
        rotate_halves(cosine, sine, direction, half, head, head + half);
      }
    }
  }
}

}  // namespace

void set_rotary_frequencies(std::size_t rotary_dim, double theta, Rotary& rotary, const RotaryScaling& scaling) {
  allocate(rotary.frequencies, "the frequencies of the positions", {rotary_dim / 2});
  rotary.magnitude = scaling.magnitude;
  for (std::size_t c = 0; c < rotary_dim / 2; ++c) {
    const double frequency = position_frequency(theta, 2 * c, rotary_dim);
    const double share = kept_share(c, frequency, scaling);
    rotary.frequencies(c) = static_cast<float>((1.0 - share) * frequency / scaling.factor + share * frequency);
  }
}

void rotation_of(const Rotary& rotary, std::size_t first, std::size_t count, Tensor3& rotation) {
  const std::size_t half = rotary.frequencies.size();
  allocate(rotation, "the rotation", {2, count, half});
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t c = 0; c < half; ++c) {
      const double angle = static_cast<double>(first + i) * static_cast<double>(rotary.frequencies(c));
      const Sinusoid at = sinusoid(angle);
      rotation(0, i, c) = static_cast<float>(at.cosine) * rotary.magnitude;
      rotation(1, i, c) = static_cast<float>(at.sine) * rotary.magnitude;
    }
  }
}

void rotate_heads(Rotary::Layout layout, const Tensor3& rotation, std::size_t seq_len, std::size_t head_dim,
                  MutableMatrixView x) {
  rotate(layout, rotation, 1.0F, seq_len, head_dim, x);
}

void rotate_heads_back(Rotary::Layout layout, const Tensor3& rotation, std::size_t seq_len, std::size_t head_dim,
                       MutableMatrixView x) {
  rotate(layout, rotation, -1.0F, seq_len, head_dim, x);
}

}  // namespace spotlight
