// Attention: what is written in, what is computed, what is read out.
#pragma once

#include "../attention/fused.hpp"
#include "../attention/linear.hpp"
#include "../attention/low_rank.hpp"
#include "../attention/multihead.hpp"
#include "../attention/multihead_backward.hpp"
#include "../attention/scale.hpp"
#include "../attention/trace.hpp"
#include "options.hpp"

namespace spotlight::bindings {

/// The memory of one scaled dot-product attention, reused from call to call.
class AttentionCall : public MaskBuffers {
 public:
  void resize(std::size_t batch, std::size_t heads, std::size_t key_heads, std::size_t queries, std::size_t keys,
              std::size_t head_dim, std::size_t value_dim) {
    query_.resize({batch, heads, queries, head_dim});
    key_.resize({batch, key_heads, keys, head_dim});
    value_.resize({batch, key_heads, keys, value_dim});
  }
  Floats query() { return view(query_); }
  Floats key() { return view(key_); }
  Floats value() { return view(value_); }

  /// Fills output alone, without ever holding the weights.
  void compute(const AttentionSettings& settings) {
    fused_attention(query_, key_, value_, options(settings), scratch_, trace_.output);
  }
  /// Fills every step.
  void trace(const AttentionSettings& settings) { trace_attention(query_, key_, value_, options(settings), trace_); }

  /// Fills output alone, by features of queries and keys.
  void compute_linear(FeatureMap::Kind kind, std::size_t features, double seed, const AttentionSettings& settings) {
    const FeatureMap map = {.kind = kind, .features = features, .seed = static_cast<std::uint64_t>(seed)};
    linear_attention(query_, key_, value_, options(settings), map, linear_, trace_.output);
  }

  /// Fills output alone, by summaries of the keys: both projections are written, or made by mean_pooling.
  void resize_projections(std::size_t rank, std::size_t keys) {
    key_projection_.resize({rank, keys});
    value_projection_.resize({rank, keys});
  }
  Floats key_projection() { return view(key_projection_); }
  Floats value_projection() { return view(value_projection_); }
  void pool() {
    mean_pooling(key_projection_);
    value_projection_ = key_projection_;
  }
  void compute_low_rank(const AttentionSettings& settings) {
    low_rank_attention(query_, key_, value_, key_projection_, value_projection_, options(settings), low_rank_,
                       trace_.output);
  }
  Floats scores() { return view(trace_.scores); }
  Floats scaled() { return view(trace_.scaled); }
  Floats masked() { return view(trace_.masked); }
  Floats weights() { return view(trace_.weights); }
  Floats output() { return view(trace_.output); }

  /// After trace: the gradient of the output is written here, then those of everything before it are filled.
  Floats output_gradient() {
    output_gradient_.resize(trace_.output.shape());
    return view(output_gradient_);
  }
  void backward(const AttentionSettings& settings) {
    const float scale = options(settings).scale.value_or(default_scale(query_.shape(3)));
    attention_backward(query_, key_, value_, trace_, scale, output_gradient_, gradients_);
  }
  Floats query_gradient() { return view(gradients_.query); }
  Floats key_gradient() { return view(gradients_.key); }
  Floats value_gradient() { return view(gradients_.value); }
  Floats weights_gradient() { return view(gradients_.weights); }
  Floats scores_gradient() { return view(gradients_.scores); }

 private:
  Tensor4 query_, key_, value_, output_gradient_;
  AttentionGradients gradients_;
  FusedScratch scratch_;
  LinearScratch linear_;
  LowRankScratch low_rank_;
  Matrix key_projection_, value_projection_;
  Trace trace_;
};

/// Which head, and where the queries given lie among all of that head.
struct PartOfHead {
  std::size_t batch, head, num_heads;
  std::size_t first_query, all_queries;
};

/// One head's keys and values, and the memory for some of its queries at a time.
class HeadCall : public MaskBuffers {
 public:
  void resize_keys(std::size_t keys, std::size_t head_dim, std::size_t value_dim) {
    keys_ = keys;
    key_.resize({std::min(keys, keys_at_once), head_dim});
    begin_keys(keys, head_dim, scratch_);
    value_.resize({keys, value_dim});
  }
  /// Some keys at a time; they are held packed, and not as they came as well.
  Floats key() { return view(key_); }
  void take_keys(std::size_t first, std::size_t count) {
    pack_some_keys(first, {key_.data(), count, key_.shape(1), key_.shape(1)}, scratch_);
  }
  Floats value() { return view(value_); }
  void take_values() { pack_values(matrix(value_), scratch_); }

  void resize_queries(std::size_t queries) {
    query_.resize({queries, key_.shape(1)});
    output_.resize({queries, value_.shape(1)});
  }
  Floats query() { return view(query_); }
  void compute(const PartOfHead& part, const AttentionSettings& settings) {
    attend_to_packed({.batch = part.batch,
                      .head = part.head,
                      .num_heads = part.num_heads,
                      .query = matrix(query_),
                      .key = {key_.data(), keys_, key_.shape(1), key_.shape(1)},
                      .value = matrix(value_),
                      .output = {output_.data(), output_.shape(0), output_.shape(1), output_.shape(1)}},
                     {.first = part.first_query, .all = part.all_queries}, options(settings), scratch_);
  }
  Floats output() { return view(output_); }

