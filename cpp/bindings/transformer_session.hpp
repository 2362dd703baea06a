// A whole Transformer: encoding, decoding, and any step of either, computed again from the residual stream.
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
  token_types,      // int32 [tokens], or of size 0
  token_positions,  // int32 [tokens], or of size 0
  patches,          // [patches, patch_dim]
  target,           // int32 [tokens]: those to append to a hypothesis
  encoder_output,   // [batch, tokens, embed_dim]
  output,           // [tokens, embed_dim], of the tokens that were appended, or [batch, tokens, embed_dim] of a stack
  logits,           // [batch, tokens, vocabulary]
  residual,         // [batch, tokens, embed_dim]: the input of the layer that is computed
  blocked_keys,     // int32 [keys], of an intervention
  blocked_pairs,    // int32 [pairs, 2]
  selected_heads,   // int32 [heads], of a replacement or of what is read; of size 0: all
  selected_rows,    // int32 [rows]
  selected_keys,    // int32 [keys]
  replacement,      // [heads, rows, columns]
  activation,       // [heads, rows, columns]: what was read
  count,
};

class TransformerSession {
 public:
  using Name = TransformerTensor;

  explicit TransformerSession(const TransformerDescription& description)
      : model_(description), parameters_(parameters_of(model_)) {}

  ParameterSet* parameters() { return &parameters_; }
  // The tables of the model's own tensors, and of those of one attention's trace.
  std::uintptr_t tensors() const { return tensors_.address(); }
  std::uintptr_t attention_tensors() const { return attention_.tensors.address(); }

  /// Frees everything but the weights: after a call that failed, so that the next has the memory.
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

  // The interventions of what is computed from now on.

  void clear_interventions() {
    interventions_.attentions = {};
    interventions_.steps.clear();
  }
  /// @param layer, head the only ones that it applies to; −1: all
  /// @param scale NaN: that of the model
  void intervene(Attention attention, double layer, double head, bool is_causal, double scale) {
    AttentionIntervention& intervention = interventions_.of(attention);
    intervention.layer = layer < 0.0 ? AttentionIntervention::all : static_cast<std::size_t>(layer);
    intervention.head = head < 0.0 ? AttentionIntervention::all : static_cast<std::size_t>(head);
    intervention.is_causal = is_causal;
    if (!std::isnan(scale)) intervention.scale = static_cast<float>(scale);
  }
  /// The blocked keys and pairs are written afterwards.
  void resize_blocked(Attention attention, std::size_t keys, std::size_t pairs) {
    AttentionIntervention& intervention = interventions_.of(attention);
    memory::allocate(intervention.blocked_keys, "the blocked keys", {keys});
    memory::allocate(intervention.blocked_pairs, "the blocked pairs", {pairs, 2});
    tensors_.set(Name::blocked_keys, intervention.blocked_keys);
    tensors_.set(Name::blocked_pairs, intervention.blocked_pairs);
  }
  /// The selection is written next.
  void resize_selection(std::size_t heads, std::size_t rows, std::size_t keys) {
    memory::allocate(selection_.heads, "the selected heads", {heads});
    memory::allocate(selection_.rows, "the selected rows", {rows});
    memory::allocate(selection_.columns, "the selected keys", {keys});
    tensors_.set(Name::selected_heads, selection_.heads);
    tensors_.set(Name::selected_rows, selection_.rows);
    tensors_.set(Name::selected_keys, selection_.columns);
  }
  /// Replaces the selection of a step; the values are written afterwards.
  /// @param entry of a batch, the only one that it applies to; −1: each
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

  // The encoder

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
  /// Encodes from a layer on, from the residual stream before it, which is written; from layer 0 on, from the features.
  void encode(std::size_t layer = 0) {
    if (layer == 0) {
      spotlight::encode(model_, tokens_, interventions_, encoded_);
    } else {
      encode_from(model_, layer, residual_, interventions_, encoded_);
    }
    tensors_.set(Name::encoder_output, encoded_.output);
  }

  // The decoder. The encoder's output is written, so that it need not be that of the last text.

