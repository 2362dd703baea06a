// Parts of a run, computed again from the residual streams that it keeps: a layer, the steps before and after the
// layers, and what is needed for a single step. A hook of the interventions replaces and reads steps as they pass.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "encoder.hpp"

namespace spotlight {

/// Numbers of a step to read: a selection of this shape, [heads, rows, columns].
struct StepRequest {
  Place place;
  Step step;
  Selection selection;
  std::array<std::size_t, 3> shape;
};

/// A model, and what stays the same in all parts of a run.
struct Recomputation {
  const Transformer& model;
  Interventions& interventions;
  const Tensor3* encoder_output;  // [1, keys, embed_dim]; null in a model without an encoder

  /// x [batch, tokens, embed_dim] before a layer, with the replacements of it: a batch may begin there.
  void replace(Attention stack, std::size_t layer, Tensor3& x) const;

  /// x [batch, tokens, embed_dim] before a layer → after it; with a position that of this token alone,
  /// [batch, 1, embed_dim].
  void layer(Attention stack, std::size_t layer, std::optional<std::size_t> position, Tensor3& x) const;

  /// Tokens → x [1, tokens, embed_dim] before the first layer.
  void embeddings(Attention stack, const TokenFeatures& tokens, Tensor3& x) const;

  /// x [batch, tokens, embed_dim] after the last layer, of the tokens from `first` on → the stack's output, as large.
  void output(Attention stack, std::size_t first, const Tensor3& x, Tensor3& output) const;

  /// The output of the last stack, of its residual stream, → logits [batch, tokens, logits_dim].
  void logits(Attention stack, std::size_t first, const Tensor3& x, Tensor3& logits) const;

  /// Reads numbers of a step, [heads, rows, columns]; valid until the next call. A step of a layer is computed from x
  /// [1, tokens, embed_dim] before that layer, one after the layers from x after the last, of the tokens from `first`
  /// on, and one before them from the stack's tokens. Overwrites x.
  const Tensor3& read(StepRequest request, const TokenFeatures& tokens, std::size_t first, Tensor3& x) const;

 private:
  StepScope scope(Attention stack, std::size_t first = 0) const {
    return {.probe = interventions.probe(stack), .first = first};
  }
};

}  // namespace spotlight
