// Recomputes parts of a model's run from its saved residual streams: a layer, the intermediate results (steps) outside
// the layers, or only what a single step requires. The interventions' hook replaces and reads steps.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "encoder.hpp"

namespace spotlight {

/// Request to read selected numbers of an intermediate result (step), in the shape [heads, rows, columns].
struct StepRequest {
  Place place;
  Step step;
  Selection selection;
  std::array<std::size_t, 3> shape;
};

/// Recomputation of parts of one run; its members are the data that all parts share.
struct Recomputation {
  const Transformer& model;
  Interventions& interventions;
  const Tensor3* encoder_output;  // [1, keys, embed_dim]; null in a model without an encoder

  /// Applies the interventions that replace x [batch, tokens, embed_dim], the residual stream before layer `layer`. If
  /// they differ between batch entries, a batch of one is expanded here.
  void replace(Attention stack, std::size_t layer, Tensor3& x) const;

  /// Replaces x [batch, tokens, embed_dim], the residual stream before layer `layer`, with the residual stream after
  /// it. If `position` is given, x becomes the residual stream of this token only, [batch, 1, embed_dim].
  void layer(Attention stack, std::size_t layer, std::optional<std::size_t> position, Tensor3& x) const;

  /// Computes x [1, tokens, embed_dim], the residual stream before the first layer, from the input tokens.
  void embeddings(Attention stack, const TokenFeatures& tokens, Tensor3& x) const;

  /// Computes the output of the encoder or decoder from x [batch, tokens, embed_dim], the residual stream after its
  /// last layer; the first token is at position `first`.
  void output(Attention stack, std::size_t first, const Tensor3& x, Tensor3& output) const;

  /// Computes logits [batch, tokens, logits_dim] from x [batch, tokens, embed_dim], the residual stream after the
  /// model's last layer; the first token is at position `first`.
  void logits(Attention stack, std::size_t first, const Tensor3& x, Tensor3& logits) const;

  /// Returns selected numbers of an intermediate result (step), [heads, rows, columns], valid until the next call. A
  /// step inside a layer is computed from x [1, tokens, embed_dim], the residual stream before that layer; a step after
  /// the layers from x, the residual stream after the last layer, whose first token is at position `first`; a step
  /// before the layers from `tokens`. Overwrites x.
  const Tensor3& read(StepRequest request, const TokenFeatures& tokens, std::size_t first, Tensor3& x) const;

 private:
  StepScope scope(Attention stack, std::size_t first = 0) const {
    return {.probe = interventions.probe(stack), .first = first};
  }
};

}  // namespace spotlight
