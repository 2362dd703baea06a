// The loss of token prediction, and its gradient.
#pragma once

#include <cstdint>
#include <span>

#include "../core/tensor.hpp"

namespace spotlight::training {

struct Loss {
  double mean = 0.0;      // −log probability of the target, in nats
  double accuracy = 0.0;  // the share of targets that are the most probable
};

/// The loss of two parts of a batch together.
inline Loss operator+(const Loss& a, const Loss& b) {
  return {.mean = a.mean + b.mean, .accuracy = a.accuracy + b.accuracy};
}

/// Number of targets that count, which are not negative.
std::size_t count_targets(std::span<const std::int32_t> targets);

/// The mean loss of the rows of logits [rows, vocabulary] whose target counts, as torch.nn.functional.cross_entropy
/// with ignore_index=-1. `counted` are the targets that the mean is taken over: of a part of a batch, those of the
/// whole batch, so that the losses and gradients of the parts add up to its own. `gradient` is that of the mean, of the
/// shape of the logits.
Loss cross_entropy(std::span<const std::int32_t> targets, std::size_t counted, ConstMatrixView logits,
                   MutableMatrixView gradient);

}  // namespace spotlight::training
