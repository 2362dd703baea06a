#include "steps.hpp"

#include <algorithm>
#include <numeric>

#include "../kernels/matmul.hpp"
#include "../kernels/softmax.hpp"
#include "../layers/activation.hpp"
#include "../layers/dropout.hpp"

namespace spotlight {
namespace {

void copy_rows(ConstMatrixView from, MutableMatrixView to) {
  for (std::size_t i = 0; i < from.rows; ++i) std::copy_n(from.row(i), from.columns, to.row(i));
}

}  // namespace

void compute_scores(ConstMatrixView query, ConstMatrixView key, MutableMatrixView scores) {
  kernels::matmul_nt(query, key, scores);
}

void scale_scores(ConstMatrixView scores, float scale, MutableMatrixView scaled) {
  for (std::size_t i = 0; i < scores.rows; ++i) {
    std::transform(scores.row(i), scores.row(i) + scores.columns, scaled.row(i), [=](float s) { return s * scale; });
  }
}

void cap_scores(ConstMatrixView scaled, float cap, MutableMatrixView capped) {
  copy_rows(scaled, capped);
  if (cap > 0.0F) softcap(capped, cap);
}

void compute_weights(WeightFunction function, ConstMatrixView masked, MutableMatrixView weights) {
  switch (function) {
    case WeightFunction::softmax:
      return softmax_rows(masked, weights);
    case WeightFunction::relu:
      return relu_rows(masked, weights);
  }
}

void softmax_rows(ConstMatrixView masked, MutableMatrixView weights) {
  copy_rows(masked, weights);
  for (std::size_t i = 0; i < weights.rows; ++i) kernels::softmax(weights.row(i), weights.columns);
}

void relu_rows(ConstMatrixView masked, MutableMatrixView weights) {
  activation_forward(FeedForwardActivation::relu, masked, weights);
}

void smooth_weights(float eps, MutableMatrixView weights) {
  if (eps == 0.0F) return;
  for (std::size_t i = 0; i < weights.rows; ++i) {
    auto smoothed = row(weights, i);
    xt::noalias(smoothed) += eps;
    const double total = std::accumulate(smoothed.begin(), smoothed.end(), 0.0);
    xt::noalias(smoothed) /= total;
  }
}

void drop_weights(float p, std::uint64_t seed, std::uint64_t first, MutableMatrixView weights) {
  for (std::size_t i = 0; i < weights.rows; ++i) {
    apply_dropout(weights.row(i), weights.columns, (first + i) * weights.columns, p, seed);
  }
}

void weighted_sum(ConstMatrixView weights, ConstMatrixView value, MutableMatrixView output) {
  kernels::matmul(weights, value, output);
}

}  // namespace spotlight
