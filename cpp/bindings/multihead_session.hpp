// Multi-head attention as a separate layer: MultiheadSession. Its memory for inputs and trace, MultiheadMemory, is also
// used for the attention layers of a model.
#pragma once

#include "../attention/multihead.hpp"
#include "../attention/multihead_backward.hpp"
#include "option_block.hpp"
#include "parameter_set.hpp"
#include "tensor_table.hpp"

namespace spotlight::bindings {

enum class MultiheadTensor : std::uint8_t {
  query,
  key,
  value,
  query_heads,
  key_heads,
  value_heads,
  scores,
  scaled,
  masked,
  weights,
  heads,
  concat,
  output,
  output_gradient,
  query_gradient,
  key_gradient,
  value_gradient,
  query_weight_gradient,
  key_weight_gradient,
  value_weight_gradient,
  output_weight_gradient,
  query_bias_gradient,
  key_bias_gradient,
  value_bias_gradient,
  output_bias_gradient,
  count,
};

struct MultiheadMemory {
  using Name = MultiheadTensor;

  // MultiheadMemory cannot be copied or moved: `key` and `value` may point to its member `query`.
  MultiheadMemory() = default;
  MultiheadMemory(const MultiheadMemory&) = delete;
  MultiheadMemory& operator=(const MultiheadMemory&) = delete;
  MultiheadMemory(MultiheadMemory&&) = delete;
  MultiheadMemory& operator=(MultiheadMemory&&) = delete;
  ~MultiheadMemory() = default;

  /// Allocates the inputs of a call. Equal inputs share one tensor: with key_is_query, the key is the query's tensor;
  /// with value_is_key, the value is the key's.
  void resize(std::size_t batch, std::size_t queries, std::size_t keys, std::size_t embed_dim, bool key_is_query,
              bool value_is_key) {
    spotlight::allocate(query, "query", {batch, queries, embed_dim});
    if (!key_is_query) spotlight::allocate(other_key, "key", {batch, keys, embed_dim});
    if (!value_is_key) spotlight::allocate(other_value, "value", {batch, keys, embed_dim});
    key = key_is_query ? &query : &other_key;
    value = value_is_key ? key : &other_value;
    tensors.set(Name::query, query);
    tensors.set(Name::key, *key);
    tensors.set(Name::value, *value);
  }

  void release() {
    tensors = {};
    for (Tensor3* tensor : {&query, &other_key, &other_value}) spotlight::release(*tensor);
    key = value = &query;
    spotlight::release(trace);
  }

  Fault check_inputs() const { return tensors.find_fault({Name::query, Name::key, Name::value}); }

  Fault compute_trace(const MultiheadWeights& weights, const MultiheadOptions& call_options, std::size_t first = 0) {
    trace_multihead_attention(query, *key, *value, weights, call_options, trace, first);
    tensors.set(Name::query_heads, trace.query);
    tensors.set(Name::key_heads, trace.key);
    tensors.set(Name::value_heads, trace.value);
    tensors.set(Name::scores, trace.attention.scores);
    tensors.set(Name::scaled, trace.attention.scaled);
    tensors.set(Name::masked, trace.attention.masked);
    tensors.set(Name::weights, trace.attention.weights);
    tensors.set(Name::heads, trace.attention.output);
    tensors.set(Name::concat, trace.concat);
    tensors.set(Name::output, trace.output);
    const Fault fault = tensors.fault_at(Name::scaled, trace.attention.overflow);
    return fault == no_fault ? tensors.find_fault({Name::output}) : fault;
  }

  OptionBlock options;
  TensorTable<Name> tensors;
  Tensor3 query, other_key, other_value;
  Tensor3* key = &query;
  Tensor3* value = &query;
  MultiheadTrace trace;
};

class MultiheadSession {
 public:
  using Name = MultiheadTensor;

  MultiheadSession(std::size_t embed_dim, std::size_t num_heads, bool has_bias)
      : embed_dim_(embed_dim), parameters_(declare_parameters(num_heads, has_bias)) {}

