#include "linear.hpp"

#include "../kernels/matmul.hpp"
#include "vector.hpp"

namespace spotlight::training {

void pack_weights(const Parameters& parameters, LinearLayer& layer) {
  const ConstMatrixView weight = parameters.value(layer.weight);
  layer.transposed.pack_transposed(weight, "packed weights");
  layer.plain.pack(weight, "packed weights");
}

void linear_forward(const Parameters& parameters, const LinearLayer& layer, ConstMatrixView x, MutableMatrixView y) {
  const float* bias = layer.bias ? parameters.value(*layer.bias).data : nullptr;
  kernels::matmul(x, layer.transposed, bias, y);
}

void accumulate_linear_gradients(Parameters& parameters, const LinearLayer& layer, ConstMatrixView x,
                                 ConstMatrixView dy) {
  kernels::accumulate_matmul_tn(dy, x, parameters.gradient(layer.weight));
  if (!layer.bias) return;
  float* bias = parameters.gradient(*layer.bias).data;
  for (std::size_t i = 0; i < dy.rows; ++i) add(dy.row(i), bias, dy.columns);
}

void linear_input_gradient(const LinearLayer& layer, ConstMatrixView dy, MutableMatrixView dx) {
  kernels::matmul(dy, layer.plain, nullptr, dx);
}

void accumulate_linear_input_gradient(const LinearLayer& layer, ConstMatrixView dy, MutableMatrixView dx) {
  kernels::accumulate_matmul(dy, layer.plain, dx);
}

}  // namespace spotlight::training
