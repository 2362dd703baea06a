// Elementwise functions of arrays, sums and maxima, with SIMD.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "../core/simd.hpp"
#include "../core/tensor.hpp"

namespace spotlight::kernels {

/// result[i] = function(inputs[i]…) for i < size, where `function` takes and returns SIMD registers. `result` may be
/// one of the inputs.
template <class Function, class... Inputs>
void map(std::size_t size, float* result, Function function, const Inputs*... inputs) {
  std::size_t i = 0;
  for (; i + simd::lanes <= size; i += simd::lanes) simd::store(result + i, function(simd::load(inputs + i)...));
  if (i == size) return;
  std::array<float, simd::lanes> rest;
  simd::store(rest.data(), function(simd::load_partial(inputs + i, size - i, 0.0F)...));
  std::copy_n(rest.data(), size - i, result + i);
}

/// Sum of function(inputs[i]…) over i < size, where `function` takes and returns SIMD registers. It must return 0 if
/// all its arguments are `zero`.
template <class Function, class... Inputs>
float sum_of(std::size_t size, float zero, Function function, const Inputs*... inputs) {
  simd::batch even(0.0F), odd(0.0F);  // two chains hide the latency of the addition
  std::size_t i = 0;
  for (; i + 2 * simd::lanes <= size; i += 2 * simd::lanes) {
    even += function(simd::load(inputs + i)...);
    odd += function(simd::load(inputs + i + simd::lanes)...);
  }
  for (; i < size; i += simd::lanes) {
    const std::size_t count = std::min(simd::lanes, size - i);
    even += function((count == simd::lanes ? simd::load(inputs + i) : simd::load_partial(inputs + i, count, zero))...);
  }
  return simd::sum(even + odd);
}

inline float sum(const float* x, std::size_t size) {
  return sum_of(size, 0.0F, [](simd::batch a) { return a; }, x);
}
inline float dot(const float* x, const float* y, std::size_t size) {
  return sum_of(size, 0.0F, [](simd::batch a, simd::batch b) { return a * b; }, x, y);
}

/// Maximum of an array, which must not be empty.
inline float maximum(const float* values, std::size_t size) {
  if (size < simd::lanes) return *std::max_element(values, values + size);
  simd::batch largest = simd::load(values);
  for (std::size_t i = simd::lanes; i + simd::lanes <= size; i += simd::lanes) {
    largest = simd::max(largest, simd::load(values + i));
  }
  largest = simd::max(largest, simd::load(values + size - simd::lanes));
  return simd::reduce_max(largest);
}

/// Elementwise addition: y += x
void add(const float* x, std::size_t size, float* y) noexcept;
/// Elementwise multiplication: y *= x
void multiply(const float* x, std::size_t size, float* y) noexcept;
/// Elementwise addition of a multiple: y += factor · x
void add_scaled(float factor, const float* x, std::size_t size, float* y) noexcept;

/// Adds the tensor x to `sum`, which has the same shape. (xtensor's operator also broadcasts, and its code, including
/// the error for incompatible shapes, would add 10 KB to the download.)
inline void add(const Tensor3& x, Tensor3& sum) { add(x.data(), x.size(), sum.data()); }

}  // namespace spotlight::kernels
