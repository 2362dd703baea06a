#include "transformer.hpp"

#include "../core/arguments.hpp"

namespace spotlight {
namespace {

void set_positions(const StackDescription& stack, bool is_local, Rotary& rotary) {
  const bool in_pairs = stack.positions == Positions::rotary_pairs;
  if (!in_pairs && stack.positions != Positions::rotary_halves) return;
  rotary.layout = in_pairs ? Rotary::Layout::pairs : Rotary::Layout::halves;
  if (is_local && stack.local_theta > 0.0) return set_rotary_frequencies(stack.rotary_dim, stack.local_theta, rotary);
  set_rotary_frequencies(stack.rotary_dim, stack.theta, rotary, stack.rotary_scaling);
}

Norm make_norm(const StackDescription& stack) {
  Norm norm;
  norm.kind = stack.norm;
  norm.epsilon = stack.epsilon;
  return norm;
}

void make_stack(const StackDescription& description, Stack& stack) {
  stack.embedding_norm = make_norm(description);
  stack.final_norm = make_norm(description);
  memory::reserve(stack.blocks, "the blocks", description.layers);
  for (std::size_t l = 0; l < description.layers; ++l) stack.blocks.push_back(make_block(description, l));
}

}  // namespace

AttentionOptions self_attention_options(const Stack& stack) {
  AttentionOptions options;
  if (stack.distance_bias.size() > 0) options.mask.distance_bias = &stack.distance_bias;
  return options;
}

Block make_block(const StackDescription& stack, std::size_t layer) {
  const bool is_local = layer < stack.local_layers.size() && stack.local_layers[layer] != 0;
  Block block;
  block.description = stack;
  block.feed_forward.activation = stack.activation;
  block.feed_forward.is_gated = stack.is_gated;
  for (Norm* norm : {&block.self_attention_norm, &block.self_attention_output_norm, &block.cross_attention_norm,
                     &block.feed_forward_norm, &block.feed_forward_output_norm}) {
    *norm = make_norm(stack);
  }
  for (MultiheadWeights* attention : {&block.self_attention, &block.cross_attention}) {
    attention->num_heads = stack.num_heads;
    attention->num_kv_heads = stack.num_kv_heads;
    if (stack.scale != 0.0F) attention->scale = stack.scale;
    for (Norm* norm : {&attention->query_norm, &attention->key_norm}) {
      norm->kind = Norm::Kind::rms;
      norm->epsilon = stack.epsilon;
    }
  }
  block.self_attention.softcap = stack.score_softcap;
  if (is_local) block.self_attention.window = stack.window;
  set_positions(stack, is_local, block.self_attention.rotary);
  return block;
}

Transformer::Transformer(const TransformerDescription& of) : description(of) {
#ifndef __wasm__  // the web side creates only valid descriptions; leaving out the check makes the download smaller
  if (const char* field = invalid_field(of)) refuse_argument("no Transformer has this", field);
#endif
  make_stack(of.encoder, encoder);
  make_stack(of.decoder, decoder);
  output_transform_norm = make_norm(of.last_stack());
}

}  // namespace spotlight
