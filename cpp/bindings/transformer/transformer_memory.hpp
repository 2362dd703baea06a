// Weights of a Transformer, and the tensors and interventions that its sessions share.
#pragma once

#include <cstdint>

#include "../../model/encoder.hpp"
#include "../parameter_set.hpp"
#include "../tensor_table.hpp"

namespace spotlight::bindings {

enum class TransformerTensor : std::uint8_t {
  feature_rows,     // int32 [features]
  feature_weights,  // [features]
  feature_offsets,  // int32 [tokens + 1]
  token_types,      // int32 [tokens], or size 0
  token_positions,  // int32 [tokens], or size 0
  patches,          // [patches, patch_dim]
  target,           // tokens to append to a hypothesis, int32 [tokens]
  encoder_output,   // [batch, tokens, embed_dim]
  output,           // output of the appended tokens, [tokens, embed_dim], or of a stack, [batch, tokens, embed_dim]
  logits,           // [batch, tokens, vocabulary]
  residual,         // input of the computed layer, [batch, tokens, embed_dim]
  blocked_keys,     // keys that an intervention blocks, int32 [keys]
  blocked_pairs,    // query and key of each blocked pair, int32 [pairs, 2]
  selected_heads,   // heads of a replacement or of the step to read, int32 [heads]; size 0: all
  selected_rows,    // selected rows, int32 [rows]; size 0: all
  selected_keys,    // selected keys, int32 [keys]; size 0: all
  replacement,      // values of a replacement, [heads, rows, columns]
  activation,       // numbers of the step that was read, [heads, rows, columns]
  count,
};

struct TransformerMemory {
  using Name = TransformerTensor;

  explicit TransformerMemory(const TransformerDescription& description)
      : model(description), parameters(parameters_of(model)) {}

  // The following resize functions allocate inputs of the model, which the web side then writes.

  void resize_features(std::size_t count, std::size_t features, bool has_types, bool has_positions) {
    tensors.allocate(Name::feature_offsets, tokens.offsets, "text", {count + 1});
    tensors.allocate(Name::feature_rows, tokens.rows, "text", {features});
    tensors.allocate(Name::feature_weights, tokens.weights, "text", {features});
    tensors.allocate(Name::token_types, tokens.types, "text", {has_types ? count : 0});
    tensors.allocate(Name::token_positions, tokens.positions, "text", {has_positions ? count : 0});
  }
  void resize_patches(std::size_t patches) {
    tensors.allocate(Name::patches, tokens.patches, "the patches", {1, patches, model.description.encoder.patch_dim});
  }
  void resize_target(std::size_t count) {
    target = allocate_tokens(count);
    tensors.set(Name::target, target.rows);
  }
  /// Allocates the encoder output that the decoder attends to. The web side may write it instead of calling encode().
  void resize_encoder_output(std::size_t batch, std::size_t count) {
    tensors.allocate(Name::encoder_output, encoded.output, "the encoder's output",
                     {batch, count, model.description.embed_dim});
  }
  void resize_residual(std::size_t batch, std::size_t count) {
    tensors.allocate(Name::residual, residual, "the residual stream", {batch, count, model.description.embed_dim});
  }

  const TokenFeatures& tokens_of(Attention stack) const { return stack == Attention::encoder ? tokens : target; }
  /// Encoder output that the decoder attends to; null for a model without an encoder.
  const Tensor3* encoder_output() const { return model.encoder.blocks.empty() ? nullptr : &encoded.output; }

  void release() {
    tensors = {};
    interventions.steps.stop_reading();
    spotlight::release(tokens);
    spotlight::release(target);
    spotlight::release(encoded);
    spotlight::release(residual);
  }

  Transformer model;
  ParameterSet parameters;
  TensorTable<Name> tensors;
  Interventions interventions;
  TokenFeatures tokens, target;  // inputs of the encoder and of the decoder
  EncoderOutput encoded;
  Tensor3 residual;  // [batch, tokens, embed_dim]
};

}  // namespace spotlight::bindings