  void resize_encoder_output(std::size_t batch, std::size_t tokens) {
    tensors_.allocate(Name::encoder_output, encoded_.output, "the encoder's output",
                      {batch, tokens, model_.description.embed_dim});
  }
  /// Makes this many hypotheses, all empty; a call that fails frees them. A call for one that is not there gives false,
  /// or an address of 0.
  void begin_decoding(std::size_t hypotheses) {
    hypotheses_.clear();  // they refer to the caches
    cross_ = cross_caches(model_, encoder_output(), interventions_);
    memory::fulfill({.name = "the hypotheses", .shape = {&hypotheses, 1}, .element_size = sizeof(Decoder)},
                    [&] { hypotheses_.assign(hypotheses, Decoder(model_, cross_, interventions_)); });
  }
  /// The tokens to append are written.
  void resize_target(std::size_t tokens) {
    target_ = allocate_tokens(tokens);
    tensors_.set(Name::target, target_.rows);
  }
  /// The residual stream before a layer, or after the last, of the first tokens of an empty hypothesis is that which is
  /// written; for each layer from that on which they are appended from.
  bool restore(std::size_t layer) {
    if (hypotheses_.empty()) return false;
    hypotheses_.front().restore(layer, residual_);
    return true;
  }
  /// Appends the tokens of the target to a hypothesis and fills the logits that follow each of the last `count`, which
  /// may be 0. From a layer after the first on, the residual stream before it is written instead.
  bool append(std::size_t hypothesis, std::size_t count, std::size_t layer = 0) {
    if (hypothesis >= hypotheses_.size()) return false;
    Decoder& decoder = hypotheses_[hypothesis];
    tensors_.set(Name::output, layer == 0 ? decoder.append(target_.rows) : decoder.append_from(layer, residual_));
    if (count > 0) tensors_.set(Name::logits, decoder.logits(count));
    return true;
  }
  /// The hypothesis `to` becomes a copy of `from`.
  bool fork_hypothesis(std::size_t from, std::size_t to) {
    if (std::max(from, to) >= hypotheses_.size()) return false;
    hypotheses_[to] = hypotheses_[from];
    return true;
  }

  /// The residual stream before a layer, or after the last, [tokens, embed_dim], after encoding or decoding (the first
  /// hypothesis): its address; 0 if it is not there.
  std::uintptr_t residual_of(Attention stack, std::size_t layer) const {
    const auto address = [](const float* numbers) { return reinterpret_cast<std::uintptr_t>(numbers); };
    if (stack == Attention::encoder) {
      return layer < encoded_.residuals.size() ? address(encoded_.residuals[layer].data()) : 0;
    }
    if (hypotheses_.empty()) return 0;
    const std::vector<RowBuffer>& residuals = hypotheses_.front().residuals();
    return layer < residuals.size() ? address(residuals[layer].values.data()) : 0;
  }

  // Parts of a run, from the residual streams that are written: of a batch where its entries differ

  /// The residual stream before the first layer: of the features that are written, or of the target.
  void embed(Attention stack) {
    recomputation().embeddings(stack, tokens_of(stack), residual_);
    tensors_.set(Name::residual, residual_);
  }
  /// The residual streams before a layer with the replacements of them, where a batch may begin.
  void replace_residual(Attention stack, std::size_t layer) {
    recomputation().replace(stack, layer, residual_);
    tensors_.set(Name::residual, residual_);
  }
  /// The residual streams after a layer, of those before it.
  /// @param position the only token that is computed; −1: all
  void forward_layer(Attention stack, std::size_t layer, double position) {
    recomputation().layer(stack, layer,
                          position < 0.0 ? std::nullopt : std::optional(static_cast<std::size_t>(position)), residual_);
    tensors_.set(Name::residual, residual_);
  }
  /// The output of a stack, of its residual streams after the last layer.
  void forward_output(Attention stack) {
    recomputation().output(stack, 0, residual_, output_);
    tensors_.set(Name::output, output_);
  }
  /// The logits of the residual streams after the last layer. `first` is the position of the first token.
  void forward_logits(Attention stack, std::size_t first) {
    recomputation().logits(stack, first, residual_, logits_);
    tensors_.set(Name::logits, logits_);
  }

  // Steps, computed again

  // A step is named by its index in the table of all.
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
  /// Reads the selection of a step, [heads, rows, columns]: from the residual stream before its layer, or after the
  /// last layer, of the tokens from `first` on; the embeddings of the encoder from its features, of the decoder from
  /// its target.
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
  /// Every step of an attention from its inputs, the first query of which has the position `first`.
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
