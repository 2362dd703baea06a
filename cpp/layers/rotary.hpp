// Rotary position embedding (Su et al. 2021): rotates queries and keys by their positions, so that their dot product
// depends on positions only through the distance. Forward and backward.
#pragma once

#include <cstdint>

#include "../core/tensor.hpp"

namespace spotlight {

struct Rotary {
  /// Layout of a head: the two numbers that form a pair, which is rotated together as a point.
  enum class Layout : std::uint8_t {
    pairs,   // numbers 2c and 2c + 1, as in the paper
    halves,  // numbers c and c + rotary_dim / 2, as in Hugging Face's Llama
  };
  Layout layout = Layout::pairs;
  Vector frequencies;      // [rotary_dim / 2], in radians per position; size 0: no rotation
  float magnitude = 1.0F;  // factor of the rotated numbers
};

/// Frequency scaling of rotary position embedding, for contexts longer than those that the model was first trained on:
/// - linear (Chen et al. 2023): all frequencies are divided by `factor`;
/// - Llama 3: frequencies that complete more than high_factor turns within original_length positions are unchanged,
/// those
///   with fewer than low_factor turns are divided by `factor`, those in between are interpolated;
/// - YaRN (Peng et al. 2023): frequencies up to index `first` are unchanged, those from index `last` on are divided by
///   `factor`, those in between are interpolated.
struct RotaryScaling {
  double factor = 1.0;           // divisor of the frequencies
  double low_factor = 0.0;       // Llama 3: number of turns below which a frequency is divided
  double high_factor = 0.0;      // Llama 3: number of turns above which a frequency is unchanged
  double original_length = 0.0;  // Llama 3: number of positions within which turns are counted; 0: not Llama 3
  double first = 0.0;            // YaRN: index up to which frequencies are unchanged
  double last = 0.0;             // YaRN: first index at which frequencies are divided by the full factor; 0: not YaRN
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

/// Sets the rotation frequencies to theta^(−2c / rotary_dim), scaled for long contexts. rotary_dim must be even.
void set_rotary_frequencies(std::size_t rotary_dim, double theta, Rotary& rotary, const RotaryScaling& scaling = {});

/// Computes the cosines and sines of the rotation angles for `count` positions from `first` on, multiplied by the
/// magnitude of `rotary`: rotation [2, count, rotary_dim / 2].
void rotation_of(const Rotary& rotary, std::size_t first, std::size_t count, Tensor3& rotation);

/// Rotates the first rotary_dim numbers of each head of x [batch · seq_len, heads · head_dim] by its token's position;
/// `rotation` covers at least seq_len positions.
void rotate_heads(Rotary::Layout layout, const Tensor3& rotation, std::size_t seq_len, std::size_t head_dim,
                  MutableMatrixView x);
/// Backward pass of rotate_heads: rotates the heads of x back by the positions of their tokens.
void rotate_heads_back(Rotary::Layout layout, const Tensor3& rotation, std::size_t seq_len, std::size_t head_dim,
                       MutableMatrixView x);

}  // namespace spotlight
