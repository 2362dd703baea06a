// The loss of token prediction, and its gradient.
#pragma once

#include <cstdint>
#include <span>

#include "../tensor.hpp"

namespace spotlight::training {

struct Loss {
  double mean = 0.0;      // −log probability of the target, in nats
  double accuracy = 0.0;  // the share of targets that are the most probable
};

/// Over the rows of logits [rows, vocabulary] whose target is not negative, of which there is at least one, as
/// torch.nn.functional.cross_entropy with ignore_index=-1. `gradient` is that of the mean, of the same shape.
Loss cross_entropy(std::span<const std::int32_t> targets, ConstMatrixView logits, MutableMatrixView gradient);

}  // namespace spotlight::training
