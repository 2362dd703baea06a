// One Transformer layer: full forward pass, or decoding token by token.
#pragma once

#include "option_block.hpp"
#include "parameter_set.hpp"
#include "tensor_table.hpp"

namespace spotlight::bindings {

/// Tensors of a LayerSession. `output` shares the memory of `x` and overwrites it.
enum class LayerTensor : std::uint8_t { x, memory, output, count };

class LayerSession {
 public:
  using Name = LayerTensor;

  /// Creates one layer of the decoder that `description` describes.
  explicit LayerSession(const TransformerDescription& description)
      : embed_dim_(description.embed_dim),
        block_(make_block(description.decoder)),
        parameters_(parameters_of(embed_dim_, block_)) {}

  ParameterSet* parameters() { return &parameters_; }
  OptionBlock* options() { return &self_options_; }
  OptionBlock* cross_options() { return &cross_options_; }
  std::uintptr_t tensors() const { return tensors_.address(); }

  /// Frees the memory of inputs and intermediate results after a failed call, so that the next call can allocate it.
  /// The cached keys and values of the decoded sequence are preserved.
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
    if (fault != no_fault) return fault;
    init_cache(block_, &memory_, cross_);
    cache_ = {};
    return fault;
  }
  Fault step() {
    const Fault fault = tensors_.find_fault({Name::x});
    if (fault != no_fault) return fault;
    block_decode(block_, options_of_both(), cross_, cache_, scratch_, x_);
    const Fault output_fault = check_output();
    if (output_fault != no_fault) cache_.decoded -= x_.shape(1);  // a failed step does not become part of the sequence
    return output_fault;
  }

 private:
  Fault check_output() {
    tensors_.set(Name::output, x_);
    return tensors_.find_fault({Name::output});
  }

  BlockOptions options_of_both() { return {.self = self_options_.options(), .cross = cross_options_.options()}; }

  std::size_t embed_dim_;
  Block block_;
  ParameterSet parameters_;
  OptionBlock self_options_, cross_options_;
  TensorTable<Name> tensors_;
  Tensor3 x_, memory_;
  BlockScratch scratch_;
  CrossCache cross_;
  BlockCache cache_;
};

}  // namespace spotlight::bindings
