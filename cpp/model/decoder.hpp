#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "input.hpp"
#include "interventions/interventions.hpp"

namespace spotlight {

/// Cross-attention keys and values of the encoder output, one cache per layer.
using CrossCaches = std::vector<CrossCache>;

/// Computes the cross-attention keys and values of each layer from encoder_output [1, keys, embed_dim], which is null
/// for a model without an encoder.
CrossCaches cross_caches(const Transformer& model, const Tensor3* encoder_output, Interventions& interventions);

/// Autoregressive decoding with a KV cache. A decoder refers to the model, the caches of the encoder output and the
/// interventions, which must outlive it. A copy shares the encoder output and continues independently from the same
/// tokens, for example as another hypothesis in a beam search.
class Decoder {
 public:
  Decoder(const Transformer& model, const CrossCaches& cross, Interventions& interventions);

  /// Appends one or more tokens to the sequence. Returns the decoder's output for them, [1, tokens, embed_dim], valid
  /// until the next call. A failed call appends nothing.
  const Tensor3& append(std::span<const std::int32_t> tokens);

  /// Restores the sequence's first tokens from x [1, tokens, embed_dim], their residual stream before layer `layer` or
  /// after the last layer, which was computed elsewhere. Must be called for the layer at which append_from will begin,
  /// and for each later one.
  void restore(std::size_t layer, const Tensor3& x);

  /// Appends tokens to the sequence, given x [1, tokens, embed_dim], their residual stream before layer `layer`. The
  /// layers below are skipped, so that afterwards only append_from can be called.
  const Tensor3& append_from(std::size_t layer, const Tensor3& x);

  /// Next-token logits of the last `count` tokens of the last call of append, [1, count, vocabulary], valid until the
  /// next call.
  /// @throws std::invalid_argument if the last call appended fewer tokens
  const Tensor3& logits(std::size_t count = 1);

  std::size_t decoded() const { return decoded_; }

  /// Residual streams of the sequence: the input of each block, then the output of the last block, each [decoded,
  /// embed_dim].
  const std::vector<RowBuffer>& residuals() const { return residuals_; }

 private:
  /// Checks the index of a layer; the number of layers, which stands for the end of the stack, is allowed.
  /// @throws std::invalid_argument if `layer` exceeds the number of layers
  void expect_layer(std::size_t layer) const;
  /// Runs the blocks from layer `layer` on and the final norm, beginning with the residual stream x_.
  const Tensor3& run_blocks(std::size_t layer);
  /// Saves the residual stream x before layer `layer` for the tokens from decoded_ on.
  void keep(std::size_t layer, const Tensor3& x);
  /// Scope in which the intermediate results for the tokens being appended are reported: those of a layer, or those
  /// outside the layers.
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
