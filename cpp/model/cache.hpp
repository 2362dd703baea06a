// KV cache of a block, and attention to cached keys and values.
#pragma once

#include <algorithm>
#include <vector>

#include "../attention/multihead.hpp"

namespace spotlight {

/// Growable matrix [count, columns], to which rows are appended.
struct RowBuffer {
  std::size_t columns = 1;
  std::vector<float> values;

  /// Appends the vectors [1, count, columns] as rows. `name` names the buffer in out-of-memory errors.
  void append(const char* name, const Tensor3& vectors);
  void truncate(std::size_t count) { values.resize(std::min(values.size(), count * columns)); }
  ConstMatrixView view() const { return {values.data(), values.size() / columns, columns, columns}; }
};

struct BlockCache {
  std::size_t decoded = 0;  // number of tokens of successful calls; later entries are overwritten
  RowBuffer keys, values;   // [decoded, kv_heads · head_dim]

  /// Appends the keys and values of x [1, count, embed_dim], the input of self-attention. Keys and values that a failed
  /// call has left are discarded first.
  void append(const MultiheadWeights& weights, const Tensor3& x, const StepScope& scope, MultiheadScratch& scratch);
};

/// Cached keys and values of the encoder output for cross-attention. They do not change during decoding.
struct CrossCache {
  Tensor3 keys, values;  // [1, keys, kv_heads · head_dim]
};

/// Multi-head attention of the tokens x [1, count, embed_dim], the first of which is at position `first`, to cached
/// keys and values [keys, kv_heads · head_dim].
void attend_to_cache(ConstMatrixView keys, ConstMatrixView values, const Tensor3& x, std::size_t first,
                     const MultiheadWeights& weights, const MultiheadOptions& options, MultiheadScratch& scratch,
                     Tensor3& output);

}  // namespace spotlight
