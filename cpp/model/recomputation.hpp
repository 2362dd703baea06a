// Parts of a run, computed again from the residual streams that it keeps: a layer, and the steps before and after the
// layers. A hook of the interventions replaces and reads steps as they pass.
#pragma once

#include <cstddef>
#include <optional>

#include "encoder.hpp"

namespace spotlight {

/// A model, and what stays the same in all parts of a run.
struct Recomputation {
  const Transformer& model;
  Interventions& interventions;
  const Tensor3* encoder_output;  // [1, keys, embed_dim]; null in a model without an encoder

  /// The options of an attention in each layer, with the interventions, for queries from the position `first` on.
  LayerOptions options(Attention attention, std::size_t first, std::size_t queries, std::size_t keys) const;

  /// x [batch, tokens, embed_dim] before a layer → after it; with a position that of this token alone,
  /// [batch, 1, embed_dim].
  void layer(Attention stack, std::size_t layer, std::optional<std::size_t> position, Tensor3& x) const;

  /// Tokens → x [1, tokens, embed_dim] before the first layer.
  void embeddings(Attention stack, const TokenFeatures& tokens, Tensor3& x) const;

  /// x [batch, tokens, embed_dim] after the last layer, of the tokens from `first` on → the stack's output, as large.
  void output(Attention stack, std::size_t first, const Tensor3& x, Tensor3& output) const;

  /// The output of the last stack, [batch, tokens, embed_dim], of the tokens from `first` on → logits
  /// [batch, tokens, logits_dim].
  void logits(Attention stack, std::size_t first, const Tensor3& output, Tensor3& logits) const;

 private:
  StepScope scope(Attention stack, std::size_t first = 0) const {
    return {.probe = interventions.probe(stack), .first = first};
  }
};

}  // namespace spotlight
