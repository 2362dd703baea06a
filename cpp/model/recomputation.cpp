#include "recomputation.hpp"

#include "output.hpp"

namespace spotlight {

LayerOptions Recomputation::options(Attention attention, std::size_t first, std::size_t queries,
                                    std::size_t keys) const {
  AttentionOptions own;
  if (attention != Attention::cross) own = self_attention_options(model.stack(attention));
  own.mask.is_causal = attention == Attention::decoder;
  return {interventions.of(attention), own, first, queries, keys};
}

void Recomputation::layer(Attention stack, std::size_t layer, std::optional<std::size_t> position, Tensor3& x) const {
  const std::size_t keys = x.shape(1);
  const std::size_t first = position.value_or(0);
  const std::size_t queries = position ? 1 : keys;
  const LayerOptions self = options(stack, first, queries, keys);
  const LayerOptions cross = options(Attention::cross, first, queries, encoder_output ? encoder_output->shape(1) : 0);
  BlockScratch scratch;
  block_forward(model.stack(stack).blocks[layer], encoder_output,
                {.self = self.of_layer(layer, interventions.probe(stack, layer)),
                 .cross = cross.of_layer(layer, interventions.probe(Attention::cross, layer))},
                scratch, x, position);
}

void Recomputation::embeddings(Attention stack, const TokenFeatures& tokens, Tensor3& x) const {
  embed_tokens(model.description.stack(stack), model.stack(stack), tokens, scope(stack), x);
}

void Recomputation::output(Attention stack, std::size_t first, const Tensor3& x, Tensor3& output) const {
  finish_stack(model.description.stack(stack), model.stack(stack), scope(stack, first), x, output);
}

void Recomputation::logits(Attention stack, std::size_t first, const Tensor3& output, Tensor3& logits) const {
  project_logits(model, scope(stack, first), output, logits);
}

}  // namespace spotlight
