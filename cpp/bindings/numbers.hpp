// Numbers by themselves: made, multiplied, looked through; and the memory that they are in.
#pragma once

#include <malloc.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "../kernels/finite.hpp"
#include "../kernels/gemm.hpp"
#include "../kernels/random.hpp"
#include "../model/embedding.hpp"
#include "../model/initialisation.hpp"
#include "views.hpp"

namespace spotlight::bindings {

/// Numbers made in this memory for the web side: initial weights, word vectors.
class Numbers {
 public:
  explicit Numbers(std::size_t size) { values_.resize({size}); }
  Floats values() { return view(values_); }

  void fill_xavier_uniform(std::size_t fan_out, std::size_t fan_in, float gain, double seed) {
    xavier_uniform(values_.data(), fan_out, fan_in, gain, static_cast<std::uint64_t>(seed));
  }
  void fill_word(const std::string& word, std::size_t row, std::size_t embed_dim, double seed) {
    embed_word(word, static_cast<std::uint64_t>(seed), values_.data() + row * embed_dim, embed_dim);
  }
  void fill_normal(double seed) {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      values_(i) = kernels::random_normal(static_cast<std::uint64_t>(seed), i);
    }
  }
  void add_positions(std::size_t embed_dim) {
    add_sinusoidal_positions({values_.data(), values_.size() / embed_dim, embed_dim, embed_dim});
  }

 private:
  Vector values_;  // [size]
};

/// The product of two matrices.
class MatrixProduct {
 public:
  MatrixProduct(std::size_t rows, std::size_t depth, std::size_t columns) {
    a_.resize({rows, depth});
    b_.resize({depth, columns});
    c_.resize({rows, columns});
  }
  Floats a() { return view(a_); }
  Floats b() { return view(b_); }
  void compute() { kernels::multiply(matrix(a_), matrix(b_), {c_.data(), c_.shape(0), c_.shape(1), c_.shape(1)}); }
  Floats c() { return view(c_); }

 private:
  Matrix a_, b_, c_;
};

/// Whether this memory can still give that many bytes.
inline bool can_allocate(double bytes) {
  if (bytes > 4e9) return false;
  void* memory = std::malloc(static_cast<std::size_t>(bytes));
  std::free(memory);
  return memory != nullptr;
}

/// Bytes that are allocated at present.
inline double heap_size() { return static_cast<double>(mallinfo().uordblks); }

inline double first_not_finite(std::uintptr_t address, std::size_t size) {
  return static_cast<double>(kernels::first_not_finite(reinterpret_cast<const float*>(address), size));
}

inline double first_not_addend(std::uintptr_t address, std::size_t size) {
  return static_cast<double>(kernels::first_not_addend(reinterpret_cast<const float*>(address), size));
}

}  // namespace spotlight::bindings
