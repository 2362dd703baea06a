#include "block.hpp"

#include "../kernels/activations.hpp"
#include "../kernels/normalisation.hpp"

namespace spotlight {

constexpr float epsilon = 1e-5F;

void normalise(const Tensor3& x, const LayerNorm& norm, Tensor3& normalised) {
  normalised.resize(x.shape());
  kernels::layer_norm(rows_of(x), norm.weight, norm.bias, epsilon, rows_of(normalised));
}

void add_residual(const Tensor3& y, Tensor3& x) { x += y; }

void add_feedforward(const LayerNorm& norm, const FeedForward& feedforward, FeedForwardScratch& scratch, Tensor3& x) {
  normalise(x, norm, scratch.normalised);
  project(scratch.normalised, feedforward.linear1, scratch.hidden);
  kernels::relu(rows_of(scratch.hidden));
  project(scratch.hidden, feedforward.linear2, scratch.output);
  add_residual(scratch.output, x);
}

}  // namespace spotlight
