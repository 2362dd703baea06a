// AdamW (Loshchilov & Hutter 2019).
#pragma once

#include "parameters.hpp"

namespace spotlight::training {

struct AdamWOptions {
  double learning_rate = 3e-3;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double weight_decay = 0.01;  // decay of matrices; vectors keep their size
};

/// Averages of the gradients and of their squares, which decay from step to step.
struct AdamWMoments {
  Vector first, second;   // [size of the parameters]
  std::size_t steps = 0;  // steps in the averages: after few, these are too small by a known factor
};

/// The moments of no steps, of this many parameters.
void restart(std::size_t size, AdamWMoments& moments);

// One step, as torch.optim.AdamW's, in two parts, so that it can be refused in between. `gradient_factor` is what the
// gradients are multiplied by (clipping).

/// The values of the parameters after the step, [size of the parameters]. The parameters and the moments stay.
void adamw_values(const AdamWOptions& options, float gradient_factor, const Parameters& parameters,
                  const AdamWMoments& moments, Vector& updated);
/// Takes the gradients of the step into the moments.
void adamw_moments(const AdamWOptions& options, float gradient_factor, const Parameters& parameters,
                   AdamWMoments& moments);

}  // namespace spotlight::training
