// Encoder or decoder in training: embedding, blocks, final norm.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../model/description.hpp"
#include "sublayers.hpp"

namespace spotlight::training {

struct BlockLayers {
  AttentionLayer self;
  std::optional<AttentionLayer> cross;
  std::optional<FeedForwardLayer> feed_forward;
};

struct StackLayers {
  EmbeddingLayer embedding;
  std::size_t max_tokens = 0;  // maximum number of tokens per sequence
  Tensor3 rotation;            // [2, max_positions, head_dim / 2], if positions are rotary
  std::vector<BlockLayers> blocks;
  NormLayer final_norm;
};

struct BlockActivations {
  Matrix input, after_self, after_cross;  // residual stream before each sublayer, [rows, embed_dim]
  AttentionActivations self, cross;
  FeedForwardActivations feed_forward;
};

/// Results of the forward pass of an encoder or decoder, and the working memory of its attention layers in both passes.
struct StackActivations {
  std::vector<BlockActivations> blocks;
  Matrix last;  // residual stream after the last block, [rows, embed_dim]
  NormStatistics statistics;
  Matrix output;  // [rows, embed_dim]
  // Working memory of self-attention and of cross-attention. It is separate because their sizes differ.
  BatchedScratch self_scratch, cross_scratch;
};

struct StackGradients {
  Matrix output;    // gradient of the stack's output, [rows, embed_dim]; overwritten
  Matrix residual;  // [rows, embed_dim]
  AttentionSublayerGradients self, cross;
  FeedForwardGradients feed_forward;
};

/// Input of an encoder or decoder: token ids [batch · seq_len], and for cross-attention the encoder output `source`
/// [batch · source_len, embed_dim].
struct StackInput {
  std::span<const std::int32_t> ids;
  std::size_t batch, seq_len;
  const Matrix* source = nullptr;
  std::size_t source_len = 0;
};

/// Creates the layers of an encoder or decoder whose parameter names begin with `name`. `places` is the number of
/// places where dropout applies, to which those of the new layers are added.
StackLayers make_stack(const std::string& name, const StackDescription& description, bool is_causal,
                       const Parameters& parameters, std::size_t& places);

void pack_weights(const Parameters& parameters, StackLayers& stack);

void stack_forward(const Parameters& parameters, const StackLayers& stack, const StackInput& input,
                   const Dropout& dropout, StackActivations& activations);

/// Backward pass of an encoder or decoder: adds to the gradients of all parameters, given the gradient of the output in
/// gradients.output. The gradient of the encoder output is added to source_gradient [batch · source_len, embed_dim].
void stack_backward(Parameters& parameters, const StackLayers& stack, const StackInput& input, const Dropout& dropout,
                    StackActivations& activations, StackGradients& gradients, Matrix* source_gradient);

}  // namespace spotlight::training
