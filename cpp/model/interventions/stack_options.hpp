#pragma once

#include "../transformer.hpp"
#include "interventions.hpp"

namespace spotlight {

/// Options of all attention layers of one kind: encoder, decoder or cross.
LayerOptions options_of(const Transformer& model, const Interventions& interventions, Attention attention,
                        const AttentionSizes& sizes);

/// Attention options of the blocks in an encoder or decoder. Refers to the interventions.
class StackOptions {
 public:
  /// `sizes` are those of self-attention; `encoded` is the number of tokens in the encoder output.
  StackOptions(const Transformer& model, Interventions& interventions, Attention stack, const AttentionSizes& sizes,
               std::size_t encoded = 0);

  /// Options of a layer; they are valid as long as this object exists.
  BlockOptions of_layer(std::size_t layer) const;

 private:
  Interventions& interventions_;
  Attention stack_;
  LayerOptions self_, cross_;
};

}  // namespace spotlight
