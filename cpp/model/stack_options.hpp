// Attention options of a model's layers, including the interventions of a run.
#pragma once

#include "interventions.hpp"
#include "transformer.hpp"

namespace spotlight {

/// Options of a model's attentions of one kind.
LayerOptions options_of(const Transformer& model, const Interventions& interventions, Attention attention,
                        const AttentionSizes& sizes);

/// Options of the attentions in a stack's blocks. Refers to the interventions.
class StackOptions {
 public:
  /// `sizes` are those of self-attention; `encoded` is the number of tokens in the encoder output.
  StackOptions(const Transformer& model, Interventions& interventions, Attention stack, const AttentionSizes& sizes,
               std::size_t encoded = 0);

  /// Options of a layer, valid for the lifetime of this object.
  BlockOptions of_layer(std::size_t layer) const;

 private:
  Interventions& interventions_;
  Attention stack_;
  LayerOptions self_, cross_;
};

}  // namespace spotlight
