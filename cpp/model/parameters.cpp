#include "parameters.hpp"

#include <utility>

namespace spotlight {
namespace {

/// Rows [first, first + count) of a matrix.
Matrix rows_from(const Matrix& all, std::size_t first, std::size_t count) {
  return xt::view(all, xt::range(first, first + count), xt::all());
}

class List {
 public:
  List(std::size_t embed_dim, std::size_t feedforward_dim) : embed_dim_(embed_dim), feedforward_dim_(feedforward_dim) {}

  std::vector<Parameter> take() { return std::move(parameters_); }

  void vector(const std::string& name, std::size_t size, Vector& vector) {
    add(name, {size}, [&vector](const Matrix& values) { vector = xt::row(values, 0); });
  }
  void matrix(const std::string& name, std::size_t rows, std::size_t columns, Matrix& matrix) {
    add(name, {rows, columns}, [&matrix](const Matrix& values) { matrix = values; });
  }
  void projection(const std::string& name, std::size_t out, std::size_t in, Projection& projection) {
    add(name + ".weight", {out, in},
        [&projection](const Matrix& values) { projection.weight.pack_transposed(spotlight::matrix(values)); });
    vector(name + ".bias", out, projection.bias);
  }
  void norm(const std::string& name, Norm& norm) {
    vector(name + ".weight", embed_dim_, norm.weight);
    if (norm.kind == Norm::Kind::layer) vector(name + ".bias", embed_dim_, norm.bias);
  }
  /// torch.nn.MultiheadAttention's: W_Q, W_K and W_V one below the other.
  void attention(const std::string& name, MultiheadWeights& weights) {
    const std::size_t dim = embed_dim_;
    add(name + ".in_proj_weight", {3 * dim, dim}, [&weights, dim](const Matrix& values) {
      weights.query.weight.pack_transposed(spotlight::matrix(rows_from(values, 0, dim)));
      weights.key.weight.pack_transposed(spotlight::matrix(rows_from(values, dim, dim)));
      weights.value.weight.pack_transposed(spotlight::matrix(rows_from(values, 2 * dim, dim)));
    });
    add(name + ".in_proj_bias", {3 * dim}, [&weights, dim](const Matrix& values) {
      const auto all = xt::row(values, 0);
      weights.query.bias = xt::view(all, xt::range(0, dim));
      weights.key.bias = xt::view(all, xt::range(dim, 2 * dim));
      weights.value.bias = xt::view(all, xt::range(2 * dim, 3 * dim));
    });
    projection(name + ".out_proj", dim, dim, weights.output);
  }
  void feedforward(const std::string& name, FeedForward& feedforward) {
    projection(name + "linear1", feedforward_dim_, embed_dim_, feedforward.linear1);
    if (feedforward.activation == FeedForward::Activation::swiglu) {
      projection(name + "gate", feedforward_dim_, embed_dim_, feedforward.gate);
    }
    projection(name + "linear2", embed_dim_, feedforward_dim_, feedforward.linear2);
  }
  void block(const std::string& name, Block& block) {
    norm(name + ".norm1", block.norm1);
    attention(name + ".self_attn", block.self_attention);
    if (block.hears_memory) {
      norm(name + ".norm3", block.norm3);
      attention(name + ".cross_attn", block.cross_attention);
    }
    norm(name + ".norm2", block.norm2);
    feedforward(name + ".feedforward.", block.feedforward);
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
  List list(embed_dim, feedforward_dim);
  list.norm("norm1", block.norm1);
  list.attention("self_attn", block.self_attention);
  if (block.hears_memory) {
    list.norm("norm2", block.norm3);
    list.attention("multihead_attn", block.cross_attention);
  }
  list.norm(block.hears_memory ? "norm3" : "norm2", block.norm2);
  list.feedforward("", block.feedforward);
  return list.take();
}

std::vector<Parameter> parameters_of(Transformer& model) {
  const TransformerConfig& config = model.config;
  List list(config.embed_dim, config.feedforward_dim);
  list.matrix("word_embedding.weight", config.buckets, config.embed_dim, model.word_embedding);
  list.add("piece_embedding.weight", {config.vocabulary, config.embed_dim}, [&model](const Matrix& values) {
    model.piece_embedding = values;
    model.output.weight.pack_transposed(matrix(values));
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
  return list.take();
}

}  // namespace spotlight
