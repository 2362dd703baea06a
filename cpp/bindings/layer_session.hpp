// One Transformer layer, forward or step by step.
#pragma once

#include "../model/block.hpp"
#include "option_block.hpp"
#include "parameter_set.hpp"
#include "tensor_table.hpp"

namespace spotlight::bindings {

struct LayerConfig {
  std::size_t embed_dim, num_heads, feedforward_dim;
  bool norm_first, has_cross_attention;
  Norm::Kind norm;
  FeedForward::Activation activation;
};

/// `output` takes the place of `x`.
enum class LayerTensor : std::uint8_t { x, memory, output, count };

class LayerSession {
 public:
  using Name = LayerTensor;

  explicit LayerSession(const LayerConfig& config)
      : embed_dim_(config.embed_dim),
        block_(block_of(config)),
        parameters_(parameters_of(block_, config.embed_dim, config.feedforward_dim)) {}

  ParameterSet* parameters() { return &parameters_; }
  OptionBlock* options() { return &self_options_; }
  OptionBlock* cross_options() { return &cross_options_; }
  std::uintptr_t tensors() const { return tensors_.address(); }

  /// Frees the memory of inputs and scratch: after a call that failed, so that the next has it. The sequence stays.
  void release() {
    tensors_ = {};
    spotlight::release(x_);
    spotlight::release(memory_);
    spotlight::release(scratch_);
  }

  void resize(std::size_t batch, std::size_t seq_len) {
    tensors_.allocate(Name::x, x_, "x", {batch, seq_len, embed_dim_});
  }
  void resize_memory(std::size_t batch, std::size_t keys) {
    tensors_.allocate(Name::memory, memory_, "memory", {batch, keys, embed_dim_});
  }

  Fault forward() {
    const Fault fault = tensors_.find_fault({Name::x, Name::memory});
    if (fault != no_fault) return fault;
    block_forward(block_, &memory_, options_of_both(), scratch_, x_);
    return check_output();
  }

  Fault begin() {
    const Fault fault = tensors_.find_fault({Name::memory});
    if (fault == no_fault) init_cache(block_, &memory_, cache_);
    return fault;
  }
  Fault step() {
    const Fault fault = tensors_.find_fault({Name::x});
    if (fault != no_fault) return fault;
    block_decode_step(block_, options_of_both(), cache_, scratch_, x_);
    const Fault output_fault = check_output();
    if (output_fault != no_fault) --cache_.decoded;  // a refused step is not part of the sequence
    return output_fault;
  }

 private:
  Fault check_output() {
    tensors_.set(Name::output, x_);
    return tensors_.find_fault({Name::output});
  }

  static Block block_of(const LayerConfig& config) {
    Block block;
    block.norm_first = config.norm_first;
    block.has_cross_attention = config.has_cross_attention;
    for (Norm* norm : {&block.self_attention_norm, &block.cross_attention_norm, &block.feed_forward_norm}) {
      norm->kind = config.norm;
    }
    block.self_attention.num_heads = config.num_heads;
    block.cross_attention.num_heads = config.num_heads;
    block.feed_forward.activation = config.activation;
    return block;
  }

  BlockOptions options_of_both() { return {.self = self_options_.options(), .cross = cross_options_.options()}; }

  std::size_t embed_dim_;
  Block block_;
  ParameterSet parameters_;
  OptionBlock self_options_, cross_options_;
  TensorTable<Name> tensors_;
  Tensor3 x_, memory_;
  BlockScratch scratch_;
  BlockCache cache_;
};

}  // namespace spotlight::bindings
