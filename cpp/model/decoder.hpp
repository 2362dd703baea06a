// The decoder, piece by piece: each step hears the pieces before it and the encoder's words, and says what may come
// next.
#pragma once

#include <vector>

#include "transformer.hpp"

namespace spotlight {

/// One text being written. Keys and values of past pieces are kept and not computed again (a KV cache).
class Decoder {
 public:
  /// memory [1, words, embed_dim]: what the encoder gave. The options apply to every layer.
  Decoder(const Transformer& model, const Tensor3& memory, const BlockOptions& options);

  /// Hears one more piece. Returns the scores of all pieces as the next one, [vocabulary], valid until the next step.
  const Tensor3& step(std::size_t piece);

  /// The normalised inputs of a layer's attentions so far, [pieces, embed_dim].
  const Rows& self_inputs(std::size_t layer) const { return caches_[layer].self_inputs; }
  const Rows& cross_inputs(std::size_t layer) const { return caches_[layer].cross_inputs; }
  /// The pieces with their positions, [pieces, embed_dim].
  const Rows& embedding() const { return embedding_; }

 private:
  void embed(std::size_t piece);

  const Transformer& model_;
  BlockOptions options_;
  std::size_t length_ = 0;
  std::vector<BlockCache> caches_;  // [layers]
  Rows embedding_;
  Tensor3 x_, normalised_, scores_;  // [1, 1, …]
  BlockScratch scratch_;
};

}  // namespace spotlight
