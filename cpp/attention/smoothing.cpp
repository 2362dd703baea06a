#include "smoothing.hpp"

#include <numeric>

namespace spotlight {

void smooth_weights(Tensor4& weights, float eps) {
  for (std::size_t i = 0; i < row_count(weights); ++i) {
    auto smoothed = row(weights, i);
    xt::noalias(smoothed) += eps;
    const double sum = std::accumulate(smoothed.begin(), smoothed.end(), 0.0);
    xt::noalias(smoothed) /= sum;
  }
}

}  // namespace spotlight
