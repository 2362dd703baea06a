#pragma once

#include "../attention/fused/fused.hpp"
#include "../attention/heads.hpp"
#include "../attention/trace.hpp"
#include "../attention/trace_backward.hpp"
#include "../attention/variants/linear_attention.hpp"
#include "../attention/variants/linformer.hpp"
#include "option_block.hpp"
#include "tensor_table.hpp"

namespace spotlight::bindings {

enum class AttentionTensor : std::uint8_t {
  query,
  key,
  value,
  scores,
  scaled,
  masked,
  weights,
  output,
  key_projection,
  value_projection,
  output_gradient,
  query_gradient,
  key_gradient,
  value_gradient,
  weights_gradient,
  scores_gradient,
  count,
};

/// Scaled dot-product attention of separate heads, without projections, in memory that is reused between calls. For
/// each call, JavaScript resizes the memory, writes inputs and options, and computes.
class AttentionSession {
 public:
  using Name = AttentionTensor;

  OptionBlock* options() { return &options_; }
  std::uintptr_t tensors() const { return tensors_.address(); }

  /// Frees the session's memory after a failed call, so that the next call can allocate it again.
  void release() { spotlight::release(*this); }

  void resize(std::size_t batch, std::size_t heads, std::size_t kv_heads, std::size_t queries, std::size_t keys,
              std::size_t head_dim, std::size_t value_dim) {
    tensors_.allocate(Name::query, query_, "query", {batch, heads, queries, head_dim});
    tensors_.allocate(Name::key, key_, "key", {batch, kv_heads, keys, head_dim});
    tensors_.allocate(Name::value, value_, "value", {batch, kv_heads, keys, value_dim});
  }

  Fault compute() {
    return with_finite_inputs([&] {
      fused_attention(query_, key_, value_, options_.options(), fused_, trace_.output);
      return check_output();
    });
  }

  Fault trace() {
    return with_trace([&] { trace_attention(query_, key_, value_, options_.options(), trace_); });
  }
  /// Computes attention step by step for a range of queries of one head, which are the only queries in the session.
  /// `num_heads`, total_queries and the options are those of the complete attention to which the range belongs.
  Fault trace_part(std::size_t batch, std::size_t head, std::size_t num_heads, std::size_t first_query,
                   std::size_t total_queries) {
    return with_trace([&] {
      allocate_scores(trace_, {1, 1, query_.shape(2), key_.shape(2)});
      allocate(trace_.output, "output", {1, 1, query_.shape(2), value_.shape(3)});
      HeadViews part = head_views(query_, key_, value_, 0, 0, trace_.output);
      part.batch = batch;
      part.head = head;
      part.num_heads = num_heads;
      trace_.overflow =
          trace_head(part, {.first = first_query, .total = total_queries}, options_.options(), {}, trace_.head(0, 0));
    });
  }

  Fault compute_linear(FeatureMap::Kind kind, std::size_t features, double seed) {
    const FeatureMap map = {.kind = kind, .features = features, .seed = static_cast<std::uint64_t>(seed)};
    return with_finite_inputs([&] {
      linear_attention(query_, key_, value_, options_.options(), map, linear_, trace_.output);
      return check_output();
    });
  }

  /// Allocates Linformer's projections of keys and values. The web side writes them, or pool() fills them with mean
  /// pooling.
  void resize_projections(std::size_t rank, std::size_t keys) {
    tensors_.allocate(Name::key_projection, key_projection_, "keyProjection", {rank, keys});
    tensors_.allocate(Name::value_projection, value_projection_, "valueProjection", {rank, keys});
  }
  void pool() {
    mean_pooling(key_projection_);
    mean_pooling(value_projection_);
  }
  Fault compute_linformer() {
    const Fault fault = tensors_.find_fault({Name::key_projection, Name::value_projection});
    if (fault != no_fault) return fault;
    return with_finite_inputs([&] {
      linformer_attention(query_, key_, value_, key_projection_, value_projection_, options_.options(), linformer_,
                          trace_.output);
      return check_output();
    });
  }

  /// Allocates the gradient of the output after trace(). The web side writes it before it calls backward(), which
  /// computes the gradients of inputs and intermediate results.
  void resize_output_gradient() {
    tensors_.allocate(Name::output_gradient, output_gradient_, "outputGradient", trace_.output.shape());
  }
  Fault backward() {
    const Fault fault = tensors_.find_fault({Name::output_gradient});
    if (fault != no_fault) return fault;
    attention_backward(query_, key_, value_, options_.options(), trace_, output_gradient_, gradients_);
    tensors_.set(Name::query_gradient, gradients_.query);
    tensors_.set(Name::key_gradient, gradients_.key);
    tensors_.set(Name::value_gradient, gradients_.value);
    tensors_.set(Name::weights_gradient, gradients_.weights);
    tensors_.set(Name::scores_gradient, gradients_.scores);
    return tensors_.find_fault({Name::weights_gradient, Name::scores_gradient, Name::query_gradient, Name::key_gradient,
                                Name::value_gradient});
  }

 private:
  template <class Compute>
  Fault with_trace(Compute compute) {
    return with_finite_inputs([&] {
      compute();
      tensors_.set(Name::scores, trace_.scores);
      tensors_.set(Name::scaled, trace_.scaled);
      tensors_.set(Name::masked, trace_.masked);
      tensors_.set(Name::weights, trace_.weights);
      tensors_.set(Name::output, trace_.output);
      const Fault fault = tensors_.fault_at(Name::scaled, trace_.overflow);
      return fault == no_fault ? tensors_.find_fault({Name::output}) : fault;
    });
  }
  template <class Compute>
  Fault with_finite_inputs(Compute compute) {
    const Fault fault = tensors_.find_fault({Name::query, Name::key, Name::value});
    return fault == no_fault ? compute() : fault;
  }
  Fault check_output() {
    tensors_.set(Name::output, trace_.output);
    return tensors_.find_fault({Name::output});
  }

  OptionBlock options_;
  TensorTable<Name> tensors_;
  Tensor4 query_, key_, value_, output_gradient_;
  Matrix key_projection_, value_projection_;
  Trace trace_;
  AttentionGradients gradients_;
  FusedScratch fused_;
  LinearAttentionScratch linear_;
  LinformerScratch linformer_;
};

}  // namespace spotlight::bindings
