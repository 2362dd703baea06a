#include "projection.hpp"

#include <algorithm>

#include "../kernels/gemm.hpp"

namespace spotlight {

void set_projection(const Matrix& weight, const Vector& bias, Projection& projection) {
  projection.weight.pack_transposed(matrix(weight));
  projection.bias = bias;
}

void project(const Tensor3& x, const Projection& projection, Tensor3& y) {
  y.resize({x.shape(0), x.shape(1), projection.weight.columns()});
  const float* bias = projection.bias.size() > 0 ? projection.bias.data() : nullptr;
  kernels::multiply(rows_of(x), projection.weight, bias, rows_of(y));
}

void split_heads(const Tensor3& x, std::size_t num_heads, Tensor4& heads) {
  const std::size_t head_dim = x.shape(2) / num_heads;
  heads.resize({x.shape(0), num_heads, x.shape(1), head_dim});
  for (std::size_t b = 0; b < x.shape(0); ++b) {
    for (std::size_t i = 0; i < x.shape(1); ++i) {
      for (std::size_t h = 0; h < num_heads; ++h) {
        std::copy_n(&x(b, i, h * head_dim), head_dim, &heads(b, h, i, 0));
      }
    }
  }
}

void merge_heads(const Tensor4& heads, Tensor3& x) {
  const std::size_t head_dim = heads.shape(3);
  x.resize({heads.shape(0), heads.shape(2), heads.shape(1) * head_dim});
  for (std::size_t b = 0; b < heads.shape(0); ++b) {
    for (std::size_t i = 0; i < heads.shape(2); ++i) {
      for (std::size_t h = 0; h < heads.shape(1); ++h) {
        std::copy_n(&heads(b, h, i, 0), head_dim, &x(b, i, h * head_dim));
      }
    }
  }
}

}  // namespace spotlight
