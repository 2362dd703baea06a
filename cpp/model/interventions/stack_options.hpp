#pragma once

#include "../transformer.hpp"
#include "interventions.hpp"

namespace spotlight {

/// Attention options of all layers of a model, for one kind of attention (encoder, decoder or cross), with the
/// interventions applied.
LayerOptions options_of(const Transformer& model, const Interventions& interventions, Attention attention,
                        const AttentionSizes& sizes);

/// Self-attention and cross-attention options of all blocks in an encoder or decoder, with the interventions applied.
/// The object refers to the interventions, which must outlive it.
class StackOptions {
 public:
  /// Creates the options for self-attention of the given `sizes`, and for cross-attention to an encoder output of
  /// `encoded` tokens.
  StackOptions(const Transformer& model, Interventions& interventions, Attention stack, const AttentionSizes& sizes,
               std::size_t encoded = 0);

  /// Attention options of a block; they are valid as long as this object exists.
  BlockOptions of_layer(std::size_t layer) const;

 private:
  Interventions& interventions_;
  Attention stack_;
  LayerOptions self_, cross_;
};

}  // namespace spotlight
