// The linear maps around attention: Q, K and V from the input, and the output from the merged heads.
#pragma once

#include "../tensor.hpp"

namespace spotlight {

/// A linear layer y = x·Wᵀ + b, as torch.nn.Linear.
struct Projection {
  Matrix weight;  // [out, in]
  Vector bias;    // [out], or of size 0 for none
};

/// x [batch, seq_len, in] → y [batch, seq_len, out]
void project(const Tensor3& x, const Projection& projection, Tensor3& y);

/// Cuts each vector into one part per head: x [batch, seq_len, heads · head_dim] → [batch, heads, seq_len, head_dim].
void split_heads(const Tensor3& x, std::size_t num_heads, Tensor4& heads);

/// The reverse: the heads' vectors one behind the other.
void merge_heads(const Tensor4& heads, Tensor3& x);

}  // namespace spotlight
