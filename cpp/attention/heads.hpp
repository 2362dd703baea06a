// Splitting vectors into heads, and concatenating the heads again (Vaswani et al. 2017, section 3.2.2).
#pragma once

#include "../core/tensor.hpp"

namespace spotlight {

/// x [batch, seq_len, heads · head_dim] → heads [batch, heads, seq_len, head_dim]
void split_heads(const Tensor3& x, std::size_t num_heads, Tensor4& heads);

/// Concat(head₁ …): heads [batch, heads, seq_len, head_dim] → x [batch, seq_len, heads · head_dim]
void concat_heads(const Tensor4& heads, Tensor3& x);

}  // namespace spotlight
