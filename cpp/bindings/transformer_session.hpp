// A whole Transformer: encoding, decoding, and recomputation of any step from the residual stream.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../model/decoder.hpp"
#include "../model/encoder.hpp"
#include "../model/recomputation.hpp"
#include "../model/step_table.hpp"
#include "multihead_session.hpp"
#include "parameter_set.hpp"

namespace spotlight::bindings {

enum class TransformerTensor : std::uint8_t {
  feature_rows,     // int32 [features]
  feature_weights,  // [features]
  feature_offsets,  // int32 [tokens + 1]
  token_types,      // int32 [tokens], or size 0
  token_positions,  // int32 [tokens], or size 0
  patches,          // [patches, patch_dim]
  target,           // int32 [tokens], to append to a hypothesis
  encoder_output,   // [batch, tokens, embed_dim]
  output,           // [tokens, embed_dim] of the appended tokens, or [batch, tokens, embed_dim] of a stack
  logits,           // [batch, tokens, vocabulary]
  residual,         // [batch, tokens, embed_dim], the input of the computed layer
  blocked_keys,     // int32 [keys], of an intervention
  blocked_pairs,    // int32 [pairs, 2]
  selected_heads,   // int32 [heads], of a replacement or of the step to read; size 0: all
  selected_rows,    // int32 [rows]
  selected_keys,    // int32 [keys]
  replacement,      // [heads, rows, columns]
  activation,       // [heads, rows, columns], the numbers read
  count,
};

class TransformerSession {
 public:
  using Name = TransformerTensor;

  explicit TransformerSession(const TransformerDescription& description)
      : model_(description), parameters_(parameters_of(model_)) {}

  ParameterSet* parameters() { return &parameters_; }
  // Tables of the model's tensors, and of the tensors of one attention's trace.
  std::uintptr_t tensors() const { return tensors_.address(); }
  std::uintptr_t attention_tensors() const { return attention_.tensors.address(); }

  /// Frees everything except the weights, after a failed call, so that the memory is available to the next.
  void release() {
    attention_.release();
    tensors_ = {};
    interventions_.steps.stop_reading();
    spotlight::release(tokens_);
    spotlight::release(target_);
    spotlight::release(encoded_);
    spotlight::release(hypotheses_);
    spotlight::release(cross_);
    spotlight::release(residual_);
    spotlight::release(output_);
    spotlight::release(logits_);
    spotlight::release(selection_);
  }

  // Interventions in subsequent computations.

  void clear_interventions() {
    interventions_.attentions = {};
    interventions_.steps.clear();
  }
  /// @param layer, head that the intervention is restricted to; −1: all
  /// @param scale NaN: the model's scale
  void intervene(Attention attention, double layer, double head, bool is_causal, double scale) {
    AttentionIntervention& intervention = interventions_.of(attention);
    intervention.layer = layer < 0.0 ? AttentionIntervention::all : static_cast<std::size_t>(layer);
    intervention.head = head < 0.0 ? AttentionIntervention::all : static_cast<std::size_t>(head);
    intervention.is_causal = is_causal;
    if (!std::isnan(scale)) intervention.scale = static_cast<float>(scale);
  }
  /// Allocates the blocked keys and pairs, which the web side writes.
  void resize_blocked(Attention attention, std::size_t keys, std::size_t pairs) {
    AttentionIntervention& intervention = interventions_.of(attention);
    memory::allocate(intervention.blocked_keys, "the blocked keys", {keys});
    memory::allocate(intervention.blocked_pairs, "the blocked pairs", {pairs, 2});
    tensors_.set(Name::blocked_keys, intervention.blocked_keys);
    tensors_.set(Name::blocked_pairs, intervention.blocked_pairs);
  }
  /// Allocates the selection, which the web side writes.
  void resize_selection(std::size_t heads, std::size_t rows, std::size_t keys) {
    memory::allocate(selection_.heads, "the selected heads", {heads});
    memory::allocate(selection_.rows, "the selected rows", {rows});
    memory::allocate(selection_.columns, "the selected keys", {keys});
    tensors_.set(Name::selected_heads, selection_.heads);
    tensors_.set(Name::selected_rows, selection_.rows);
    tensors_.set(Name::selected_keys, selection_.columns);
  }
  /// Adds a replacement of the selection of a step, and allocates its values, which the web side writes.
  /// @param entry of a batch that the replacement is restricted to; −1: all
  void replace(Attention attention, double layer, std::size_t step, bool adds, double entry, std::size_t heads,
               std::size_t rows, std::size_t columns) {
    Replacement& replacement =
        interventions_.steps.add({.place = place(attention, layer),
                                  .step = step_table()[step].step,
                                  .selection = std::exchange(selection_, {}),
                                  .adds = adds,
                                  .entry = entry < 0.0 ? Replacement::each_entry : static_cast<std::size_t>(entry),
                                  .values = {}});
    tensors_.allocate(Name::replacement, replacement.values, "the replacement", {heads, rows, columns});
  }

