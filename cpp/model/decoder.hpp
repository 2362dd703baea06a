// The decoder, over what it has decoded so far.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "input.hpp"
#include "interventions.hpp"

namespace spotlight {

/// Keys and values that the decoder's blocks read of an encoder's output, [layers].
using CrossCaches = std::vector<CrossCache>;

/// encoder_output [1, keys, embed_dim]; null for a model without an encoder.
CrossCaches cross_caches(const Transformer& model, const Tensor3* encoder_output, Interventions& interventions);

/// Autoregressive decoding with a KV cache. Refers to the model, the caches of the encoder's output and the
/// interventions, which must outlive it. A copy goes on from the same tokens by itself, as one more hypothesis of a
/// beam search, and reads the same encoder's output.
class Decoder {
 public:
  Decoder(const Transformer& model, const CrossCaches& cross, Interventions& interventions);

  /// Appends tokens, at least one. Returns the decoder's output for them, [1, tokens, embed_dim], valid until the next
  /// call. A call that fails has appended nothing.
  const Tensor3& append(std::span<const std::int32_t> tokens);

  /// The first tokens are those whose residual stream before a layer, or after the last, is x [1, tokens, embed_dim],
  /// computed elsewhere: called for each layer from one on, before append_from with that layer.
  void restore(std::size_t layer, const Tensor3& x);

  /// Appends tokens whose residual stream before a layer is x [1, tokens, embed_dim]: the layers below are left out,
  /// and so only this can follow.
  const Tensor3& append_from(std::size_t layer, const Tensor3& x);

  /// The logits of what follows each of the last `count` tokens of the last call of append, [1, count, vocabulary],
  /// valid until the next call. Throws std::invalid_argument if it has appended fewer.
  const Tensor3& logits(std::size_t count = 1);

  std::size_t decoded() const { return decoded_; }

  /// The input of each block, then the last one's output, each [decoded, embed_dim].
  const std::vector<RowBuffer>& residuals() const { return residuals_; }

 private:
  /// Throws std::invalid_argument for a layer after the last one's output.
  void expect_layer(std::size_t layer) const;
  /// The layers from this one on, of x_.
  const Tensor3& run_blocks(std::size_t layer);
  /// Keeps the residual stream before a layer of the tokens from decoded_ on.
  void keep(std::size_t layer, const Tensor3& x);
  /// The steps of a layer, or around the layers, of the tokens to append.
  StepScope scope(std::size_t layer = Place::around_layers) const;

  const Transformer* model_;
  const CrossCaches* cross_;
  Interventions* interventions_;
  std::size_t decoded_ = 0;
  std::vector<BlockCache> caches_;    // [layers]
  std::vector<RowBuffer> residuals_;  // [layers + 1]
  Tensor3 x_, output_;                // [1, tokens, embed_dim]
  Tensor3 last_;                      // [1, count, embed_dim]
  Tensor3 logits_;                    // [1, count, vocabulary]
  BlockScratch scratch_;
};

}  // namespace spotlight
