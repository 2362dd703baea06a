#include "stack.hpp"

#include <limits>

#include "../attention/options.hpp"
#include "../core/arguments.hpp"
#include "../layers/rotary.hpp"

namespace spotlight::training {
namespace {

AttentionLayer make_attention(const Parameters& parameters, const StackDescription& description,
                              const std::string& name, bool is_causal, std::size_t& places) {
  AttentionLayer layer;
  layer.norm = make_norm(parameters, description, name + "_norm");
  layer.query = make_linear(parameters, name + ".query");
  layer.key_value = make_linear_pair(parameters, name + ".key", name + ".value");
  layer.output = make_linear(parameters, name + ".output");
  layer.heads = description.num_heads;
  layer.scale = description.scale != 0.0F ? description.scale : default_scale(description.head_dim);
  layer.is_causal = is_causal;
  layer.dropout_place = places;
  places += 2;
  return layer;
}

FeedForwardLayer make_feed_forward(const Parameters& parameters, const StackDescription& description,
                                   const std::string& name, std::size_t& places) {
  FeedForwardLayer layer;
  layer.norm = make_norm(parameters, description, name + "_norm");
  layer.linear1 = description.is_gated ? make_linear_pair(parameters, name + ".linear1", name + ".up")
                                       : make_linear(parameters, name + ".linear1");
  layer.linear2 = make_linear(parameters, name + ".linear2");
  layer.activation = description.activation;
  layer.is_gated = description.is_gated;
  layer.dropout_place = places++;
  return layer;
}

/// Computes the cosines and sines of rotary position embedding for all positions.
void set_rotation(const StackDescription& description, Tensor3& rotation) {
  Rotary rotary;
  set_rotary_frequencies(description.head_dim, description.theta, rotary);
  rotation_of(rotary, 0, description.max_positions, rotation);
}

/// Residual stream after the last attention layer of a block, the input of its feed-forward sublayer.
const Matrix& before_feed_forward(const BlockLayers& layers, const BlockActivations& block) {
  return layers.cross ? block.after_cross : block.after_self;
}

AttentionSublayer self_attention(const StackLayers& stack, std::size_t l, const StackInput& input,
                                 const Dropout& dropout, StackActivations& activations) {
  return {.layer = stack.blocks[l].self,
          .sizes = {.batch = input.batch, .queries = input.seq_len, .keys = input.seq_len},
          .rotation = stack.rotation.size() > 0 ? &stack.rotation : nullptr,
          .dropout = dropout,
          .x = activations.blocks[l].input,
          .source = nullptr,
          .scratch = activations.self_scratch};
}

AttentionSublayer cross_attention(const AttentionLayer& layer, std::size_t l, const StackInput& input,
                                  const Dropout& dropout, StackActivations& activations) {
  return {.layer = layer,
          .sizes = {.batch = input.batch, .queries = input.seq_len, .keys = input.source_len},
          .rotation = nullptr,
          .dropout = dropout,
          .x = activations.blocks[l].after_self,
          .source = input.source,
          .scratch = activations.cross_scratch};
}

}  // namespace

StackLayers make_stack(const std::string& name, const StackDescription& description, bool is_causal,
                       const Parameters& parameters, std::size_t& places) {
  StackLayers stack;
  stack.embedding = make_embedding(parameters, description, name);
  stack.max_tokens =
      description.positions == Positions::none ? std::numeric_limits<std::size_t>::max() : description.max_positions;
  if (description.positions == Positions::rotary_halves) set_rotation(description, stack.rotation);
  for (std::size_t l = 0; l < description.layers; ++l) {
    const std::string block = name + "." + std::to_string(l) + ".";
    BlockLayers& layers = stack.blocks.emplace_back();
    layers.self = make_attention(parameters, description, block + "self_attention", is_causal, places);
    if (description.has_cross_attention) {
      layers.cross = make_attention(parameters, description, block + "cross_attention", false, places);
    }
    if (description.has_feed_forward()) {
      layers.feed_forward = make_feed_forward(parameters, description, block + "feed_forward", places);
    }
  }
  stack.final_norm = make_norm(parameters, description, name + ".final_norm");
  return stack;
}

void pack_weights(const Parameters& parameters, StackLayers& stack) {
  const auto pack_attention = [&](AttentionLayer& layer) {
    for (LinearLayer* linear : {&layer.query, &layer.key_value, &layer.output}) pack_weights(parameters, *linear);
  };
  for (BlockLayers& block : stack.blocks) {
    pack_attention(block.self);
    if (block.cross) pack_attention(*block.cross);
    if (!block.feed_forward) continue;
    for (LinearLayer* linear : {&block.feed_forward->linear1, &block.feed_forward->linear2}) {
      pack_weights(parameters, *linear);
    }
  }
}

void stack_forward(const Parameters& parameters, const StackLayers& stack, const StackInput& input,
                   const Dropout& dropout, StackActivations& activations) {
  if (input.seq_len > stack.max_tokens) refuse_argument("fewer positions are there than", "tokens");
  memory::allocate(activations.blocks, "the activations of a training step", {stack.blocks.size()});
  const auto input_of = [&](std::size_t l) -> Matrix& {
    return l < stack.blocks.size() ? activations.blocks[l].input : activations.last;
  };

  forward(parameters, stack.embedding, input.ids, input.seq_len, input_of(0));
  for (std::size_t l = 0; l < stack.blocks.size(); ++l) {
    const BlockLayers& layers = stack.blocks[l];
    BlockActivations& block = activations.blocks[l];
    Matrix& next = input_of(l + 1);
    const bool ends_with_self = !layers.cross && !layers.feed_forward;
    attention_sublayer_forward(parameters, self_attention(stack, l, input, dropout, activations), block.self,
                               ends_with_self ? next : block.after_self);
    if (layers.cross) {
      attention_sublayer_forward(parameters, cross_attention(*layers.cross, l, input, dropout, activations),
                                 block.cross, layers.feed_forward ? block.after_cross : next);
    }
    if (layers.feed_forward) {
      feed_forward_sublayer_forward(parameters, *layers.feed_forward, dropout, before_feed_forward(layers, block),
                                    block.feed_forward, next);
    }
  }
  forward(parameters, stack.final_norm, activations.last, activations.statistics, activations.output);
}

void stack_backward(Parameters& parameters, const StackLayers& stack, const StackInput& input, const Dropout& dropout,
                    StackActivations& activations, StackGradients& gradients, Matrix* source_gradient) {
  Matrix& residual = gradients.residual;
  allocate_zeros(residual, "the gradients of a training step", activations.last.shape());
  backward(parameters, stack.final_norm, activations.last, activations.statistics, gradients.output, residual);
  for (std::size_t l = stack.blocks.size(); l-- > 0;) {
    const BlockLayers& layers = stack.blocks[l];
    const BlockActivations& block = activations.blocks[l];
    if (layers.feed_forward) {
      feed_forward_sublayer_backward(parameters, *layers.feed_forward, dropout, before_feed_forward(layers, block),
                                     block.feed_forward, gradients.feed_forward, residual);
    }
    if (layers.cross) {
      attention_sublayer_backward(parameters, cross_attention(*layers.cross, l, input, dropout, activations),
                                  block.cross, gradients.cross, residual, source_gradient);
    }
    attention_sublayer_backward(parameters, self_attention(stack, l, input, dropout, activations), block.self,
                                gradients.self, residual, nullptr);
  }
  backward(parameters, stack.embedding, input.ids, input.seq_len, residual);
}

}  // namespace spotlight::training
