// Tensors that are not part of an attention: generated ones, products of matrices; and the memory that all are in.
#pragma once

#include <malloc.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "../kernels/finite.hpp"
#include "../kernels/matmul.hpp"
#include "../kernels/random.hpp"
#include "../model/embedding.hpp"
#include "../model/initialization.hpp"
#include "tensor_table.hpp"

namespace spotlight::bindings {

/// Numbers that are generated in this memory: initial weights, seeded embeddings.
class GeneratedTensor {
 public:
  explicit GeneratedTensor(std::size_t size) { values_.resize({size}); }
  std::uintptr_t address() const { return reinterpret_cast<std::uintptr_t>(values_.data()); }

  // Numbers of one `seed` and different `stream`s of so many are independent.
  void fill_xavier_uniform(std::size_t fan_out, std::size_t fan_in, float gain, double seed, std::uint32_t streams,
                           std::uint32_t stream) {
    xavier_uniform(values_.data(), fan_out, fan_in, gain, seed_of(seed, streams, stream));
  }
  void fill_embedding(const std::string& token, std::size_t row, std::size_t embed_dim, double seed) {
    seeded_embedding(token, static_cast<std::uint64_t>(seed), values_.data() + row * embed_dim, embed_dim);
  }
  void fill_normal(double seed, std::uint32_t streams, std::uint32_t stream) {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      values_(i) = kernels::random_normal(seed_of(seed, streams, stream), i);
    }
  }
  void add_positions(std::size_t embed_dim) {
    add_sinusoidal_positions({values_.data(), values_.size() / embed_dim, embed_dim, embed_dim});
  }

 private:
  /// In 64 bit: a double holds seeds up to 2^53 only.
  static std::uint64_t seed_of(double seed, std::uint32_t streams, std::uint32_t stream) {
    return static_cast<std::uint64_t>(seed) * streams + stream;
  }

  Vector values_;  // [size]
};

enum class MatmulTensor : std::uint8_t { a, b, product, count };

/// The product of two matrices.
class MatmulSession {
 public:
  using Name = MatmulTensor;

  MatmulSession(std::size_t rows, std::size_t depth, std::size_t columns) {
    a_.resize({rows, depth});
    b_.resize({depth, columns});
    product_.resize({rows, columns});
    tensors_.set(Name::a, a_);
    tensors_.set(Name::b, b_);
    tensors_.set(Name::product, product_);
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

/// Whether this many bytes can still be allocated.
inline bool can_allocate(double bytes) {
  if (bytes > 4e9) return false;
  void* memory = std::malloc(static_cast<std::size_t>(bytes));
  std::free(memory);
  return memory != nullptr;
}

/// Bytes that are allocated at present.
inline double heap_size() { return static_cast<double>(mallinfo().uordblks); }

inline double find_invalid_mask_value(std::uintptr_t address, std::size_t size) {
  return static_cast<double>(kernels::find_invalid_mask_value(reinterpret_cast<const float*>(address), size));
}

}  // namespace spotlight::bindings
