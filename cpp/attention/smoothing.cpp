#include "smoothing.hpp"

namespace spotlight {

void smooth_weights(Tensor4& weights, float eps) {
  for (std::size_t i = 0; i < row_count(weights); ++i) {
    auto smoothed = row(weights, i);
    xt::noalias(smoothed) += eps;
    const double sum = xt::sum<double>(smoothed, xt::evaluation_strategy::immediate)();
    xt::noalias(smoothed) /= sum;
  }
}

}  // namespace spotlight
