// The decoder, piece by piece: each step hears the pieces before it and the encoder's words, and says what may come
// next.
#pragma once

#include <vector>

#include "block.hpp"

namespace spotlight {

/// Vectors [count, embed_dim] that grow by one at each step.
struct Rows {
  std::vector<float> values;

  void append(const Tensor3& vector) { values.insert(values.end(), vector.begin(), vector.end()); }
};

/// One text being written. Keys and values of past pieces are kept and not computed again (a KV cache).
class Decoder {
 public:
  /// memory [1, words, embed_dim]: what the encoder gave. The options apply to every layer.
  Decoder(const Transformer& model, const Tensor3& memory, const AttentionOptions& options);

  /// Hears one more piece. Returns the scores of all pieces as the next one, [vocabulary], valid until the next step.
  const Tensor3& step(std::size_t piece);

  /// The normalised inputs of a layer's attentions so far, [pieces, embed_dim].
  const Rows& self_inputs(std::size_t layer) const { return caches_[layer].self_inputs; }
  const Rows& cross_inputs(std::size_t layer) const { return caches_[layer].cross_inputs; }
  /// The pieces with their positions, [pieces, embed_dim].
  const Rows& embedding() const { return embedding_; }

 private:
  struct Cache {
    Rows self_inputs, cross_inputs;
    Rows keys, values;                   // of the pieces
    Tensor3 memory_keys, memory_values;  // of the words, [1, words, embed_dim]
  };

  void embed(std::size_t piece);
  void attend(const MultiheadWeights& weights, ConstMatrixView keys, ConstMatrixView values);
  ConstMatrixView all(const Rows& rows) const;

  const Transformer& model_;
  AttentionOptions options_;
  std::size_t length_ = 0;
  std::vector<Cache> caches_;  // [layers]
  Rows embedding_;
  Tensor3 x_, normalised_, query_, projected_, merged_, attended_, scores_;  // [1, 1, …]
  FusedScratch attention_;
  FeedForwardScratch feedforward_;
};

}  // namespace spotlight
