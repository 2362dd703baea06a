#include "parameters.hpp"

#include <algorithm>
#include <utility>

namespace spotlight {
namespace {

constexpr const char* parameter = "a parameter";

/// Rows [first, first + count) of a matrix.
ConstMatrixView rows_from(const Matrix& all, std::size_t first, std::size_t count) {
  return {all.data() + first * all.shape(1), count, all.shape(1), all.shape(1)};
}

void copy_range(const Matrix& values, std::size_t first, std::size_t count, Vector& vector) {
  allocate(vector, parameter, {count});
  std::copy_n(values.data() + first, count, vector.data());
}

class ParameterList {
 public:
  ParameterList(std::size_t embed_dim, std::size_t feedforward_dim)
      : embed_dim_(embed_dim), feedforward_dim_(feedforward_dim) {}

  std::vector<Parameter> release() { return std::move(parameters_); }

  void vector(const std::string& name, std::size_t size, Vector& vector) {
    add(name, {size}, [&vector, size](const Matrix& values) { copy_range(values, 0, size, vector); });
  }
  void matrix(const std::string& name, std::size_t rows, std::size_t columns, Matrix& matrix) {
    add(name, {rows, columns}, [&matrix](const Matrix& values) { assign(matrix, parameter, values); });
  }
  void linear(const std::string& name, std::size_t out, std::size_t in, Linear& linear) {
    add(name + ".weight", {out, in},
        [&linear](const Matrix& values) { linear.weight.pack_transposed(spotlight::matrix(values), parameter); });
    vector(name + ".bias", out, linear.bias);
  }
  void norm(const std::string& name, Norm& norm) {
    vector(name + ".weight", embed_dim_, norm.weight);
    if (norm.kind == Norm::Kind::layer) vector(name + ".bias", embed_dim_, norm.bias);
  }
  /// As torch.nn.MultiheadAttention: in_proj holds W_Q, W_K and W_V, stacked.
  void attention(const std::string& name, MultiheadWeights& weights) {
    const std::size_t dim = embed_dim_;
    add(name + ".in_proj_weight", {3 * dim, dim}, [&weights, dim](const Matrix& values) {
      weights.query.weight.pack_transposed(rows_from(values, 0, dim), parameter);
      weights.key.weight.pack_transposed(rows_from(values, dim, dim), parameter);
      weights.value.weight.pack_transposed(rows_from(values, 2 * dim, dim), parameter);
    });
    add(name + ".in_proj_bias", {3 * dim}, [&weights, dim](const Matrix& values) {
      copy_range(values, 0, dim, weights.query.bias);
      copy_range(values, dim, dim, weights.key.bias);
      copy_range(values, 2 * dim, dim, weights.value.bias);
    });
    linear(name + ".out_proj", dim, dim, weights.output);
  }
  void feed_forward(const std::string& name, FeedForward& layer) {
    linear(name + "linear1", feedforward_dim_, embed_dim_, layer.linear1);
    if (layer.activation == FeedForward::Activation::swiglu) {
      linear(name + "gate", feedforward_dim_, embed_dim_, layer.gate);
    }
    linear(name + "linear2", embed_dim_, feedforward_dim_, layer.linear2);
  }
  /// Under the names of the model files: the norm of the feed-forward layer has the number 2 there and that of the
  /// cross-attention 3, the other way round than in torch.nn.TransformerDecoderLayer.
  void block(const std::string& name, Block& block) {
    norm(name + ".norm1", block.self_attention_norm);
    attention(name + ".self_attn", block.self_attention);
    if (block.has_cross_attention) {
      norm(name + ".norm3", block.cross_attention_norm);
      attention(name + ".cross_attn", block.cross_attention);
    }
    norm(name + ".norm2", block.feed_forward_norm);
    feed_forward(name + ".feedforward.", block.feed_forward);
  }
  void add(std::string name, std::vector<std::size_t> shape, std::function<void(const Matrix&)> set) {
    parameters_.push_back({std::move(name), std::move(shape), std::move(set)});
  }

 private:
  std::size_t embed_dim_, feedforward_dim_;
  std::vector<Parameter> parameters_;
};

}  // namespace

std::vector<Parameter> parameters_of(Block& block, std::size_t embed_dim, std::size_t feedforward_dim) {
  ParameterList list(embed_dim, feedforward_dim);
  list.norm("norm1", block.self_attention_norm);
  list.attention("self_attn", block.self_attention);
  if (block.has_cross_attention) {
    list.norm("norm2", block.cross_attention_norm);
    list.attention("multihead_attn", block.cross_attention);
  }
  list.norm(block.has_cross_attention ? "norm3" : "norm2", block.feed_forward_norm);
  list.feed_forward("", block.feed_forward);
  return list.release();
}

std::vector<Parameter> parameters_of(Transformer& model) {
  const TransformerConfig& config = model.config;
  ParameterList list(config.embed_dim, config.feedforward_dim);
  list.matrix("word_embedding.weight", config.buckets, config.embed_dim, model.source_embedding);
  list.add("piece_embedding.weight", {config.vocabulary, config.embed_dim}, [&model](const Matrix& values) {
    assign(model.target_embedding, parameter, values);
    model.output.weight.pack_transposed(matrix(values), parameter);
  });
  list.vector("output_bias", config.vocabulary, model.output.bias);
  for (std::size_t l = 0; l < model.encoder.size(); ++l) {
    list.block("encoder." + std::to_string(l), model.encoder[l]);
  }
  list.norm("encoder_norm", model.encoder_norm);
  for (std::size_t l = 0; l < model.decoder.size(); ++l) {
    list.block("decoder." + std::to_string(l), model.decoder[l]);
  }
  list.norm("decoder_norm", model.decoder_norm);
  return list.release();
}

}  // namespace spotlight
