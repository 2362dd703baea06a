// Rotary positions (Su et al. 2021) of whole batches, forward and backward.
#pragma once

#include "../core/tensor.hpp"

namespace spotlight::training {

/// Cosines and sines of each position's angles; the numbers c and c + head_dim/2 of a head are the point that is turned
/// (Rotary::Layout::halves).
struct RotaryTable {
  Matrix cosine, sine;  // [max_positions, head_dim / 2]
};

/// The angles are position · theta^(−2c/head_dim); head_dim is even.
RotaryTable make_rotary_table(std::size_t max_positions, std::size_t head_dim, double theta);

/// Turns each head of x [batch · seq_len, heads · head_dim] by its token's position …
void rotate(const RotaryTable& table, std::size_t seq_len, MutableMatrixView x);
/// … and back, as gradients are.
void rotate_back(const RotaryTable& table, std::size_t seq_len, MutableMatrixView x);

}  // namespace spotlight::training
