#include "scale.hpp"

#include <cmath>

namespace spotlight {

float default_scale(std::size_t head_dim) { return static_cast<float>(1.0 / std::sqrt(static_cast<double>(head_dim))); }

void scale_scores(const Tensor4& scores, float scale, Tensor4& scaled) { xt::noalias(scaled) = scores * scale; }

}  // namespace spotlight
