// Sine and cosine of position encodings. The C library's functions would add 10 KB of tables and code for angles larger
// than those of any position.
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>

namespace spotlight {

struct Sinusoid {
  double sine, cosine;
};

/// Sine and cosine of an angle, with an error of 1e-15 for angles from 0 to 1e6, and of 1e-15 times the angle beyond;
/// NaN from 2^52 on, where neighboring doubles are a radian apart. Not inlined, which would add 0.4 KB to the download.
[[gnu::noinline]] inline Sinusoid sinusoid(double angle) {
  if (!(std::abs(angle) < 0x1p52)) return {.sine = NAN, .cosine = NAN};
  // 1. Reduction: angle = quarters · π/2 + rest, with |rest| ≤ π/4. The high part of π/2 has 33 bits, so that its
  // multiples are exact.
  constexpr double half_pi_high = 0x1.921fb544p0;
  constexpr double half_pi_low = 0x1.0b4611a626331p-34;
  const double quarters = std::nearbyint(angle * 0x1.45f306dc9c883p-1);
  const double rest = (angle - quarters * half_pi_high) - quarters * half_pi_low;
  // 2. Taylor series of sine and cosine at `rest`. The first omitted terms are below 1e-16.
  const double s = rest * rest;
  double sine = -1.0 / 1307674368000;
  for (const double term : {1.0 / 6227020800, -1.0 / 39916800, 1.0 / 362880, -1.0 / 5040, 1.0 / 120, -1.0 / 6, 1.0}) {
    sine = sine * s + term;
  }
  double cosine = 1.0 / 20922789888000;
  for (const double term :
       {-1.0 / 87178291200, 1.0 / 479001600, -1.0 / 3628800, 1.0 / 40320, -1.0 / 720, 1.0 / 24, -1.0 / 2, 1.0}) {
    cosine = cosine * s + term;
  }
  sine *= rest;
  // 3. Rotation by `quarters` quarter turns: each turns the sine into the cosine, and the cosine into −sine.
  const auto quarter = static_cast<std::int64_t>(quarters) & 3;
  if (quarter % 2 == 1) std::swap(sine, cosine);
  return {.sine = quarter >= 2 ? -sine : sine, .cosine = quarter == 1 || quarter == 2 ? -cosine : cosine};
}

}  // namespace spotlight