  // Encoder

  void resize_features(std::size_t tokens, std::size_t features, bool has_types, bool has_positions) {
    memory::allocate(tokens_.offsets, "text", {tokens + 1});
    memory::allocate(tokens_.rows, "text", {features});
    memory::allocate(tokens_.weights, "text", {features});
    memory::allocate(tokens_.types, "text", {has_types ? tokens : 0});
    memory::allocate(tokens_.positions, "text", {has_positions ? tokens : 0});
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
  /// Runs the encoder from a layer on: layer 0 with the features, any other with the residual stream before it, which
  /// the web side writes.
  void encode(std::size_t layer = 0) {
    if (layer == 0) {
      spotlight::encode(model_, tokens_, interventions_, encoded_);
    } else {
      encode_from(model_, layer, residual_, interventions_, encoded_);
    }
    tensors_.set(Name::encoder_output, encoded_.output);
  }

  // Decoder. The web side writes the encoder's output, which need not be that of the last encode().

  void resize_encoder_output(std::size_t batch, std::size_t tokens) {
    tensors_.allocate(Name::encoder_output, encoded_.output, "the encoder's output",
                      {batch, tokens, model_.description.embed_dim});
  }
  /// Creates empty hypotheses; a failed call frees them. Calls for a missing hypothesis return false, or address 0.
  void begin_decoding(std::size_t hypotheses) {
    hypotheses_.clear();  // they refer to the caches
    cross_ = cross_caches(model_, encoder_output(), interventions_);
    memory::fulfill({.name = "the hypotheses", .shape = {&hypotheses, 1}, .element_size = sizeof(Decoder)},
                    [&] { hypotheses_.assign(hypotheses, Decoder(model_, cross_, interventions_)); });
  }
  /// Allocates the tokens to append, which the web side writes.
  void resize_target(std::size_t tokens) {
    target_ = allocate_tokens(tokens);
    tensors_.set(Name::target, target_.rows);
  }
  /// Restores the first tokens of the first hypothesis, which must be empty, from the written residual stream before a
  /// layer, or after the last. Called for each layer from the one on that append() begins at.
  bool restore(std::size_t layer) {
    if (hypotheses_.empty()) return false;
    hypotheses_.front().restore(layer, residual_);
    return true;
  }
  /// Appends the target tokens to a hypothesis, and computes the next-token logits of the last `count` tokens, which
  /// may be 0. With layer > 0, the written residual stream before that layer replaces the tokens.
  bool append(std::size_t hypothesis, std::size_t count, std::size_t layer = 0) {
    if (hypothesis >= hypotheses_.size()) return false;
    Decoder& decoder = hypotheses_[hypothesis];
    tensors_.set(Name::output, layer == 0 ? decoder.append(target_.rows) : decoder.append_from(layer, residual_));
    if (count > 0) tensors_.set(Name::logits, decoder.logits(count));
    return true;
  }
  /// Copies hypothesis `from` to `to`.
  bool fork_hypothesis(std::size_t from, std::size_t to) {
    if (std::max(from, to) >= hypotheses_.size()) return false;
    hypotheses_[to] = hypotheses_[from];
    return true;
  }

  /// Address of the residual stream before a layer, or after the last, [tokens, embed_dim], of the encoder or the first
  /// hypothesis; 0 if it is missing.
  std::uintptr_t residual_of(Attention stack, std::size_t layer) const {
    const auto address = [](const float* numbers) { return reinterpret_cast<std::uintptr_t>(numbers); };
    if (stack == Attention::encoder) {
      return layer < encoded_.residuals.size() ? address(encoded_.residuals[layer].data()) : 0;
    }
    if (hypotheses_.empty()) return 0;
    const std::vector<RowBuffer>& residuals = hypotheses_.front().residuals();
    return layer < residuals.size() ? address(residuals[layer].values.data()) : 0;
  }

  // Parts of a run, computed from the written residual streams, in batches if the entries differ

  /// Computes the residual stream before the first layer from the features (encoder) or the target (decoder).
  void embed(Attention stack) {
    recomputation().embeddings(stack, tokens_of(stack), residual_);
    tensors_.set(Name::residual, residual_);
  }
  /// Applies the replacements of the residual streams before a layer, where entries of a batch may begin to differ.
  void replace_residual(Attention stack, std::size_t layer) {
    recomputation().replace(stack, layer, residual_);
    tensors_.set(Name::residual, residual_);
  }
  /// Computes the residual streams after a layer from those before it.
  /// @param position of the only token to compute; −1: all
  void forward_layer(Attention stack, std::size_t layer, double position) {
    recomputation().layer(stack, layer,
                          position < 0.0 ? std::nullopt : std::optional(static_cast<std::size_t>(position)), residual_);
    tensors_.set(Name::residual, residual_);
  }
  /// Computes the output of a stack from the residual streams after the last layer.
  void forward_output(Attention stack) {
    recomputation().output(stack, 0, residual_, output_);
    tensors_.set(Name::output, output_);
  }
  /// Computes the logits from the residual streams after the last layer. `first` is the position of the first token.
  void forward_logits(Attention stack, std::size_t first) {
    recomputation().logits(stack, first, residual_, logits_);
    tensors_.set(Name::logits, logits_);
  }

  // Recomputed steps

  // `step` is the index of a step in step_table().
  static std::size_t step_count() { return step_table().size(); }
  static std::string step_name(std::size_t step) { return step_table()[step].name; }
  static bool may_begin_batch(std::size_t step) { return spotlight::may_begin_batch(step_table()[step].step); }
  static std::string step_dimensions(std::size_t step) { return step_table()[step].dimensions; }
  /// @param layer −1: around the layers
  bool has_step(Attention attention, double layer, std::size_t step) const {
    return spotlight::has_step(model_.description, place(attention, layer), step_table()[step].step);
  }

  void resize_residual(std::size_t batch, std::size_t tokens) {
    tensors_.allocate(Name::residual, residual_, "the residual stream", {batch, tokens, model_.description.embed_dim});
  }
  /// Computes a step and reads its selection, [heads, rows, columns]. A step of a layer is computed from the residual
  /// stream before the layer; a step after the layers from the stream after the last layer, for tokens from `first` on;
  /// a step before the layers from the features (encoder) or the target (decoder).
  void read(Attention attention, double layer, std::size_t step, std::size_t first, std::size_t heads, std::size_t rows,
            std::size_t columns) {
    const Tensor3& numbers = recomputation().read({.place = place(attention, layer),
                                                   .step = step_table()[step].step,
                                                   .selection = std::exchange(selection_, {}),
                                                   .shape = {heads, rows, columns}},
                                                  tokens_of(attention), first, residual_);
    tensors_.set(Name::activation, numbers);
  }

  void resize_attention(std::size_t queries, std::size_t keys, bool key_is_query) {
    attention_.resize(1, queries, keys, model_.description.embed_dim, key_is_query, true);
  }
  /// Computes every step of an attention from its inputs, whose first query is at position `first`.
  Fault trace(Attention attention, std::size_t layer, std::size_t first) {
    const AttentionSizes sizes = {
        .first = first, .queries = attention_.query.shape(1), .keys = attention_.key->shape(1)};
    const LayerOptions options = options_of(model_, interventions_, attention, sizes);
    return attention_.compute_trace(model_.attention_weights(attention, layer),
                                    options.of_layer(layer, interventions_.probe(attention, layer)), first);
  }

 private:
  static Place place(Attention attention, double layer) {
    return {.attention = attention, .layer = layer < 0.0 ? Place::around_layers : static_cast<std::size_t>(layer)};
  }
  const Tensor3* encoder_output() const { return model_.encoder.blocks.empty() ? nullptr : &encoded_.output; }
  const TokenFeatures& tokens_of(Attention stack) const { return stack == Attention::encoder ? tokens_ : target_; }
  Recomputation recomputation() {
    return {.model = model_, .interventions = interventions_, .encoder_output = encoder_output()};
  }

  Transformer model_;
  ParameterSet parameters_;
  TensorTable<Name> tensors_;
  Interventions interventions_;
  Selection selection_;
  MultiheadMemory attention_;
  TokenFeatures tokens_, target_;
  EncoderOutput encoded_;
  CrossCaches cross_;
  std::vector<Decoder> hypotheses_;
  Tensor3 residual_, output_;  // [batch, tokens, embed_dim]
  Tensor3 logits_;             // [batch, tokens, vocabulary]
};

}  // namespace spotlight::bindings
