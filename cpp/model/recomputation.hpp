// Recomputes parts of a run from its saved residual streams: a layer, the steps outside the layers, or only what a
// single step needs. The interventions' hook replaces and reads the steps.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "encoder.hpp"

namespace spotlight {

/// Request to read selected numbers of a step; their shape is [heads, rows, columns].
struct StepRequest {
  Place place;
  Step step;
  Selection selection;
  std::array<std::size_t, 3> shape;
};

/// Recomputes parts of one run, with the model and the data that all parts share.
struct Recomputation {
  const Transformer& model;
  Interventions& interventions;
  const Tensor3* encoder_output;  // [1, keys, embed_dim]; null in a model without an encoder

  /// Applies the interventions that replace x [batch, tokens, embed_dim], the residual stream before a layer. The
  /// entries of the batch may begin to differ there.
  void replace(Attention stack, std::size_t layer, Tensor3& x) const;

  /// Replaces x [batch, tokens, embed_dim], the residual stream before a layer, with the stream after it. If a position
  /// is given, computes only its token, [batch, 1, embed_dim].
  void layer(Attention stack, std::size_t layer, std::optional<std::size_t> position, Tensor3& x) const;

  /// Computes x [1, tokens, embed_dim], the residual stream before the first layer, from tokens.
  void embeddings(Attention stack, const TokenFeatures& tokens, Tensor3& x) const;

  /// Computes the output of the encoder or decoder from x [batch, tokens, embed_dim], the residual stream after its
  /// last layer, for tokens from `first` on.
  void output(Attention stack, std::size_t first, const Tensor3& x, Tensor3& output) const;

  /// Computes logits [batch, tokens, logits_dim] from x [batch, tokens, embed_dim], the residual stream after the
  /// model's last layer.
  void logits(Attention stack, std::size_t first, const Tensor3& x, Tensor3& logits) const;

  /// Reads selected numbers of a step, [heads, rows, columns], valid until the next call. A step of a layer is computed
  /// from x [1, tokens, embed_dim] before that layer; a step after the layers is computed from x after the last layer,
  /// for tokens from `first` on; a step before the layers is computed from `tokens`. Overwrites x.
  const Tensor3& read(StepRequest request, const TokenFeatures& tokens, std::size_t first, Tensor3& x) const;

 private:
  StepScope scope(Attention stack, std::size_t first = 0) const {
    return {.probe = interventions.probe(stack), .first = first};
  }
};

}  // namespace spotlight
