// Rotary position embedding (Su et al. 2021): queries and keys rotated by their positions, so that their product
// depends on the distance alone. Forward and backward.
#pragma once

#include <cstdint>

#include "../core/tensor.hpp"

namespace spotlight {

struct Rotary {
  /// Pairs of numbers of a head that are the points of a plane, which is rotated.
  enum class Layout : std::uint8_t {
    pairs,   // 2c and 2c + 1, as in the paper
    halves,  // c and c + rotary_dim / 2, as in Hugging Face's Llama
  };
  Layout layout = Layout::pairs;
  Vector frequencies;      // [rotary_dim / 2], in radians per position; of size 0: no rotation
  float magnitude = 1.0F;  // factor of the rotated numbers
};

/// Scaling for longer texts than those that the model was first trained on: linear, all frequencies being
/// divided by the factor (Chen et al. 2023); or as Llama 3, where those that turn more than high_factor times in
/// original_length positions are kept, those that turn less than low_factor times are divided, and between them they go
/// from one to the other; or by YaRN (Peng et al. 2023), where those up to the index `first` are kept, those from
/// `last` on are divided, and between them they go from one to the other.
struct RotaryScaling {
  double factor = 1.0;           // divisor of the frequencies
  double low_factor = 0.0;       // Llama 3: turns below which a frequency is divided
  double high_factor = 0.0;      // Llama 3: turns above which a frequency is kept
  double original_length = 0.0;  // Llama 3: positions in which turns are counted; 0: the other ways
  double first = 0.0;            // YaRN: index up to which frequencies are kept
  double last = 0.0;             // YaRN: index from which on they are divided; 0: the other ways
  float magnitude = 1.0F;        // factor of the rotated numbers

  bool operator==(const RotaryScaling&) const = default;

  template <class Visit>
  static void visit_fields(Visit visit) {
    visit("factor", &RotaryScaling::factor);
    visit("lowFactor", &RotaryScaling::low_factor);
    visit("highFactor", &RotaryScaling::high_factor);
    visit("originalLength", &RotaryScaling::original_length);
    visit("first", &RotaryScaling::first);
    visit("last", &RotaryScaling::last);
    visit("magnitude", &RotaryScaling::magnitude);
  }
};

/// theta^(−2c / rotary_dim) for each c, scaled. rotary_dim is even.
void set_rotary_frequencies(std::size_t rotary_dim, double theta, Rotary& rotary, const RotaryScaling& scaling = {});

/// The cosines and the sines of `count` positions from `first` on, times the magnitude: rotation [2, count,
/// rotary_dim / 2].
void rotation_of(const Rotary& rotary, std::size_t first, std::size_t count, Tensor3& rotation);

/// Rotates the first rotary_dim numbers of each head of x [batch · seq_len, heads · head_dim] by its token's position;
/// the rotation has at least seq_len positions.
void rotate_heads(Rotary::Layout layout, const Tensor3& rotation, std::size_t seq_len, std::size_t head_dim,
                  MutableMatrixView x);
/// The inverse, for gradients.
void rotate_heads_back(Rotary::Layout layout, const Tensor3& rotation, std::size_t seq_len, std::size_t head_dim,
                       MutableMatrixView x);

}  // namespace spotlight
