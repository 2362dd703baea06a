// KV cache of a block, and attention to cached keys and values.
#pragma once

#include <algorithm>
#include <vector>

#include "../attention/multihead.hpp"

namespace spotlight {

/// Growable list of vectors, [count, columns].
struct RowBuffer {
  std::size_t columns = 1;
  std::vector<float> values;

  /// Appends vectors [1, count, columns]. `name` is the name of the buffer in out-of-memory errors.
  void append(const char* name, const Tensor3& vectors);
  void truncate(std::size_t count) { values.resize(std::min(values.size(), count * columns)); }
  ConstMatrixView view() const { return {values.data(), values.size() / columns, columns, columns}; }
};

struct BlockCache {
  std::size_t decoded = 0;  // number of tokens of successful calls; later entries are overwritten
  RowBuffer keys, values;   // [decoded, kv_heads · head_dim]

  /// Appends the keys and values of x [1, count, embed_dim], the input of self-attention, after discarding those of
  /// failed calls.
  void append(const MultiheadWeights& weights, const Tensor3& x, const StepScope& scope, MultiheadScratch& scratch);
};

/// Keys and values of the encoder output, which do not change during decoding.
struct CrossCache {
  Tensor3 keys, values;  // [1, keys, kv_heads · head_dim]
};

/// Multi-head attention from x [1, count, embed_dim], whose first token is at position `first`, to cached keys and
/// values [keys, kv_heads · head_dim].
void attend_to_cache(ConstMatrixView keys, ConstMatrixView values, const Tensor3& x, std::size_t first,
                     const MultiheadWeights& weights, const MultiheadOptions& options, MultiheadScratch& scratch,
                     Tensor3& output);

}  // namespace spotlight
