// How fast the sinusoids of the positions turn (Vaswani et al. 2017; Su et al. 2021).
#pragma once

#include <cmath>
#include <cstddef>

namespace spotlight::kernels {

/// theta^(−twice / dim), in radians per position; twice ≤ dim. By square roots, one for each binary digit of the exponent:
/// the C library's pow would bring 6 KB of tables.
inline double position_frequency(double theta, std::size_t twice, std::size_t dim) {
  double exponent = static_cast<double>(twice) / static_cast<double>(dim);
  double power = 1.0;
  for (double root = theta; exponent > 0.0; root = std::sqrt(root), exponent *= 2.0) {
    if (exponent >= 1.0) {
      power *= root;
      exponent -= 1.0;
    }
  }
  return 1.0 / power;
}

}  // namespace spotlight::kernels
