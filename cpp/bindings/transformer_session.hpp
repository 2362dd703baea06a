// A whole Transformer: encoding, decoding, and the trace of each attention from its inputs.
#pragma once

#include <vector>

#include "../model/decoder.hpp"
#include "../model/encoder.hpp"
#include "description_block.hpp"
#include "multihead_session.hpp"
#include "parameter_set.hpp"

namespace spotlight::bindings {

enum class TransformerTensor : std::uint8_t {
  feature_rows,     // int32 [features]
  feature_weights,  // [features]
  feature_offsets,  // int32 [tokens + 1]
  token_types,      // int32 [tokens], or of size 0
  token_positions,  // int32 [tokens], or of size 0
  patches,          // [patches, patch_dim]
  target,           // int32 [tokens]: those to append to a hypothesis
  encoder_output,   // [tokens, embed_dim]
  decoder_output,   // [tokens, embed_dim], of those that were appended
  logits,           // [tokens, vocabulary]
  count,
};

enum class ModelAttention : std::uint8_t { encoder, decoder, cross };

class TransformerSession {
 public:
  using Name = TransformerTensor;

  explicit TransformerSession(const DescriptionBlock& block)
      : model_(block.description()), parameters_(parameters_of(model_)) {}

  ParameterSet* parameters() { return &parameters_; }
  /// Of the model's own tensors, and of those of one attention's trace.
  std::uintptr_t tensors() const { return tensors_.address(); }
  std::uintptr_t attention_tensors() const { return attention_.tensors.address(); }
  /// Of the encoder, and of the traces; then of the decoder's cross-attention.
  OptionBlock* options() { return &attention_.options; }
  OptionBlock* cross_options() { return &cross_options_; }

  /// Frees everything but the weights: after a call that failed, so that the next has the memory.
  void release() {
    attention_.release();
    tensors_ = {};
    spotlight::release(tokens_);
    spotlight::release(target_);
    spotlight::release(encoded_);
    spotlight::release(hypotheses_);
  }

  // Zero-ablation of heads, until it is cleared.
  void clear_ablations() {
    for (Stack* stack : {&model_.encoder, &model_.decoder}) {
      for (Block& block : stack->blocks) {
        block.self_attention.ablated_heads.clear();
        block.cross_attention.ablated_heads.clear();
      }
    }
  }
  void ablate(ModelAttention attention, std::size_t layer, std::size_t head) {
    weights_of(attention, layer).ablated_heads.push_back(head);
  }

  // The encoder.
  void resize_features(std::size_t tokens, std::size_t features, bool has_types, bool has_positions) {
    memory::allocate(tokens_.offsets, "text", tokens + 1);
    memory::allocate(tokens_.rows, "text", features);
    memory::allocate(tokens_.weights, "text", features);
    memory::allocate(tokens_.types, "text", has_types ? tokens : 0);
    memory::allocate(tokens_.positions, "text", has_positions ? tokens : 0);
    tensors_.set(Name::feature_rows, tokens_.rows);
    tensors_.set(Name::feature_weights, tokens_.weights);
    tensors_.set(Name::feature_offsets, tokens_.offsets);
    tensors_.set(Name::token_types, tokens_.types);
    tensors_.set(Name::token_positions, tokens_.positions);
  }
  void resize_patches(std::size_t patches) {
    tensors_.allocate(Name::patches, tokens_.patches, "the patches",
                      {1, patches, model_.description.encoder.patch_dim});
  }
  void encode() {
    spotlight::encode(model_, tokens_, attention_.options.options(), encoded_);
    tensors_.set(Name::encoder_output, encoded_.output);
  }

  // The decoder. The encoder's output is written, so that it need not be that of the last text.
  void resize_encoder_output(std::size_t tokens) {
    tensors_.allocate(Name::encoder_output, encoded_.output, "the encoder's output",
                      {1, tokens, model_.description.embed_dim});
  }
  void begin_decoding(std::size_t hypotheses) {
    const BlockOptions options = {.self = attention_.options.options(), .cross = cross_options_.options()};
    const Tensor3* encoded = model_.encoder.blocks.empty() ? nullptr : &encoded_.output;
    hypotheses_.assign(hypotheses, Decoder(model_, encoded, options));
  }
  /// The tokens to append are written.
  void resize_target(std::size_t tokens) {
    memory::allocate(target_, "text", tokens);
    tensors_.set(Name::target, target_);
  }
  /// Appends them to a hypothesis and fills the logits that follow each of the last `count`.
  void append(std::size_t hypothesis, std::size_t count) {
    tensors_.set(Name::decoder_output, hypotheses_[hypothesis].append(target_));
    tensors_.set(Name::logits, hypotheses_[hypothesis].logits(count));
  }
  /// The hypothesis `to` becomes a copy of `from`.
  void fork_hypothesis(std::size_t from, std::size_t to) { hypotheses_[to] = hypotheses_[from]; }

  /// The address of the inputs of a layer's attention, [tokens or decoded tokens, embed_dim], after encoding or
  /// decoding (the first hypothesis).
  std::uintptr_t layer_input(ModelAttention attention, std::size_t layer) const {
    switch (attention) {
      case ModelAttention::encoder:
        return reinterpret_cast<std::uintptr_t>(encoded_.inputs[layer].data());
      case ModelAttention::decoder:
        return reinterpret_cast<std::uintptr_t>(hypotheses_.front().self_inputs(layer).values.data());
      case ModelAttention::cross:
        return reinterpret_cast<std::uintptr_t>(hypotheses_.front().cross_inputs(layer).values.data());
    }
    return 0;
  }

  // Traces.
  void resize_attention(std::size_t queries, std::size_t keys, bool key_is_query) {
    attention_.resize(1, queries, keys, model_.description.embed_dim, key_is_query, true);
  }
  /// `first` is the position of the first query.
  Fault trace(ModelAttention attention, std::size_t layer, std::size_t first) {
    return attention_.compute_trace(weights_of(attention, layer), first);
  }

 private:
  MultiheadWeights& weights_of(ModelAttention attention, std::size_t layer) {
    if (attention == ModelAttention::encoder) return model_.encoder.blocks[layer].self_attention;
    Block& block = model_.decoder.blocks[layer];
    return attention == ModelAttention::decoder ? block.self_attention : block.cross_attention;
  }

  Transformer model_;
  ParameterSet parameters_;
  TensorTable<Name> tensors_;
  MultiheadMemory attention_;
  OptionBlock cross_options_;
  TokenFeatures tokens_;
  std::vector<std::int32_t> target_;
  EncoderOutput encoded_;
  std::vector<Decoder> hypotheses_;
};

}  // namespace spotlight::bindings
