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

/// AdamW's exponential moving averages of the gradients (`first`) and of their squares (`second`).
struct AdamWMoments {
  Vector first, second;   // [number of parameters]
  std::size_t steps = 0;  // number of steps in the averages, for bias correction
};

/// Resets the moments, for `size` parameters, to those before the first step: zeros.
void restart(std::size_t size, AdamWMoments& moments);

// A step of AdamW, as in torch.optim.AdamW, is split into adamw_values and adamw_moments, so that the caller can reject
// the new values before the moments change. The gradients are multiplied by `gradient_factor`, which clips them.

/// Sets `updated` [number of parameters] to the parameter values after the step, without changing the parameters and
/// moments.
void adamw_values(const AdamWOptions& options, float gradient_factor, const Parameters& parameters,
                  const AdamWMoments& moments, Vector& updated);
void adamw_moments(const AdamWOptions& options, float gradient_factor, const Parameters& parameters,
                   AdamWMoments& moments);

}  // namespace spotlight::training
