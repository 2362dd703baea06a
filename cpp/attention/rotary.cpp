#include "rotary.hpp"

#include <algorithm>
#include <numbers>

#include "../core/sinusoid.hpp"

namespace spotlight {

namespace {

/// The share of the frequency number `index` that is kept.
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
      const Sinusoid turned = sinusoid(angle);
      rotation(0, i, c) = static_cast<float>(turned.cosine) * rotary.magnitude;
      rotation(1, i, c) = static_cast<float>(turned.sine) * rotary.magnitude;
    }
  }
}

void rotate_heads(Rotary::Layout layout, const Tensor3& rotation, std::size_t num_heads, Tensor3& x) {
  const std::size_t half = rotation.shape(2);
  const std::size_t head_dim = x.shape(2) / num_heads;
  const bool in_pairs = layout == Rotary::Layout::pairs;
  for (std::size_t i = 0; i < x.shape(1); ++i) {
    for (std::size_t c = 0; c < half; ++c) {
      const float cosine = rotation(0, i, c);
      const float sine = rotation(1, i, c);
      const std::size_t a = in_pairs ? 2 * c : c;
      const std::size_t b = in_pairs ? a + 1 : c + half;
      for (std::size_t batch = 0; batch < x.shape(0); ++batch) {
        for (float* head = &x(batch, i, 0); head != &x(batch, i, 0) + x.shape(2); head += head_dim) {
          const float before = head[a];
          head[a] = before * cosine - head[b] * sine;
          head[b] = before * sine + head[b] * cosine;
        }
      }
    }
  }
}

}  // namespace spotlight
