#include "linear.hpp"

#include "../kernels/matmul.hpp"

namespace spotlight {

void set_linear(const Matrix& weight, const Vector& bias, Linear& linear) {
  linear.weight.pack_transposed(matrix(weight), "weight");
  assign(linear.bias, "bias", bias);
}

void linear_forward(const Tensor3& x, const Linear& linear, Tensor3& y, const char* name) {
  allocate(y, name, {x.shape(0), x.shape(1), linear.weight.columns()});
  const float* bias = linear.bias.size() > 0 ? linear.bias.data() : nullptr;
  // The kernel adds the bias as it writes y: the expression y + bias would be another pass over memory.
  kernels::matmul(rows_of(x), linear.weight, bias, rows_of(y));
}

}  // namespace spotlight