  ParameterSet* parameters() { return &parameters_; }
  OptionBlock* options() { return &memory_.options; }
  /// Options of the single head that trace_with_head() computes with options of its own.
  OptionBlock* head_options() { return &head_options_; }
  std::uintptr_t tensors() const { return memory_.tensors.address(); }

  /// Frees everything except the weights after a failed call, so that the next call can allocate it again.
  void release() {
    memory_.release();
    parameters_.finish();
    spotlight::release(scratch_);
    spotlight::release(output_gradient_);
    spotlight::release(gradients_);
  }

  void resize(std::size_t batch, std::size_t queries, std::size_t keys, bool key_is_query, bool value_is_key) {
    memory_.resize(batch, queries, keys, embed_dim_, key_is_query, value_is_key);
  }

  Fault compute() {
    const Fault fault = memory_.check_inputs();
    if (fault != no_fault) return fault;
    multihead_attention(memory_.query, *memory_.key, *memory_.value, weights_, memory_.options.options(), scratch_,
                        memory_.trace.output);
    memory_.tensors.set(Name::output, memory_.trace.output);
    return memory_.tensors.find_fault({Name::output});
  }
  Fault trace() {
    const Fault fault = memory_.check_inputs();
    return fault == no_fault ? memory_.compute_trace(weights_, memory_.options.options()) : fault;
  }
  Fault trace_with_head(std::size_t head) {
    const Fault fault = memory_.check_inputs();
    if (fault != no_fault) return fault;
    MultiheadOptions options = memory_.options.options();
    options.head = head;
    options.head_options = head_options_.options();
    return memory_.compute_trace(weights_, options);
  }

  /// Allocates the gradient of the output after trace(). The web side writes it before it calls backward(), which
  /// computes the gradients of inputs and parameters.
  void resize_output_gradient() {
    memory_.tensors.allocate(Name::output_gradient, output_gradient_, "outputGradient", memory_.trace.output.shape());
  }
  Fault backward() {
    const Fault fault = memory_.tensors.find_fault({Name::output_gradient});
    if (fault != no_fault) return fault;
    multihead_backward(memory_.query, *memory_.key, *memory_.value, weights_, memory_.options.options(), memory_.trace,
                       output_gradient_, gradients_);
    TensorTable<Name>& tensors = memory_.tensors;
    tensors.set(Name::query_gradient, gradients_.query);
    tensors.set(Name::key_gradient, gradients_.key);
    tensors.set(Name::value_gradient, gradients_.value);
    tensors.set(Name::query_weight_gradient, gradients_.to_query.weight);
    tensors.set(Name::key_weight_gradient, gradients_.to_key.weight);
    tensors.set(Name::value_weight_gradient, gradients_.to_value.weight);
    tensors.set(Name::output_weight_gradient, gradients_.to_output.weight);
    tensors.set(Name::query_bias_gradient, gradients_.to_query.bias);
    tensors.set(Name::key_bias_gradient, gradients_.to_key.bias);
    tensors.set(Name::value_bias_gradient, gradients_.to_value.bias);
    tensors.set(Name::output_bias_gradient, gradients_.to_output.bias);
    return tensors.find_fault({Name::query_gradient, Name::key_gradient, Name::value_gradient,
                               Name::query_weight_gradient, Name::key_weight_gradient, Name::value_weight_gradient,
                               Name::output_weight_gradient, Name::query_bias_gradient, Name::key_bias_gradient,
                               Name::value_bias_gradient, Name::output_bias_gradient});
  }

 private:
  std::vector<Parameter> declare_parameters(std::size_t num_heads, bool has_bias) {
    StackDescription stack;
    stack.num_heads = stack.num_kv_heads = num_heads;
    stack.head_dim = embed_dim_ / num_heads;
    stack.query_bias = stack.key_bias = stack.value_bias = stack.output_bias = has_bias;
    weights_.num_heads = weights_.num_kv_heads = num_heads;
    return parameters_of(stack, embed_dim_, weights_);
  }

  std::size_t embed_dim_;
  MultiheadWeights weights_;
  ParameterSet parameters_;
  MultiheadMemory memory_;
  OptionBlock head_options_;
  MultiheadScratch scratch_;
  Tensor3 output_gradient_;
  MultiheadGradients gradients_;
};

}  // namespace spotlight::bindings
