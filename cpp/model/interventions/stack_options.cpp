#include "stack_options.hpp"

namespace spotlight {

LayerOptions options_of(const Transformer& model, const Interventions& interventions, Attention attention,
                        const AttentionSizes& sizes) {
  AttentionOptions options;
  if (attention != Attention::cross) options = self_attention_options(model.stack(attention));
  options.mask.is_causal = attention == Attention::decoder;
  return {interventions.of(attention), options, sizes};
}

StackOptions::StackOptions(const Transformer& model, Interventions& interventions, Attention stack,
                           const AttentionSizes& sizes, std::size_t encoded)
    : interventions_(interventions),
      stack_(stack),
      self_(options_of(model, interventions, stack, sizes)),
      cross_(options_of(model, interventions, Attention::cross,
                        {.first = sizes.first, .queries = sizes.queries, .keys = encoded})) {}

BlockOptions StackOptions::of_layer(std::size_t layer) const {
  return {.self = self_.of_layer(layer, interventions_.probe(stack_, layer)),
          .cross = cross_.of_layer(layer, interventions_.probe(Attention::cross, layer))};
}

}  // namespace spotlight
