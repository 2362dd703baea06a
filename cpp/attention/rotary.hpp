// Rotary position embedding (Su et al. 2021): queries and keys turned by their positions, so that their product depends
// on the distance alone.
#pragma once

#include <cstdint>

#include "../tensor.hpp"

namespace spotlight {

struct Rotary {
  /// Which two numbers of a head are a point of the plane that is turned.
  enum class Layout : std::uint8_t {
    pairs,   // 2c and 2c + 1, as in the paper
    halves,  // c and c + rotary_dim / 2, as in Hugging Face's Llama
  };
  Layout layout = Layout::pairs;
  Vector frequencies;  // [rotary_dim / 2], in radians per position; of size 0: nothing is turned
};

/// theta^(−2c / rotary_dim) for each c. rotary_dim is even.
void set_rotary_frequencies(std::size_t rotary_dim, double theta, Rotary& rotary);

/// Turns the first rotary_dim numbers of each head of x [batch, seq_len, heads · head_dim]. The first token's position
/// is `first`.
void rotate_heads(const Rotary& rotary, std::size_t first, std::size_t num_heads, Tensor3& x);

}  // namespace spotlight
