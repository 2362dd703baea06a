#include "heads.hpp"

namespace spotlight {

void split_heads(const Tensor3& x, std::size_t num_heads, Tensor4& heads) {
  const std::size_t head_dim = x.shape(2) / num_heads;
  heads.resize({x.shape(0), num_heads, x.shape(1), head_dim});
  for (std::size_t h = 0; h < num_heads; ++h) {
    auto head = xt::view(heads, xt::all(), h);
    xt::noalias(head) = xt::view(x, xt::all(), xt::all(), xt::range(h * head_dim, (h + 1) * head_dim));
  }
}

void concat_heads(const Tensor4& heads, Tensor3& x) {
  const std::size_t num_heads = heads.shape(1);
  const std::size_t head_dim = heads.shape(3);
  x.resize({heads.shape(0), heads.shape(2), num_heads * head_dim});
  for (std::size_t h = 0; h < num_heads; ++h) {
    auto columns = xt::view(x, xt::all(), xt::all(), xt::range(h * head_dim, (h + 1) * head_dim));
    xt::noalias(columns) = xt::view(heads, xt::all(), h);
  }
}

}  // namespace spotlight
