#include "stack.hpp"

#include <cmath>

#include "../model/embedding.hpp"

namespace spotlight::training {
namespace {

/// Declares parameters in the order that their products need: the rows of keys and values, and those of a layer and its
/// gate, follow each other.
class Declaration {
 public:
  Declaration(const StackDescription& description, std::size_t embed_dim, Parameters& parameters, std::size_t& places)
      : description_(description), embed_dim_(embed_dim), parameters_(parameters), places_(places) {}

  NormLayer norm(const std::string& name) {
    NormLayer norm = {.kind = description_.norm, .epsilon = description_.epsilon, .weight = {}, .bias = {}};
    norm.weight = parameters_.add_vector(name + ".weight", embed_dim_);
    if (norm.kind == Norm::Kind::layer) norm.bias = parameters_.add_vector(name + ".bias", embed_dim_);
    return norm;
  }

  AttentionLayer attention(const std::string& name, bool is_causal) {
    AttentionLayer layer;
    layer.norm = norm(name + "_norm");
    layer.query = linear(name + ".query", embed_dim_, embed_dim_);
    layer.key_value = pair(name + ".key", name + ".value", embed_dim_, embed_dim_);
    layer.output = linear(name + ".output", embed_dim_, embed_dim_);
    layer.heads = description_.num_heads;
    const float default_scale = 1.0F / std::sqrt(static_cast<float>(description_.head_dim));
    layer.scale = description_.scale != 0.0F ? description_.scale : default_scale;
    layer.is_causal = is_causal;
    layer.dropout_place = places_;
    places_ += 2;
    return layer;
  }

  FeedForwardLayer feed_forward(const std::string& name) {
    const std::size_t hidden = description_.feedforward_dim;
    FeedForwardLayer layer;
    layer.norm = norm(name + "_norm");
    layer.linear1 = description_.is_gated ? pair(name + ".linear1", name + ".gate", hidden, embed_dim_)
                                          : linear(name + ".linear1", hidden, embed_dim_);
    layer.linear2 = linear(name + ".linear2", embed_dim_, hidden);
    layer.activation = description_.activation;
    layer.is_gated = description_.is_gated;
    layer.dropout_place = places_++;
    return layer;
  }

 private:
  LinearLayer linear(const std::string& name, std::size_t out, std::size_t in) {
    LinearLayer layer;
    layer.weight = parameters_.add_matrix(name + ".weight", out, in);
    layer.bias = parameters_.add_vector(name + ".bias", out);
    return layer;
  }
  /// Two layers of the same input, computed as one.
  LinearLayer pair(const std::string& first, const std::string& second, std::size_t out, std::size_t in) {
    LinearLayer layer;
    layer.weight = with_next_matrix(parameters_.add_matrix(first + ".weight", out, in));
    parameters_.add_matrix(second + ".weight", out, in);
    layer.bias = with_next_vector(parameters_.add_vector(first + ".bias", out));
    parameters_.add_vector(second + ".bias", out);
    return layer;
  }

