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
  Vector frequencies;      // [rotary_dim / 2], in radians per position; of size 0: nothing is turned
  float magnitude = 1.0F;  // what is turned is multiplied by it
};

/// How a model was made to read longer texts than those that it was first trained on.
struct RotaryScaling {
  double factor = 1.0;  // frequencies are divided by it (Chen et al. 2023), or only the low ones:
  // Llama 3: frequencies that turn less than low_factor times in original_length positions are divided by the factor,
  // those that turn more than high_factor times are kept, and between them they go from one to the other.
  double low_factor = 0.0, high_factor = 0.0;
  double original_length = 0.0;  // 0: not so
  // YaRN (Peng et al. 2023): the same by their index: from the last on they are divided, up to the first they are kept.
  double first = 0.0, last = 0.0;  // last = 0: not so
  float magnitude = 1.0F;          // as Rotary's
};

/// theta^(−2c / rotary_dim) for each c, scaled. rotary_dim is even.
void set_rotary_frequencies(std::size_t rotary_dim, double theta, Rotary& rotary, const RotaryScaling& scaling = {});

/// The cosines and the sines of `count` positions from `first` on, times the magnitude: rotation [2, count,
/// rotary_dim / 2].
void rotation_of(const Rotary& rotary, std::size_t first, std::size_t count, Tensor3& rotation);

/// Turns the first rotary_dim numbers of each head of x [batch, seq_len, heads · head_dim].
void rotate_heads(Rotary::Layout layout, const Tensor3& rotation, std::size_t num_heads, Tensor3& x);

}  // namespace spotlight
