// The decoder, one target token at a time.
#pragma once

#include <vector>

#include "transformer.hpp"

namespace spotlight {

/// Autoregressive decoding with a KV cache. Refers to the model, which must outlive it. A copy goes on from the same
/// tokens by itself, as one more hypothesis of a beam search.
class Decoder {
 public:
  /// encoder_output [1, keys, embed_dim]. The options apply to every layer.
  Decoder(const Transformer& model, const Tensor3& encoder_output, const BlockOptions& options);

  /// Appends a token. Returns the logits of the next one, [1, 1, vocabulary], valid until the next call. A step
  /// that fails has appended nothing.
  const Tensor3& step(std::size_t token);

  /// The inputs of a layer's attentions so far, normalized, [decoded, embed_dim].
  const RowBuffer& self_inputs(std::size_t layer) const { return caches_[layer].self_inputs; }
  const RowBuffer& cross_inputs(std::size_t layer) const { return caches_[layer].cross_inputs; }

 private:
  void embed(std::size_t token);

  const Transformer* model_;
  BlockOptions options_;
  std::size_t decoded_ = 0;
  std::vector<BlockCache> caches_;  // [layers]
  Tensor3 x_, normalized_;          // [1, 1, embed_dim]
  Tensor3 logits_;                  // [1, 1, vocabulary]
  BlockScratch scratch_;
};

}  // namespace spotlight