  const StackDescription& description_;
  std::size_t embed_dim_;
  Parameters& parameters_;
  std::size_t& places_;
};

/// The residual stream after the self-attention, and after the cross-attention where there is one.
const Matrix& before_feed_forward(const BlockLayers& layers, const BlockActivations& block) {
  return layers.cross ? block.after_cross : block.after_self;
}

const RotaryTable* rotary_of(const StackLayers& stack) { return stack.rotary ? &*stack.rotary : nullptr; }

}  // namespace

StackLayers make_stack(const std::string& name, const StackDescription& description, std::size_t embed_dim,
                       bool is_causal, Parameters& parameters, std::size_t& places) {
  StackLayers stack;
  stack.embedding.tokens = parameters.add_matrix(name + ".tokens.weight", description.vocabulary, embed_dim);
  stack.embedding.scale = description.embedding_scale;
  if (description.positions == Positions::learned) {
    stack.embedding.positions = parameters.add_matrix(name + ".positions.weight", description.max_positions, embed_dim);
  } else if (description.positions == Positions::sinusoids) {
    allocate(stack.embedding.sinusoids, "the positions", {description.max_positions, embed_dim});
    stack.embedding.sinusoids.fill(0.0F);
    add_sinusoidal_positions(matrix(stack.embedding.sinusoids));
  } else if (description.positions == Positions::rotary_halves) {
    stack.rotary = make_rotary_table(description.max_positions, description.head_dim, description.theta);
  }
  Declaration declaration(description, embed_dim, parameters, places);
  for (std::size_t l = 0; l < description.layers; ++l) {
    const std::string block = name + "." + std::to_string(l) + ".";
    BlockLayers& layers = stack.blocks.emplace_back();
    layers.self = declaration.attention(block + "self_attention", is_causal);
    if (description.has_cross_attention) layers.cross = declaration.attention(block + "cross_attention", false);
    if (description.feedforward_dim > 0) layers.feed_forward = declaration.feed_forward(block + "feed_forward");
  }
  stack.final_norm = declaration.norm(name + ".final_norm");
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
  const std::size_t embed_dim = stack.embedding.tokens.columns;
  const std::array<std::size_t, 2> shape = {input.ids.size(), embed_dim};
  activations.blocks.resize(stack.blocks.size());
  const auto input_of = [&](std::size_t l) -> Matrix& {
    return l < stack.blocks.size() ? activations.blocks[l].input : activations.last;
  };
  const BatchSizes self = {.batch = input.batch, .queries = input.seq_len, .keys = input.seq_len};
  const BatchSizes cross = {.batch = input.batch, .queries = input.seq_len, .keys = input.source_len};

  allocate(input_of(0), "the embeddings", shape);
  embedding_forward(parameters, stack.embedding, input.ids, input.seq_len, matrix(input_of(0)));
  for (std::size_t l = 0; l < stack.blocks.size(); ++l) {
    const BlockLayers& layers = stack.blocks[l];
    BlockActivations& block = activations.blocks[l];
    Matrix& next = input_of(l + 1);
    const bool ends_with_self = !layers.cross && !layers.feed_forward;
    attention_sublayer_forward(parameters, layers.self, self, rotary_of(stack), dropout, block.input, nullptr,
                               activations.self_scratch, block.self, ends_with_self ? next : block.after_self);
    if (layers.cross) {
      attention_sublayer_forward(parameters, *layers.cross, cross, nullptr, dropout, block.after_self, input.source,
                                 activations.cross_scratch, block.cross,
                                 layers.feed_forward ? block.after_cross : next);
    }
    if (layers.feed_forward) {
      feed_forward_sublayer_forward(parameters, *layers.feed_forward, dropout, before_feed_forward(layers, block),
                                    block.feed_forward, next);
    }
  }
  for (Vector* each : {&activations.statistics.mean, &activations.statistics.inverse}) {
    allocate(*each, "the final norm", {shape[0]});
  }
  allocate(activations.output, "the output of a stack", shape);
  norm_forward(parameters, stack.final_norm, matrix(std::as_const(activations.last)), activations.statistics,
               matrix(activations.output));
}

void stack_backward(Parameters& parameters, const StackLayers& stack, const StackInput& input, const Dropout& dropout,
                    StackActivations& activations, StackGradients& gradients, Matrix* source_gradient) {
  const BatchSizes self = {.batch = input.batch, .queries = input.seq_len, .keys = input.seq_len};
  const BatchSizes cross = {.batch = input.batch, .queries = input.seq_len, .keys = input.source_len};
  Matrix& residual = gradients.residual;
  allocate(residual, "the gradients of a training step", activations.last.shape());
  residual.fill(0.0F);
  norm_backward(parameters, stack.final_norm, matrix(std::as_const(activations.last)), activations.statistics,
                matrix(gradients.output), matrix(residual));
  for (std::size_t l = stack.blocks.size(); l-- > 0;) {
    const BlockLayers& layers = stack.blocks[l];
    const BlockActivations& block = activations.blocks[l];
    if (layers.feed_forward) {
      feed_forward_sublayer_backward(parameters, *layers.feed_forward, dropout, before_feed_forward(layers, block),
                                     block.feed_forward, gradients.feed_forward, residual);
    }
    if (layers.cross) {
      attention_sublayer_backward(parameters, *layers.cross, cross, nullptr, dropout, block.after_self, input.source,
                                  activations.cross_scratch, block.cross, gradients.cross, residual, source_gradient);
    }
    attention_sublayer_backward(parameters, layers.self, self, rotary_of(stack), dropout, block.input, nullptr,
                                activations.self_scratch, block.self, gradients.self, residual, nullptr);
  }
  embedding_backward(parameters, stack.embedding, input.ids, input.seq_len, matrix(std::as_const(residual)));
}

}  // namespace spotlight::training
