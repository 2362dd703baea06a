// AdamW (Loshchilov & Hutter 2019).
#pragma once

#include "parameters.hpp"

namespace spotlight::training {

struct AdamWOptions {
  double learning_rate = 3e-3;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double weight_decay = 0.01;  // applied to matrices, not to vectors
};

/// Exponential moving averages of gradients and of their squares.
struct AdamWMoments {
  Vector first, second;   // [number of parameters]
  std::size_t steps = 0;  // number of steps in the averages, for bias correction
};

/// Resets the moments of `size` parameters to zero steps.
void restart(std::size_t size, AdamWMoments& moments);

// A step, as in torch.optim.AdamW, is split into adamw_values and adamw_moments, so that the caller can reject it in
// between. The gradients are multiplied by `gradient_factor` (clipping).

/// Sets `updated` [number of parameters] to the parameter values after the step, without changing the parameters and
/// moments.
void adamw_values(const AdamWOptions& options, float gradient_factor, const Parameters& parameters,
                  const AdamWMoments& moments, Vector& updated);
void adamw_moments(const AdamWOptions& options, float gradient_factor, const Parameters& parameters,
                   AdamWMoments& moments);

}  // namespace spotlight::training
