// The linear maps around attention: Q, K and V from the input, and the output from the merged heads.
#pragma once

#include "../kernels/pack.hpp"
#include "../tensor.hpp"

namespace spotlight {

/// A linear layer y = x·Wᵀ + b, as torch.nn.Linear, ready to be used many times.
struct Projection {
  kernels::PackedMatrix weight;  // Wᵀ [in, out]
  Vector bias;                   // [out], or of size 0 for none
};

/// A linear layer of a weight [out, in], PyTorch's layout, and a bias [out] or of size 0.
void set_projection(const Matrix& weight, const Vector& bias, Projection& projection);

/// x [batch, seq_len, in] → y [batch, seq_len, out]
void project(const Tensor3& x, const Projection& projection, Tensor3& y);

/// Cuts each vector into one part per head: x [batch, seq_len, heads · head_dim] → [batch, heads, seq_len, head_dim].
void split_heads(const Tensor3& x, std::size_t num_heads, Tensor4& heads);

/// The reverse: the heads' vectors one behind the other.
void merge_heads(const Tensor4& heads, Tensor3& x);

}  // namespace spotlight
