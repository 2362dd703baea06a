#include "elementwise.hpp"

namespace spotlight::kernels {

void add(const float* x, std::size_t size, float* y) {
  map(size, y, [](simd::batch a, simd::batch b) { return a + b; }, x, static_cast<const float*>(y));
}

void add_scaled(float factor, const float* x, std::size_t size, float* y) {
  const simd::batch scale(factor);
  map(size, y, [=](simd::batch a, simd::batch b) { return a * scale + b; }, x, static_cast<const float*>(y));
}

void multiply(const float* x, std::size_t size, float* y) {
  map(size, y, [](simd::batch a, simd::batch b) { return a * b; }, x, static_cast<const float*>(y));
}

}  // namespace spotlight::kernels
