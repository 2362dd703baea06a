// Recomputes parts of a run from its saved residual streams: a layer, the steps outside the layers, or only what a
// single step needs. The interventions' hook replaces and reads the steps.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "encoder.hpp"

namespace spotlight {

/// Request to read a step: a selection of its numbers, of shape [heads, rows, columns].
struct StepRequest {
  Place place;
  Step step;
  Selection selection;
  std::array<std::size_t, 3> shape;
};

/// A model, and the data that all parts of a run share.
struct Recomputation {
  const Transformer& model;
  Interventions& interventions;
  const Tensor3* encoder_output;  // [1, keys, embed_dim]; null in a model without an encoder

  /// Applies the replacements of x [batch, tokens, embed_dim], the residual stream before a layer. The entries of the
  /// batch may begin to differ there.
  void replace(Attention stack, std::size_t layer, Tensor3& x) const;

  /// x [batch, tokens, embed_dim] before a layer → after it. With a position, computes only this token,
  /// [batch, 1, embed_dim].
  void layer(Attention stack, std::size_t layer, std::optional<std::size_t> position, Tensor3& x) const;

  /// Tokens → x [1, tokens, embed_dim] before the first layer.
  void embeddings(Attention stack, const TokenFeatures& tokens, Tensor3& x) const;

  /// x [batch, tokens, embed_dim] after the last layer, for tokens from `first` on → the stack's output, of the same
  /// shape.
  void output(Attention stack, std::size_t first, const Tensor3& x, Tensor3& output) const;

  /// x [batch, tokens, embed_dim] after the last layer of the last stack → logits [batch, tokens, logits_dim].
  void logits(Attention stack, std::size_t first, const Tensor3& x, Tensor3& logits) const;

  /// Reads numbers of a step, [heads, rows, columns], valid until the next call. A step of a layer is computed from x
  /// [1, tokens, embed_dim] before that layer; a step after the layers is computed from x after the last layer, for
  /// tokens from `first` on; a step before the layers is computed from the stack's tokens. Overwrites x.
  const Tensor3& read(StepRequest request, const TokenFeatures& tokens, std::size_t first, Tensor3& x) const;

 private:
  StepScope scope(Attention stack, std::size_t first = 0) const {
    return {.probe = interventions.probe(stack), .first = first};
  }
};

}  // namespace spotlight
