#include "heads.hpp"

#include <algorithm>

namespace spotlight {

void split_heads(const Tensor3& x, std::size_t num_heads, Tensor4& heads) {
  const std::size_t head_dim = x.shape(2) / num_heads;
  allocate(heads, "heads", {x.shape(0), num_heads, x.shape(1), head_dim});
  for (std::size_t b = 0; b < x.shape(0); ++b) {
    for (std::size_t h = 0; h < num_heads; ++h) {
      for (std::size_t i = 0; i < x.shape(1); ++i) {
        std::copy_n(&x(b, i, h * head_dim), head_dim, &heads(b, h, i, 0));
      }
    }
  }
}

void concat_heads(const Tensor4& heads, Tensor3& x) {
  const std::size_t head_dim = heads.shape(3);
  allocate(x, "concat", {heads.shape(0), heads.shape(2), heads.shape(1) * head_dim});
  for (std::size_t b = 0; b < heads.shape(0); ++b) {
    for (std::size_t h = 0; h < heads.shape(1); ++h) {
      for (std::size_t i = 0; i < heads.shape(2); ++i) {
        std::copy_n(&heads(b, h, i, 0), head_dim, &x(b, i, h * head_dim));
      }
    }
  }
}

}  // namespace spotlight
