// Blocks and whole Transformers: their parameters, and runs of them.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../model/block.hpp"
#include "../model/decoder.hpp"
#include "../model/encoder.hpp"
#include "../model/parameters.hpp"
#include "attention_calls.hpp"

namespace spotlight::bindings {

/// What a block is made of.
struct BlockSettings {
  std::size_t embed_dim, num_heads, feedforward_dim;
  bool norm_first, hears_memory;
  Norm::Kind norm;
  FeedForward::Activation activation;
};

/// The parameters of something, each by its name and shape: its values are written into parameter_values(), then taken.
class Parameters {
 public:
  explicit Parameters(std::vector<Parameter> parameters) : parameters_(std::move(parameters)) {}

  std::size_t count() const { return parameters_.size(); }
  std::string name(std::size_t index) const { return parameters_[index].name; }
  std::size_t rank(std::size_t index) const { return parameters_[index].shape.size(); }
  std::size_t size(std::size_t index, std::size_t dimension) const { return parameters_[index].shape[dimension]; }
  Floats values(std::size_t index) {
    const std::vector<std::size_t>& shape = parameters_[index].shape;
    values_.resize({shape.size() == 1 ? 1 : shape[0], shape.back()});
    return view(values_);
  }
  void take(std::size_t index) { parameters_[index].take(values_); }
  /// All have been taken: what they were written into is let go.
  void finish() { values_ = Matrix(); }

 private:
  std::vector<Parameter> parameters_;
  Matrix values_;
};

/// A block of a Transformer: its weights, and the memory of one call or of one sequence, step by step.
class BlockCall : public MaskBuffers {
 public:
  BlockCall(const BlockSettings& settings) : block_(block_of(settings)) {
    parameters_ = std::make_unique<Parameters>(parameters_of(block_, settings.embed_dim, settings.feedforward_dim));
  }
  Parameters* parameters() { return parameters_.get(); }

  void resize(std::size_t batch, std::size_t seq_len, std::size_t embed_dim) { x_.resize({batch, seq_len, embed_dim}); }
  void resize_memory(std::size_t batch, std::size_t words, std::size_t embed_dim) {
    memory_.resize({batch, words, embed_dim});
  }
  Floats x() { return view(x_); }  // the input, and then the output
  Floats memory() { return view(memory_); }
  MaskBuffers* memory_masks() { return &memory_masks_; }

  void run(const AttentionSettings& self, const AttentionSettings& cross) {
    run_block(block_, &memory_, {.self = options(self), .cross = memory_masks_.options(cross)}, scratch_, x_);
  }
  void begin_steps() { spotlight::begin_steps(block_, &memory_, cache_); }
  void step(const AttentionSettings& self, const AttentionSettings& cross) {
    step_block(block_, {.self = options(self), .cross = memory_masks_.options(cross)}, cache_, scratch_, x_);
  }

 private:
  static Block block_of(const BlockSettings& settings) {
    Block block;
    block.norm_first = settings.norm_first;
    block.hears_memory = settings.hears_memory;
    for (Norm* norm : {&block.norm1, &block.norm2, &block.norm3}) norm->kind = settings.norm;
    block.self_attention.num_heads = settings.num_heads;
    block.cross_attention.num_heads = settings.num_heads;
    block.feedforward.activation = settings.activation;
    return block;
  }

  Block block_;
  std::unique_ptr<Parameters> parameters_;
  Tensor3 x_, memory_;
  MaskBuffers memory_masks_;
  BlockScratch scratch_;
  BlockCache cache_;
};

/// A Transformer: its weights, one run of it, and the steps of one of its attentions.
class TransformerCall : public MultiheadSteps {
 public:
  explicit TransformerCall(const TransformerConfig& config) : model_(config), parameters_(parameters_of(model_)) {}

  Parameters* parameters() { return &parameters_; }

  // The encoder.
  void resize_words(std::size_t words, std::size_t features) {
    words_.first.resize(words + 1);
    words_.rows.resize(features);
    words_.weights.resize(features);
  }
  Integers feature_rows() { return Integers(val(typed_memory_view(words_.rows.size(), words_.rows.data()))); }
  Floats feature_weights() { return Floats(val(typed_memory_view(words_.weights.size(), words_.weights.data()))); }
  Integers first_features() { return Integers(val(typed_memory_view(words_.first.size(), words_.first.data()))); }
  void encode(const AttentionSettings& settings) { spotlight::encode(model_, words_, options(settings), encoded_); }
  Floats embedding() { return view(encoded_.embedding); }
  Floats memory() { return view(encoded_.memory); }
  Floats encoder_input(std::size_t layer) { return view(encoded_.inputs[layer]); }

  // The decoder.
  void begin_decoding(const AttentionSettings& self, const AttentionSettings& cross) {
    const BlockOptions both = {.self = options(self), .cross = options(cross)};
    decoder_ = std::make_unique<Decoder>(model_, encoded_.memory, both);
  }
  /// The scores of all pieces as the next one, [vocabulary].
  Floats step(std::size_t piece) {
    const Tensor3& scores = decoder_->step(piece);
    return Floats(val(typed_memory_view(scores.size(), scores.data())));
  }
  Floats piece_embedding() { return rows(decoder_->embedding()); }
  Floats decoder_self_input(std::size_t layer) { return rows(decoder_->self_inputs(layer)); }
  Floats decoder_cross_input(std::size_t layer) { return rows(decoder_->cross_inputs(layer)); }

  // Heads that are to say nothing, from now on.
  void silence_none() {
    for (std::vector<Block>* blocks : {&model_.encoder, &model_.decoder}) {
      for (Block& block : *blocks) {
        block.self_attention.silenced.clear();
        block.cross_attention.silenced.clear();
      }
    }
  }
  void silence_encoder(std::size_t layer, std::size_t head) {
    model_.encoder[layer].self_attention.silenced.push_back(head);
  }
  void silence_decoder(std::size_t layer, std::size_t head) {
    model_.decoder[layer].self_attention.silenced.push_back(head);
  }
  void silence_cross(std::size_t layer, std::size_t head) {
    model_.decoder[layer].cross_attention.silenced.push_back(head);
  }

  // Every step of one attention, from what is written into query(), key() and value().
  void trace_encoder(std::size_t layer, const AttentionSettings& settings) {
    trace(model_.encoder[layer].self_attention, settings);
  }
  void trace_decoder(std::size_t layer, const AttentionSettings& settings) {
    trace(model_.decoder[layer].self_attention, settings);
  }
  void trace_cross(std::size_t layer, const AttentionSettings& settings) {
    trace(model_.decoder[layer].cross_attention, settings);
  }

 private:
  static Floats rows(const Rows& rows) {
    return Floats(val(typed_memory_view(rows.values.size(), rows.values.data())));
  }

  Transformer model_;
  Parameters parameters_;
  WordFeatures words_;
  Encoded encoded_;
  std::unique_ptr<Decoder> decoder_;
};

}  // namespace spotlight::bindings
