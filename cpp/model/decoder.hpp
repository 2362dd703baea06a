#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "input.hpp"
#include "interventions/interventions.hpp"

namespace spotlight {

/// Cross-attention keys and values of the encoder output, one entry per layer.
using CrossCaches = std::vector<CrossCache>;

/// Computes the cross-attention keys and values of encoder_output [1, keys, embed_dim], which is null for a model
/// without an encoder.
CrossCaches cross_caches(const Transformer& model, const Tensor3* encoder_output, Interventions& interventions);

/// Autoregressive decoding with a KV cache. A decoder refers to the model, the caches of the encoder output and the
/// interventions, which must outlive it. A copy shares the encoder output and continues independently from the same
/// tokens, for example as another hypothesis in a beam search.
class Decoder {
 public:
  Decoder(const Transformer& model, const CrossCaches& cross, Interventions& interventions);

  /// Appends one or more tokens. Returns the decoder's output for them, [1, tokens, embed_dim], valid until the next
  /// call. A failed call appends nothing.
  const Tensor3& append(std::span<const std::int32_t> tokens);

  /// Restores the first tokens from x [1, tokens, embed_dim], their residual stream before a layer or after the last
  /// layer, which was computed elsewhere. Must be called for the layer at which append_from will begin, and for each
  /// later one.
  void restore(std::size_t layer, const Tensor3& x);

  /// Appends tokens, given x [1, tokens, embed_dim], their residual stream before a layer. The layers below are
  /// skipped, so that afterwards only append_from can be called.
  const Tensor3& append_from(std::size_t layer, const Tensor3& x);

  /// Next-token logits of the last `count` tokens of the last call of append, [1, count, vocabulary], valid until the
  /// next call.
  /// @throws std::invalid_argument if the last call appended fewer tokens
  const Tensor3& logits(std::size_t count = 1);

  std::size_t decoded() const { return decoded_; }

  /// Residual streams: the input of each block, then the output of the last block, each [decoded, embed_dim].
  const std::vector<RowBuffer>& residuals() const { return residuals_; }

 private:
  /// @throws std::invalid_argument if `layer` exceeds the number of layers
  void expect_layer(std::size_t layer) const;
  /// Runs the layers from this one on, starting with x_.
  const Tensor3& run_blocks(std::size_t layer);
  /// Saves the residual stream before a layer for the tokens from decoded_ on.
  void keep(std::size_t layer, const Tensor3& x);
  /// Scope for the steps of a layer, or for the steps outside the layers, of the tokens that are being appended.
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
