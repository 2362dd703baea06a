// Tensors that are generated, such as initial weights, and matrix products: functions for JavaScript that need neither
// attention nor a model.
#pragma once

#include <cstdint>
#include <string>

#include "../core/random.hpp"
#include "../kernels/finite.hpp"
#include "../kernels/matmul.hpp"
#include "../kernels/softmax.hpp"
#include "../layers/embedding.hpp"
#include "../model/initialization.hpp"
#include "tensor_table.hpp"

namespace spotlight::bindings {

/// Matrix in WebAssembly memory that is filled with generated numbers, such as initial weights or seeded embeddings.
class GeneratedTensor {
 public:
  std::uintptr_t resize(std::size_t rows, std::size_t columns) {
    allocate(values_, "a generated tensor", {rows, columns});
    return address();
  }
  std::uintptr_t address() const { return reinterpret_cast<std::uintptr_t>(values_.data()); }

  // The random numbers of two calls with the same `seed` are independent if `stream` differs; `stream` must be less
  // than `streams`.
  void fill_xavier_uniform(std::size_t fan_out, std::size_t fan_in, float gain, double seed, std::uint32_t streams,
                           std::uint32_t stream) {
    xavier_uniform(values_.data(), fan_out, fan_in, gain, seed_of(seed, streams, stream));
  }
  void fill_embedding(const std::string& token, std::size_t row, std::size_t embed_dim, double seed) {
    seeded_embedding(token, static_cast<std::uint64_t>(seed), values_.data() + row * embed_dim, embed_dim);
  }
  void fill_normal(double seed, std::uint32_t streams, std::uint32_t stream) {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      values_.data()[i] = random_normal(seed_of(seed, streams, stream), i);
    }
  }
  void fill_zero() { values_.fill(0.0F); }
  void add_positions() { add_sinusoidal_positions(matrix(values_)); }

 private:
  /// Seed of one stream. It is computed with 64-bit integers, because a double represents all integers only up to 2⁵³.
  static std::uint64_t seed_of(double seed, std::uint32_t streams, std::uint32_t stream) {
    return static_cast<std::uint64_t>(seed) * streams + stream;
  }

  Matrix values_;  // [rows, columns]
};

enum class MatmulTensor : std::uint8_t { a, b, product, count };

class MatmulSession {
 public:
  using Name = MatmulTensor;

  void resize(std::size_t rows, std::size_t depth, std::size_t columns) {
    tensors_.allocate(Name::a, a_, "a", {rows, depth});
    tensors_.allocate(Name::b, b_, "b", {depth, columns});
    tensors_.allocate(Name::product, product_, "the product", {rows, columns});
  }
  std::uintptr_t tensors() const { return tensors_.address(); }
  Fault compute() {
    const Fault fault = tensors_.find_fault({Name::a, Name::b});
    if (fault != no_fault) return fault;
    kernels::matmul(matrix(a_), matrix(b_), matrix(product_));
    return tensors_.find_fault({Name::product});
  }

 private:
  TensorTable<Name> tensors_;
  Matrix a_, b_, product_;
};

inline double find_invalid_mask_value(std::uintptr_t address, std::size_t size) {
  return static_cast<double>(kernels::find_invalid_mask_value(reinterpret_cast<const float*>(address), size));
}
inline double log_sum_exp(std::uintptr_t address, std::size_t size) {
  return kernels::log_sum_exp(reinterpret_cast<const float*>(address), size);
}

}  // namespace spotlight::bindings
