#include "linear.hpp"

#include "../kernels/elementwise.hpp"
#include "../kernels/matmul.hpp"

namespace spotlight {

void linear_forward(ConstMatrixView x, const kernels::PackedMatrix& weight, const float* bias, MutableMatrixView y) {
  // The kernel adds the bias as it writes y: the expression y + bias would be another pass over memory.
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

}  // namespace spotlight
