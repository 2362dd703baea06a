// Recomputes parts of a model's run from its residual streams, as a batch if interventions make its entries differ.
#pragma once

#include <optional>

#include "../../model/interventions/stack_options.hpp"
#include "../../model/recomputation.hpp"
#include "../multihead_session.hpp"
#include "step_session.hpp"

namespace spotlight::bindings {

class RecomputationSession {
 public:
  using Name = TransformerTensor;

  RecomputationSession(TransformerMemory& memory, StepSession& steps) : memory_(memory), steps_(steps) {}

  /// Computes the residual stream before the first layer from the source tokens (encoder) or the target tokens
  /// (decoder).
  void embed(Attention stack) {
    recomputation().embeddings(stack, memory_.tokens_of(stack), memory_.residual);
    set_residual();
  }
  /// Applies the interventions that replace the residual stream before layer `layer`. If they differ between batch
  /// entries, a batch of one is expanded here.
  void replace_residual(Attention stack, std::size_t layer) {
    recomputation().replace(stack, layer, memory_.residual);
    set_residual();
  }
  /// Computes the residual stream after layer `layer` from that before it.
  void forward_layer(Attention stack, std::size_t layer) { forward(stack, layer, std::nullopt); }
  /// Computes one token's residual stream after layer `layer` from the residual stream of all tokens before the layer.
  void forward_token(Attention stack, std::size_t layer, std::size_t position) { forward(stack, layer, position); }
  /// Computes the output of a stack, encoder or decoder, from its residual stream after the last layer.
  void forward_output(Attention stack) {
    recomputation().output(stack, 0, memory_.residual, output_);
    memory_.tensors.set(Name::output, output_);
  }
  /// Computes the logits from the residual stream after the last layer, whose first token is at position `first`.
  void forward_logits(Attention stack, std::size_t first) {
    recomputation().logits(stack, first, memory_.residual, logits_);
    memory_.tensors.set(Name::logits, logits_);
  }

  /// Computes the selected intermediate result (step) and copies the selected part of its numbers, [heads, rows,
  /// columns]. A step inside a layer is computed from the residual stream before the layer; a step after the layers
  /// from the residual stream after the last layer, whose first token is at position `first`; a step before the layers
  /// from the source tokens (encoder) or the target tokens (decoder).
  void read(std::size_t first, std::size_t heads, std::size_t rows, std::size_t columns) {
    const SelectedStep& selected = steps_.selected();
    const Tensor3& numbers = recomputation().read({.place = selected.place,
                                                   .step = selected.step,
                                                   .selection = steps_.take_selection(),
                                                   .shape = {heads, rows, columns}},
                                                  memory_.tokens_of(selected.place.attention), first, memory_.residual);
    memory_.tensors.set(Name::activation, numbers);
  }

  std::uintptr_t attention_tensors() const { return attention_.tensors.address(); }
  /// Allocates the inputs of an attention layer, queries and keys. The web side writes them.
  void resize_attention(std::size_t queries, std::size_t keys, bool key_is_query) {
    attention_.resize(1, queries, keys, memory_.model.description.embed_dim, key_is_query, true);
  }
  /// Computes an attention layer of the model step by step, with all intermediate results, from the inputs that the web
  /// side has written; the first query is at position `first`.
  Fault trace(Attention attention, std::size_t layer, std::size_t first) {
    const AttentionSizes sizes = {
        .first = first, .queries = attention_.query.shape(1), .keys = attention_.key->shape(1)};
    const LayerOptions options = options_of(memory_.model, memory_.interventions, attention, sizes);
    return attention_.compute_trace(memory_.model.attention_weights(attention, layer),
                                    options.of_layer(layer, memory_.interventions.probe(attention, layer)), first);
  }

  void release() {
    attention_.release();
    spotlight::release(output_);
    spotlight::release(logits_);
  }

 private:
  Recomputation recomputation() {
    return {.model = memory_.model, .interventions = memory_.interventions, .encoder_output = memory_.encoder_output()};
  }
  void forward(Attention stack, std::size_t layer, std::optional<std::size_t> position) {
    recomputation().layer(stack, layer, position, memory_.residual);
    set_residual();
  }
  void set_residual() { memory_.tensors.set(Name::residual, memory_.residual); }

  TransformerMemory& memory_;
  StepSession& steps_;
  MultiheadMemory attention_;
  Tensor3 output_;  // [batch, tokens, embed_dim]
  Tensor3 logits_;  // [batch, tokens, vocabulary]
};

}  // namespace spotlight::bindings
