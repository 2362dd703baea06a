// The inputs of an attention, or their gradients, in memory that is not theirs.
#pragma once

#include "../core/tensor.hpp"

namespace spotlight {

/// query [queries, heads · head_dim], key and value [keys, kv_heads · head_dim], of one sequence or of several, one
/// after the other.
template <class Float>
struct AttentionViews {
  MatrixView<Float> query, key, value;

  operator AttentionViews<const Float>() const
    requires(!std::is_const_v<Float>)
  {
    return {query, key, value};
  }
};

}  // namespace spotlight
