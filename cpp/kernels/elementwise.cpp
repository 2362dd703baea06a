#include "elementwise.hpp"

#include <functional>

namespace spotlight::kernels {

void add(const Tensor3& x, Tensor3& sum) {
  std::transform(sum.data(), sum.data() + sum.size(), x.data(), sum.data(), std::plus());
}

void multiply(const Tensor3& x, Tensor3& product) {
  std::transform(product.data(), product.data() + product.size(), x.data(), product.data(), std::multiplies());
}

}  // namespace spotlight::kernels