 private:
  static constexpr std::size_t keys_at_once = 4096;  // a multiple of the tile's columns

  std::size_t keys_ = 0;
  Matrix query_, key_, value_, output_;
  FusedScratch scratch_;
};

/// The inputs of one multi-head attention and every step of it, reused from call to call.
class MultiheadSteps : public MaskBuffers {
 public:
  /// Inputs that are the same tensor are written once: the key with the query, the value with the key.
  void resize(std::size_t batch, std::size_t queries, std::size_t keys, std::size_t embed_dim, bool key_is_query,
              bool value_is_key) {
    key_is_query_ = key_is_query;
    value_is_key_ = value_is_key;
    query_.resize({batch, queries, embed_dim});
    if (!key_is_query) key_.resize({batch, keys, embed_dim});
    if (!value_is_key) value_.resize({batch, keys, embed_dim});
  }
  Floats query() { return view(query_); }
  Floats key() { return view(key_); }
  Floats value() { return view(value_); }

  Floats query_heads() { return view(trace_.query); }
  Floats key_heads() { return view(trace_.key); }
  Floats value_heads() { return view(trace_.value); }
  Floats scores() { return view(trace_.attention.scores); }
  Floats scaled() { return view(trace_.attention.scaled); }
  Floats masked() { return view(trace_.attention.masked); }
  Floats weights() { return view(trace_.attention.weights); }
  Floats heads() { return view(trace_.attention.output); }
  Floats merged() { return view(trace_.merged); }
  Floats output() { return view(trace_.output); }

 protected:
  void trace(const MultiheadWeights& weights, const AttentionSettings& settings) {
    trace_multihead_attention(query_input(), key_input(), value_input(), weights, options(settings), trace_);
  }

  const Tensor3& query_input() const { return query_; }
  const Tensor3& key_input() const { return key_is_query_ ? query_ : key_; }
  const Tensor3& value_input() const { return value_is_key_ ? key_input() : value_; }

  MultiheadTrace trace_;

 private:
  Tensor3 query_, key_, value_;
  bool key_is_query_ = false;
  bool value_is_key_ = false;
};

/// A multi-head attention: its weights, and the memory of one call, reused from call to call.
class MultiheadAttentionCall : public MultiheadSteps {
 public:
  MultiheadAttentionCall(std::size_t embed_dim, std::size_t num_heads, bool has_bias) {
    weights_.num_heads = num_heads;
    weight_.resize({embed_dim, embed_dim});
    bias_.resize({has_bias ? embed_dim : 0});
  }
  /// A weight [embed_dim, embed_dim] and its bias are written here, then taken as those of one of the projections.
  Floats weight() { return view(weight_); }
  Floats bias() { return view(bias_); }
  void set_query() { set_projection(weight_, bias_, weights_.query); }
  void set_key() { set_projection(weight_, bias_, weights_.key); }
  void set_value() { set_projection(weight_, bias_, weights_.value); }
  void set_output() { set_projection(weight_, bias_, weights_.output); }

  /// Fills output alone, without ever holding the weights of attention.
  void compute(const AttentionSettings& settings) {
    multihead_attention(query_input(), key_input(), value_input(), weights_, options(settings), scratch_,
                        trace_.output);
  }
  /// Fills every step.
  void trace(const AttentionSettings& settings) { MultiheadSteps::trace(weights_, settings); }

  /// After trace: the gradient of the output is written here, then those of everything before it are filled.
  Floats output_gradient() {
    output_gradient_.resize(trace_.output.shape());
    return view(output_gradient_);
  }
  void backward(const AttentionSettings& settings) {
    const float scale = options(settings).scale.value_or(default_scale(trace_.query.shape(3)));
    multihead_backward(query_input(), key_input(), value_input(), weights_, trace_, scale, output_gradient_,
                       gradients_);
  }
  Floats query_gradient() { return view(gradients_.query); }
  Floats key_gradient() { return view(gradients_.key); }
  Floats value_gradient() { return view(gradients_.value); }
  Floats to_query_gradient() { return view(gradients_.to_query.weight); }
  Floats to_key_gradient() { return view(gradients_.to_key.weight); }
  Floats to_value_gradient() { return view(gradients_.to_value.weight); }
  Floats to_output_gradient() { return view(gradients_.to_output.weight); }
  Floats query_bias_gradient() { return view(gradients_.to_query.bias); }
  Floats key_bias_gradient() { return view(gradients_.to_key.bias); }
  Floats value_bias_gradient() { return view(gradients_.to_value.bias); }
  Floats output_bias_gradient() { return view(gradients_.to_output.bias); }

 private:
  Tensor3 output_gradient_;
  MultiheadGradients gradients_;
  MultiheadWeights weights_;
  Matrix weight_;
  Vector bias_;
  MultiheadScratch scratch_;
};

}  // namespace spotlight::bindings
