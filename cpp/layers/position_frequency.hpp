// Frequencies for sinusoidal position encodings (Vaswani et al. 2017) and rotary position embeddings (Su et al. 2021).
#pragma once

#include <cmath>
#include <cstddef>

namespace spotlight {

/// Frequency theta^(−twice / dim), in radians per position. `twice` is twice the index of the frequency and at most
/// dim. The power takes one square root per binary digit of the exponent.
inline double position_frequency(double theta, std::size_t twice, std::size_t dim) {
  double exponent = static_cast<double>(twice) / static_cast<double>(dim);
  double power = 1.0;
  double root = theta;
  while (exponent > 0.0) {
    if (exponent >= 1.0) {
      power *= root;
      exponent -= 1.0;
    }
    root = std::sqrt(root);
    exponent *= 2.0;
  }
  return 1.0 / power;
}

}  // namespace spotlight
