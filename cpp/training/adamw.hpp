// AdamW (Loshchilov & Hutter 2019).
#pragma once

#include "parameters.hpp"

namespace spotlight::training {

struct AdamWOptions {
  double learning_rate = 3e-3;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double weight_decay = 0.01;  // of matrices; vectors are not decayed
};

struct AdamWMoments {
  Vector first, second;  // [size of the parameters]
};

/// One step, as torch.optim.AdamW's; `step` counts from 1, and `gradient_factor` is what the gradients are multiplied
/// by (clipping).
void adamw_step(const AdamWOptions& options, std::size_t step, float gradient_factor, Parameters& parameters,
                AdamWMoments& moments);

}  // namespace spotlight::training
