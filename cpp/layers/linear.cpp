#include "linear.hpp"

#include "../kernels/elementwise.hpp"
#include "../kernels/matmul.hpp"

namespace spotlight {

void linear_forward(ConstMatrixView x, const kernels::PackedMatrix& weight, const float* bias, MutableMatrixView y) {
  // The kernel adds the bias as it writes y. An addition after the product would need another pass over memory.
  kernels::matmul(x, weight, bias, y);
}

void linear_forward(const Tensor3& x, const Linear& linear, Tensor3& y, const char* name) {
  allocate(y, name, {x.shape(0), x.shape(1), linear.weight.columns()});
  linear_forward(rows_of(x), linear.weight, linear.bias.size() > 0 ? linear.bias.data() : nullptr, rows_of(y));
}

void accumulate_linear_gradients(ConstMatrixView x, ConstMatrixView dy, MutableMatrixView weight_gradient,
                                 float* bias_gradient) {
  kernels::accumulate_matmul_tn(dy, x, weight_gradient);
  if (bias_gradient == nullptr) return;
  for (std::size_t i = 0; i < dy.rows; ++i) kernels::add(dy.row(i), dy.columns, bias_gradient);
}

void linear_input_gradient(ConstMatrixView dy, const kernels::PackedMatrix& weight, MutableMatrixView dx) {
  kernels::matmul(dy, weight, nullptr, dx);
}

void accumulate_linear_input_gradient(ConstMatrixView dy, const kernels::PackedMatrix& weight, MutableMatrixView dx) {
  kernels::accumulate_matmul(dy, weight, dx);
}

void linear_backward(const Tensor3& x, const Linear& linear, const Tensor3& dy, Tensor3& dx,
                     LinearGradients& gradients) {
  const std::size_t out = dy.shape(2);
  const std::size_t in = x.shape(2);
  Matrix weight;
  allocate(weight, "weight", {out, in});
  linear.weight.unpack_transposed(matrix(weight));
  kernels::PackedMatrix plain;
  plain.pack(matrix(weight), "weight");
  allocate(dx, "the gradient of an input", x.shape());
  linear_input_gradient(rows_of(dy), plain, rows_of(dx));

  allocate_zeros(gradients.weight, "the gradient of a weight", {out, in});
  allocate_zeros(gradients.bias, "the gradient of a bias", {linear.bias.size()});
  accumulate_linear_gradients(rows_of(x), rows_of(dy), matrix(gradients.weight),
                              linear.bias.size() > 0 ? gradients.bias.data() : nullptr);
}

}  // namespace spotlight
