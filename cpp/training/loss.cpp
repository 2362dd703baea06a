#include "loss.hpp"

#include <algorithm>

#include "../kernels/elementwise.hpp"
#include "../kernels/softmax.hpp"

namespace spotlight::training {
namespace {

/// True if the target token has the largest logit. If several logits are equally large, the first of them counts as the
/// largest.
bool is_most_probable(const float* logits, std::size_t size, std::size_t target) {
  const float logit = logits[target];
  return (target == 0 || kernels::maximum(logits, target) < logit) &&
         kernels::maximum(logits + target, size - target) <= logit;
}

}  // namespace

std::size_t count_targets(std::span<const std::int32_t> targets) {
  return static_cast<std::size_t>(std::ranges::count_if(targets, [](std::int32_t target) { return target >= 0; }));
}

Loss cross_entropy(std::span<const std::int32_t> targets, std::size_t counted, ConstMatrixView logits,
                   MutableMatrixView gradient) {
  const simd::batch share(1.0F / static_cast<float>(counted));
  double loss = 0.0;
  double right = 0.0;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    float* row = gradient.row(i);
    if (targets[i] < 0) {
      std::fill_n(row, logits.columns, 0.0F);
      continue;
    }
    const auto target = static_cast<std::size_t>(targets[i]);
    const float* from = logits.row(i);
    if (is_most_probable(from, logits.columns, target)) right += 1.0;
    std::copy_n(from, logits.columns, row);
    loss += kernels::softmax(row, logits.columns) - static_cast<double>(from[target]);
    row[target] -= 1.0F;
    kernels::map(logits.columns, row, [=](simd::batch p) { return p * share; }, row);
  }
  return {.mean = loss / static_cast<double>(counted), .accuracy = right / static_cast<double>(counted)};
}

}  // namespace spotlight::training
