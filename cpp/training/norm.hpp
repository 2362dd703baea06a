// LayerNorm and RMSNorm, forward and backward.
#pragma once

#include "../model/block.hpp"
#include "parameters.hpp"

namespace spotlight::training {

struct NormLayer {
  Norm::Kind kind = Norm::Kind::layer;
  float epsilon = 1e-5F;
  Slice weight;  // [size]
  Slice bias;    // [size], of LayerNorm
};

/// What the backward pass needs of each row of x.
struct NormStatistics {
  Vector mean;     // [rows]; 0 for RMSNorm
  Vector inverse;  // [rows]: 1/√(variance + epsilon), or 1/√(mean of squares + epsilon)
};

/// y = (x − mean)·inverse·weight + bias of each row; x and y [rows, size]
void norm_forward(const Parameters& parameters, const NormLayer& layer, ConstMatrixView x, NormStatistics& statistics,
                  MutableMatrixView y);

/// Adds the gradient of x to dx, and those of weight and bias to theirs. dy [rows, size] is overwritten.
void norm_backward(Parameters& parameters, const NormLayer& layer, ConstMatrixView x, const NormStatistics& statistics,
                   MutableMatrixView dy, MutableMatrixView dx);

}  // namespace spotlight::training
