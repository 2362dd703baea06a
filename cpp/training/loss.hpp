#pragma once

#include <cstdint>
#include <span>

#include "../core/tensor.hpp"

namespace spotlight::training {

struct Loss {
  double mean = 0.0;      // −log probability of the target, in nats
  double accuracy = 0.0;  // fraction of targets that the model ranks first
};

inline Loss operator+(const Loss& a, const Loss& b) {
  return {.mean = a.mean + b.mean, .accuracy = a.accuracy + b.accuracy};
}

/// Number of targets that count toward the loss: all except the negative ones.
std::size_t count_targets(std::span<const std::int32_t> targets);

/// Mean loss over the rows of logits [rows, vocabulary] with non-negative targets, as torch.nn.functional.cross_entropy
/// with ignore_index=-1. `counted` is the number of targets to divide by: for a part of a batch, pass the number of
/// targets in the whole batch, so that the losses and gradients of the parts add up. Sets `gradient`, which has the
/// shape of the logits, to the gradient of the mean loss with respect to the logits.
Loss cross_entropy(std::span<const std::int32_t> targets, std::size_t counted, ConstMatrixView logits,
                   MutableMatrixView gradient);

}  // namespace spotlight::training
