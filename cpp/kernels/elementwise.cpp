#include "elementwise.hpp"

namespace spotlight::kernels {

void add(const float* x, std::size_t size, float* y) noexcept {
  map(size, y, [](simd::batch a, simd::batch b) { return a + b; }, x, y);
}

void add_scaled(float factor, const float* x, std::size_t size, float* y) noexcept {
  const simd::batch scale(factor);
  map(size, y, [=](simd::batch a, simd::batch b) { return a * scale + b; }, x, y);
}

void multiply(const float* x, std::size_t size, float* y) noexcept {
  map(size, y, [](simd::batch a, simd::batch b) { return a * b; }, x, y);
}

}  // namespace spotlight::kernels
