// Linear layers, forward and backward.
#pragma once

#include <optional>

#include "../kernels/packed_matrix.hpp"
#include "parameters.hpp"

namespace spotlight::training {

/// y = x·Wᵀ + b
struct LinearLayer {
  Slice weight;                      // [out, in]
  std::optional<Slice> bias;         // [out]
  kernels::PackedMatrix transposed;  // Wᵀ and W, packed for products, of the current weights
  kernels::PackedMatrix plain;
};

/// To be called after each change of the weights.
void pack_weights(const Parameters& parameters, LinearLayer& layer);

/// x [rows, in] → y [rows, out]
void linear_forward(const Parameters& parameters, const LinearLayer& layer, ConstMatrixView x, MutableMatrixView y);

/// Adds dyᵀ·x and the sums of dy's columns to the gradients of weight and bias.
void accumulate_linear_gradients(Parameters& parameters, const LinearLayer& layer, ConstMatrixView x,
                                 ConstMatrixView dy);

/// dx = dy·W
void linear_input_gradient(const LinearLayer& layer, ConstMatrixView dy, MutableMatrixView dx);
/// dx += dy·W
void accumulate_linear_input_gradient(const LinearLayer& layer, ConstMatrixView dy, MutableMatrixView dx);

}  // namespace spotlight::training
