#include "scale.hpp"

#include <algorithm>
#include <cmath>

namespace spotlight {

float default_scale(std::size_t head_dim) { return static_cast<float>(1.0 / std::sqrt(static_cast<double>(head_dim))); }

void scale_scores(const Tensor4& scores, float scale, Tensor4& scaled) {
  allocate(scaled, "scaled", scores.shape());
  std::transform(scores.data(), scores.data() + scores.size(), scaled.data(), [=](float s) { return s * scale; });
}

}  // namespace spotlight
