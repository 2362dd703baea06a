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

  /// The residual stream before the first layer, and the steps that lead to it.
  void embeddings(Attention stack, const TokenFeatures& tokens) const;

  /// x [batch, tokens, embed_dim] after the last layer, of the tokens from `first` on → logits
  /// [batch, tokens, logits_dim], if `last` is a step of theirs; otherwise only the steps of the final norm.
  void finish(Attention stack, Step last, std::size_t first, const Tensor3& x, Tensor3& logits) const;
};

}  // namespace spotlight
