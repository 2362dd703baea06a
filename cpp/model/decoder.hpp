// The decoder, over what it has decoded so far.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "input.hpp"

namespace spotlight {

/// Autoregressive decoding with a KV cache. Refers to the model, which must outlive it. A copy goes on from the same
/// tokens by itself, as one more hypothesis of a beam search.
class Decoder {
 public:
  /// encoder_output [1, keys, embed_dim]; null for a model without an encoder. The options apply to every block.
  Decoder(const Transformer& model, const Tensor3* encoder_output, const BlockOptions& options);

  /// Appends tokens, at least one. Returns the decoder's output for them, [1, tokens, embed_dim], valid until the next
  /// call. A call that fails has appended nothing.
  const Tensor3& append(std::span<const std::int32_t> tokens);

  /// The logits of what follows each of the last `count` tokens of the last call of append, [1, count, vocabulary],
  /// valid until the next call.
  const Tensor3& logits(std::size_t count = 1);

  std::size_t decoded() const { return decoded_; }

  /// The inputs of a layer's attentions so far, [decoded, embed_dim].
  const RowBuffer& self_inputs(std::size_t layer) const { return caches_[layer].self_inputs; }
  const RowBuffer& cross_inputs(std::size_t layer) const { return caches_[layer].cross_inputs; }

 private:
  const Transformer* model_;
  BlockOptions options_;
  std::size_t decoded_ = 0;
  std::vector<BlockCache> caches_;  // [layers]
  TokenFeatures tokens_;
  Tensor3 x_, output_;  // [1, tokens, embed_dim]
  Tensor3 last_;        // [1, count, embed_dim]
  Tensor3 logits_;      // [1, count, vocabulary]
  BlockScratch scratch_;
};

}  // namespace spotlight
